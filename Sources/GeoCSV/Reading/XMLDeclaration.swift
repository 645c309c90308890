import GeoSupport

/// Corrects the encoding in the declaration of an XML file that was converted to UTF-8.
///
/// XML readers would believe the old encoding. Bytes are held back until the declaration is complete.
struct XMLDeclaration {
  private var held: [UInt8] = []
  private var isOver = false
  /// No declaration is longer.
  private static let limit = 1024

  /// The next bytes to hand on, including those held back before. May be empty.
  mutating func corrected(_ bytes: [UInt8]) -> [UInt8] {
    if isOver { return bytes }
    held += bytes
    let start = held.starts(with: ByteOrderMark.bytes) ? ByteOrderMark.bytes.count : 0
    let text = held[start...]
    let mark = Array("<?xml".utf8)
    guard text.starts(with: mark) || mark.starts(with: text), text.count < XMLDeclaration.limit || hasEnd else {
      return rest()
    }
    guard hasEnd else { return [] }
    correct()
    return rest()
  }

  /// The bytes held back, at the end.
  mutating func rest() -> [UInt8] {
    isOver = true
    defer { held = [] }
    return held
  }

  private var hasEnd: Bool { held.firstRange(of: Array("?>".utf8)) != nil }

  private mutating func correct() {
    guard let end = held.firstRange(of: Array("?>".utf8))?.lowerBound,
      let name = held[..<end].firstRange(of: Array("encoding".utf8)),
      let open = held[name.upperBound..<end].firstIndex(where: { $0 == Byte.quote || $0 == Byte.apostrophe }),
      let close = held[(open + 1)..<end].firstIndex(of: held[open])
    else { return }
    held.replaceSubrange(open + 1..<close, with: Array("UTF-8".utf8))
  }
}
