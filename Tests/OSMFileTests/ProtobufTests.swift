import Testing

@testable import OSMFile

@Suite("Protobuf numbers and fields")
struct ProtobufTests {
  /// Runs a body with a cursor over bytes and the required padding.
  ///
  /// The padding is `0xff`, so that a number that overruns the end is noticed.
  private func withCursor<T>(_ bytes: [UInt8], _ body: (inout ProtobufCursor) -> T) -> T {
    let padded = bytes + [UInt8](repeating: 0xff, count: ProtobufCursor.padding)
    return padded.withUnsafeBufferPointer {
      var cursor = ProtobufCursor($0.baseAddress!, count: bytes.count)
      return body(&cursor)
    }
  }

  @Test("numbers of all lengths come back")
  func numbers() {
    let values = (0..<64).flatMap { [UInt64(1) << $0, (UInt64(1) << $0) - 1, UInt64.max >> $0] }
    var encoder = ProtobufEncoder()
    for value in values { encoder.varint(value) }
    withCursor(encoder.bytes) { cursor in
      #expect(cursor.countOfVarints() == values.count)
      for value in values { #expect(cursor.varint() == value) }
      #expect(cursor.isAtEnd && !cursor.isMalformed)
    }
  }

  @Test("signed numbers come back")
  func signed() {
    let values: [Int64] = [0, -1, 1, -64, 64, .max, .min, .min + 1]
    var encoder = ProtobufEncoder()
    for value in values { encoder.signed(value) }
    withCursor(encoder.bytes) { cursor in
      for value in values { #expect(cursor.signed() == value) }
    }
  }

  @Test(
    "numbers that are cut or too long are malformed",
    arguments: [
      [], [0x80], [0xff, 0xff], [UInt8](repeating: 0x80, count: 10) + [1],
      [UInt8](repeating: 0xff, count: 9) + [0x02], [UInt8](repeating: 0xff, count: 12),
    ] as [[UInt8]])
  func malformed(_ bytes: [UInt8]) {
    withCursor(bytes) { cursor in
      #expect(cursor.varint() == 0)
      #expect(cursor.isMalformed && cursor.isAtEnd)
      #expect(cursor.varint() == 0)
    }
  }

  @Test(
    "fields that reach past the end, have number 0 or a group's layout are malformed",
    arguments: [[0x0a, 2, 0], [0x00, 1], [0x0b, 0x0c], [0x0d, 1, 2], [0x09, 1, 2, 3, 4, 5, 6, 7], [0x0e]] as [[UInt8]])
  func malformedFields(_ bytes: [UInt8]) {
    withCursor(bytes) { cursor in
      while let field = cursor.field() { cursor.skip(field) }
      #expect(cursor.isMalformed)
    }
  }

  @Test("an empty cursor has nothing")
  func empty() {
    var cursor = ProtobufCursor.empty
    #expect(cursor.isAtEnd && cursor.field() == nil && !cursor.isMalformed)
    #expect(cursor.varint() == 0 && cursor.isMalformed)
  }
}
