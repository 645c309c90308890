import GeoModel
import Testing

@testable import GeoCSV

@Suite("Random nasty files keep every byte")
struct PropertyTests {
  /// Random numbers that are the same in every run (SplitMix64).
  private struct Dice: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var bits = state
      bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
      bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
      return bits ^ (bits >> 31)
    }
  }

  /// Pieces of pathological files.
  private static let pieces: [String] = [
    "\"", "\"\"", ",", "\n", "\r\n", "\r", "a", " ", "12.5", "-7", "\u{0}", "ü", "\"x,y\"", "\"a\nb\"", ",,", "1,2",
    "\"1\",\"2\"", ";",
  ]

  private func nastyFile(_ dice: inout Dice) -> String {
    "lat,lon,note\n"
      + (0..<Int.random(in: 0...60, using: &dice)).map { _ in Self.pieces.randomElement(using: &dice)! }.joined()
  }

  /// Whether the last line of a file ends inside quotes, which is an error.
  private func isCut(_ file: String) -> Bool {
    var splitter = DelimitedSplitter(delimiter: Byte.comma)
    var ends: [Int] = []
    Array(file.utf8).withUnsafeBytes { splitter.split($0, isLast: true, upTo: .max, into: &ends) }
    return splitter.lacking != nil
  }

  @Test("taking the insertions away gives the input again, and chunks of any size give the same output")
  func bytesSurvive() async throws {
    var dice = Dice(state: 42)
    for round in 0..<150 {
      let file = nastyFile(&dice)
      let text = isCut(file) ? file + "\n" : file
      let workshop = try Workshop(text)
      workshop.options.raggedRows = .keep
      workshop.options.columns = [.field(.countryCode), .status]
      workshop.options.delimiter = Byte.comma
      let whole = try await workshop.result()
      workshop.options.tuning.sampleBytes = 8
      workshop.options.tuning.chunkBytes = Int.random(in: 1...40, using: &dice)
      #expect(try await workshop.result() == whole, "round \(round): \(text.debugDescription)")
      // Answers are recognized by their words, which no piece contains.
      var stripped = whole
      for insertion in RowStatus.allCases.flatMap({ status in ["", "NO", "SO"].map { ",\($0),\(status.word)" } }) + [
        ",country_code,status"
      ] {
        stripped = stripped.split(separator: insertion, omittingEmptySubsequences: false).joined()
      }
      #expect(Array(stripped.utf8) == Array(text.utf8), "round \(round): \(text.debugDescription)")
    }
  }

  @Test("the splitter gives the same rows however the bytes arrive")
  func splitterIsIncremental() {
    var dice = Dice(state: 7)
    for _ in 0..<400 {
      let bytes = Array(nastyFile(&dice).utf8)
      var expected: [Int] = []
      var whole = DelimitedSplitter(delimiter: Byte.comma)
      bytes.withUnsafeBytes { whole.split($0, isLast: true, upTo: .max, into: &expected) }
      #expect(expected.last ?? 0 == bytes.count || whole.lacking != nil)
      var pieces = DelimitedSplitter(delimiter: Byte.comma)
      var ends: [Int] = []
      var dropped = 0
      for count in 1...bytes.count {
        var found: [Int] = []
        bytes[dropped..<count].withUnsafeBytes {
          pieces.split($0, isLast: count == bytes.count, upTo: .max, into: &found)
        }
        guard let last = found.last else { continue }
        ends += found.map { $0 + dropped }
        pieces.drop(last)
        dropped += last
      }
      #expect(pieces.lacking == whole.lacking)
      #expect(ends == expected, "\(String(decoding: bytes, as: UTF8.self).debugDescription)")
    }
  }

  @Test("the digest of an input is the same wherever it is cut, and another when any byte is")
  func digests() {
    var dice = Dice(state: 11)
    let bytes = (0..<300).map { _ in UInt8.random(in: 0...255, using: &dice) }
    let whole = InputDigest(bytes)
    for _ in 0..<200 {
      let cut = Int.random(in: 0...300, using: &dice)
      var joined = InputDigest(bytes[..<cut])
      joined.append(InputDigest(bytes[cut...]))
      #expect(joined == whole)
      var changed = bytes
      changed[Int.random(in: 0..<300, using: &dice)] ^= UInt8.random(in: 1...255, using: &dice)
      #expect(InputDigest(changed) != whole)
    }
    #expect(InputDigest([0]) != InputDigest([0, 0]))
    #expect(InputDigest([1, 2]) != InputDigest([2, 1]))
  }

  @Test("numbers read without strings are those that Swift reads")
  func numbers() {
    var dice = Dice(state: 3)
    for _ in 0..<5000 {
      let value = Double.random(in: -200...200, using: &dice)
      let text = String(value)
      guard !text.contains("e") else { continue }
      guard case .degrees(let read) = Array(text.utf8).withUnsafeBytes(DegreeText.parse) else {
        Issue.record("\(text) is not read")
        continue
      }
      #expect(abs(read - value) < 1e-12)
    }
  }

  @Test("points keep their place through their keys, and equal places are asked once")
  func keys() async throws {
    for point in [
      FixedPoint(x: 0, y: 0), FixedPoint(x: -1_800_000_000, y: 900_000_000), FixedPoint(x: 1_799_999_999, y: -1),
    ] {
      #expect(PointKey(point).point == point)
    }
    let workshop = try Workshop("lat,lon\n" + String(repeating: "1,2\n3,4\n", count: 50))
    let summary = try await workshop.run()
    #expect(summary.tally[.rows] == 100)
    #expect(summary.tally[.questions] == 2)
  }
}
