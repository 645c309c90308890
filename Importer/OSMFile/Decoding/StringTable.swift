/// The texts of a block, as bytes of UTF-8 in the decompressed block. Valid until the next read into the block.
@frozen public struct StringTable {
  @usableFromInline let base: UnsafeRawPointer
  @usableFromInline let ranges: UnsafeBufferPointer<StringRange>

  @inlinable init(base: UnsafeRawPointer, ranges: UnsafeBufferPointer<StringRange>) {
    self.base = base
    self.ranges = ranges
  }

  /// A table without texts.
  @usableFromInline init() {
    self.init(base: UnsafeRawPointer(ProtobufCursor.empty.position), ranges: UnsafeBufferPointer(start: nil, count: 0))
  }

  /// The number of texts. Their indexes are 0 to `count - 1`; 0 is the empty text.
  @inlinable public var count: Int { ranges.count }

  /// The bytes of a text. They come from foreign data and may not be valid UTF-8.
  @inlinable public subscript(index: UInt32) -> UnsafeRawBufferPointer {
    let range = ranges[Int(index)]
    return UnsafeRawBufferPointer(start: base + Int(range.offset), count: Int(range.count))
  }

  /// A text, with invalid UTF-8 repaired.
  @inlinable public func string(_ index: UInt32) -> String { String(decoding: self[index], as: UTF8.self) }

  /// Whether a text has exactly these bytes.
  @inlinable public func equals(_ index: UInt32, _ text: StaticString) -> Bool {
    let bytes = self[index]
    guard bytes.count == text.utf8CodeUnitCount else { return false }
    return bytes.elementsEqual(UnsafeBufferPointer(start: text.utf8Start, count: bytes.count))
  }

  /// The first index of a text; nil if the block does not have it, so that nothing in the block refers to it. This
  /// searches all texts, so call it once per block.
  @inlinable public func firstIndex(of text: StaticString) -> UInt32? {
    for index in 0..<UInt32(truncatingIfNeeded: count) where equals(index, text) { return index }
    return nil
  }
}

/// The position of a text in its block.
@frozen @usableFromInline struct StringRange: BitwiseCopyable {
  @usableFromInline let offset: UInt32
  @usableFromInline let count: UInt32

  @inlinable init(offset: UInt32, count: UInt32) {
    self.offset = offset
    self.count = count
  }
}

/// Finds the texts of a block.
struct StringStorage: ~Copyable {
  private var ranges = Column<StringRange>()
  private var base = UnsafeRawPointer(ProtobufCursor.empty.position)

  var count: Int { ranges.count }

  mutating func removeAll() { ranges.removeAll() }

  mutating func decode(_ message: ProtobufCursor) throws(BlockFault) {
    base = UnsafeRawPointer(message.position)
    var cursor = message
    while let field = cursor.field() {
      guard field.tag == ProtobufField.bytes(1) else {
        cursor.skip(field)
        continue
      }
      let text = cursor.message()
      guard !cursor.isMalformed else { break }
      let offset = UnsafeRawPointer(text.position) - base
      ranges.append(
        StringRange(offset: UInt32(truncatingIfNeeded: offset), count: UInt32(truncatingIfNeeded: text.remaining)))
    }
    guard !cursor.isMalformed else { throw BlockFault("a table of texts is damaged; download the file again") }
  }

  func table() -> StringTable { StringTable(base: base, ranges: ranges.view) }
}
