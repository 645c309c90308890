import Testing

@testable import GeoWire

struct PlainRunTests {
  private static func isPlain(_ byte: UInt8, inASCII: Bool) -> Bool {
    byte >= 0x20 && byte != 0x22 && byte != 0x5C && !(inASCII && byte >= 0x80)
  }

  private func check(_ text: [UInt8], sourceLocation: SourceLocation = #_sourceLocation) {
    let (all, ascii) = text.withUnsafeBytes { (PlainRun.length(of: $0), PlainRun.lengthInASCII(of: $0)) }
    #expect(all == text.prefix { Self.isPlain($0, inASCII: false) }.count, "\(text)", sourceLocation: sourceLocation)
    #expect(ascii == text.prefix { Self.isPlain($0, inASCII: true) }.count, "\(text)", sourceLocation: sourceLocation)
  }

  @Test("any byte at any place of a text of any length is told as one after the other")
  func everyByte() {
    for length in 0...20 {
      for place in 0..<length {
        for byte in UInt8.min...UInt8.max {
          var text = [UInt8](repeating: 0x61, count: length)
          text[place] = byte
          guard !Self.isPlain(byte, inASCII: true) || byte == 0x20 || byte == 0x7F else { continue }
          check(text)
        }
      }
    }
  }

  @Test("what ends a run is found where several of it stand together")
  func together() {
    var random = SystemRandomNumberGenerator()
    let bytes: [UInt8] = [0, 0x1F, 0x20, 0x21, 0x22, 0x23, 0x5B, 0x5C, 0x5D, 0x7F, 0x80, 0xA0, 0xA2, 0xDC, 0xFF]
    for _ in 0..<20_000 {
      let length = Int.random(in: 0...24, using: &random)
      check((0..<length).map { _ in bytes.randomElement(using: &random) ?? 0 })
    }
  }
}
