import GeoSupport

/// Finds the ``TagKey`` of a key's bytes without making a string of them.
struct TagKeyTable {
  /// A place of the hash table; empty bytes mean that it is free.
  private struct Slot {
    var bytes: [UInt8] = []
    var key: TagKey = .translation
  }

  /// Four times as many slots as keys, so that most lookups end at the first.
  private static let size = 256
  private var slots = [Slot](repeating: Slot(), count: TagKeyTable.size)

  /// A table of all keys.
  init() {
    for key in TagKey.allCases {
      guard let bytes = key.text.map({ Array($0.utf8) }) else { continue }
      var index = bytes.withUnsafeBytes { TagKeyTable.slot($0) }
      while !slots[index].bytes.isEmpty { index = (index + 1) % TagKeyTable.size }
      slots[index] = Slot(bytes: bytes, key: key)
    }
  }

  /// The key with these UTF-8 bytes, nil for keys that do not matter.
  func key(_ bytes: UnsafeRawBufferPointer) -> TagKey? {
    guard bytes.count >= 3, bytes.count <= 23 else { return nil }
    if TagKeyTable.isTranslation(bytes) { return .translation }
    var index = TagKeyTable.slot(bytes)
    while !slots[index].bytes.isEmpty {
      if slots[index].bytes.elementsEqual(bytes) { return slots[index].key }
      index = (index + 1) % TagKeyTable.size
    }
    return nil
  }

  /// Where the search for a key begins.
  private static func slot(_ bytes: UnsafeRawBufferPointer) -> Int {
    Int(Hashing.mix(Hashing.fnv1a(bytes)) % UInt64(size))
  }

  /// Whether this is `name:` with something that looks like a language: two or three small letters, then perhaps scripts,
  /// regions or variants after `-` or `_` (`zh-Hant`, `ja_rm`, `be-tarask`).
  static func isTranslation(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard bytes.count >= 7, bytes[0] == 0x6E, bytes[1] == 0x61, bytes[2] == 0x6D, bytes[3] == 0x65, bytes[4] == 0x3A
    else { return false }
    let language = bytes[5...]
    let primary = language.prefix { $0 >= 0x61 && $0 <= 0x7A }
    guard primary.count == 2 || primary.count == 3, !isQualifier(primary) else { return false }
    return language.dropFirst(primary.count).allSatisfy { isLetterOrDigit($0) || $0 == 0x2D || $0 == 0x5F }
      && (primary.endIndex == language.endIndex || !isLetterOrDigit(language[primary.endIndex]))
  }

  /// `name:old` and its like qualify a name; they are no languages.
  private static func isQualifier(_ letters: Slice<UnsafeRawBufferPointer>) -> Bool {
    letters.count == 3
      && ["old", "alt", "int", "loc", "nat", "reg", "off", "ref", "ipa", "abb"].contains {
        letters.elementsEqual($0.utf8)
      }
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    (byte >= 0x30 && byte <= 0x39) || (byte >= 0x41 && byte <= 0x5A) || (byte >= 0x61 && byte <= 0x7A)
  }
}
