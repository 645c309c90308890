import Testing

@testable import GeoLocale

@Suite("Table of street words")
struct StreetWordsTests {
  @Test("no word has two meanings in one place")
  func noContradictions() {
    var codes: [String: String] = [:]
    for entry in StreetWords.entries {
      for word in entry.words.split(separator: " ") {
        let place = "\(word) \(entry.position)"
        let known = codes.updateValue(entry.code, forKey: place)
        #expect(known == nil || known == entry.code, "\(place): \(known ?? "") and \(entry.code)")
      }
    }
  }

  @Test("words are written as folding leaves them")
  func folded() {
    for entry in StreetWords.entries {
      #expect((1...8).contains(entry.code.utf8.count), "\(entry.code)")
      for word in entry.words.split(separator: " ") {
        let letters = word.unicodeScalars.flatMap { scalar in
          scalar.isASCII ? [UInt8(scalar.value)] : Self.bytes(ScalarFolding.folded(scalar.value))
        }
        #expect(letters == Array(word.utf8), "\(word)")
      }
    }
  }

  private static func bytes(_ folded: ScalarFolding.Folded) -> [UInt8] {
    withUnsafeBytes(of: folded.littleEndian) { $0.prefix { $0 != 0 } }
  }
}
