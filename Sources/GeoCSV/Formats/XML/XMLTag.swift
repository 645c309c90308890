/// A tag of an XML text, or a comment, CDATA section or declaration, found without parsing the rest.
struct XMLTag {
  /// The offset of its `<`.
  let start: Int
  /// The offset behind its `>`.
  let end: Int
  /// The element's name; nil for comments and the like.
  let name: Range<Int>?
  /// Whether it is an end tag.
  let isClosing: Bool
  /// Whether it ends in `/>`.
  let isEmpty: Bool

  /// Finds the next complete tag at or after an offset; nil when there is none or it is incomplete.
  init?(in bytes: UnsafeRawBufferPointer, from: Int) {
    start = bytes.firstOffset(of: Byte.less, from: from)
    guard start + 1 < bytes.count else { return nil }
    let next = bytes[start + 1]
    if next == 0x21 || next == 0x3F {
      guard let end = XMLTag.endOfSpecial(bytes, start) else { return nil }
      self.end = end
      name = nil
      isClosing = false
      isEmpty = false
      return
    }
    guard let close = XMLTag.closingBracket(bytes, from: start + 1) else { return nil }
    end = close + 1
    isClosing = next == Byte.slash
    isEmpty = bytes[close - 1] == Byte.slash
    let nameStart = start + (isClosing ? 2 : 1)
    var nameEnd = nameStart
    while nameEnd < close, !Byte.isBlank(bytes[nameEnd]), bytes[nameEnd] != Byte.slash { nameEnd += 1 }
    name = nameStart..<nameEnd
  }

  /// The offset of the `>` that ends a tag. One inside an attribute's quotes does not.
  private static func closingBracket(_ bytes: UnsafeRawBufferPointer, from: Int) -> Int? {
    var quote: UInt8?
    for index in from..<bytes.count {
      let byte = bytes[index]
      if let open = quote {
        if byte == open { quote = nil }
      } else if byte == Byte.quote || byte == Byte.apostrophe {
        quote = byte
      } else if byte == Byte.greater {
        return index
      }
    }
    return nil
  }

  /// The offset behind a comment, CDATA section, declaration or processing instruction; nil when it is incomplete.
  private static func endOfSpecial(_ bytes: UnsafeRawBufferPointer, _ start: Int) -> Int? {
    let rest = bytes.part(start..<bytes.count)
    if rest.hasPrefix("<!--") { return find("-->", in: bytes, from: start + 4) }
    if rest.hasPrefix("<![cdata[") { return find("]]>", in: bytes, from: start + 9) }
    // `<!-` may still become anything.
    if rest.count < 9, bytes[start + 1] == 0x21 { return nil }
    return find(">", in: bytes, from: start + 2)
  }

  private static func find(_ mark: StaticString, in bytes: UnsafeRawBufferPointer, from: Int) -> Int? {
    let length = mark.utf8CodeUnitCount
    var index = from
    while true {
      index = bytes.firstOffset(of: mark.utf8Start[0], from: index)
      guard index + length <= bytes.count else { return nil }
      if bytes.equals(index..<(index + length), mark) { return index + length }
      index += 1
    }
  }

  /// The value of an attribute, without its quotes; nil when the tag does not have it.
  func attribute(_ wanted: StaticString, in bytes: UnsafeRawBufferPointer) -> Range<Int>? {
    guard let name else { return nil }
    var index = name.upperBound
    while index < end {
      while index < end, Byte.isBlank(bytes[index]) { index += 1 }
      let keyStart = index
      while index < end, bytes[index] != Byte.equals, !Byte.isBlank(bytes[index]) { index += 1 }
      let key = keyStart..<index
      index = bytes.firstOffset(of: Byte.equals, from: index, to: end) + 1
      while index < end, Byte.isBlank(bytes[index]) { index += 1 }
      guard index < end else { return nil }
      let close = bytes.firstOffset(of: bytes[index], from: index + 1, to: end)
      if bytes.equals(key, wanted) { return (index + 1)..<close }
      index = close + 1
    }
    return nil
  }
}
