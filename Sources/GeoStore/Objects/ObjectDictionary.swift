/// The tags that are worth a row of their own, because many objects have them, and the keys of all others.
///
/// A tag in an object's bytes is a varint: the id of its row, or 0 and the id of its key, the length of the value and the value.
struct ObjectDictionary {
  /// Keys with the part they play, in the order of their ids.
  private(set) var keys: [(part: MapTagPart, key: UInt32)] = []
  /// Tags in the order of their ids, the most frequent first.
  private(set) var tags: [PackedMapTag] = []
  private var keyIDs: [UInt64: Int] = [:]
  private var tagIDs: [PackedMapTag: Int] = [:]

  /// A row costs about this many bytes besides the value.
  private static let rowCost = 10

  /// Counts the tags of all objects and entrances.
  init(_ content: StoreContent) {
    var uses: [PackedMapTag: Int] = [:]
    for tag in content.objectTags { uses[tag, default: 0] += 1 }
    let texts = content.objectTexts
    let worthy = uses.filter { tag, count in
      tag.part == .main || (count - 1) * texts[tag.value].utf8.count > ObjectDictionary.rowCost
    }
    tags = worthy.sorted { $0.value == $1.value ? isBefore($0.key, $1.key, texts) : $0.value > $1.value }.map(\.key)
    for (position, tag) in tags.enumerated() { tagIDs[tag] = position + 1 }
    numberKeys(uses, texts)
  }

  private mutating func numberKeys(_ uses: [PackedMapTag: Int], _ texts: TextTable) {
    var keyUses: [UInt64: Int] = [:]
    for tag in uses.keys { keyUses[ObjectDictionary.packed(tag), default: 0] += 1 }
    let sorted = keyUses.sorted { $0.value == $1.value ? isBefore($0.key, $1.key, texts) : $0.value > $1.value }
    for (position, entry) in sorted.enumerated() {
      keys.append((MapTagPart(rawValue: UInt8(entry.key >> 32)) ?? .extra, UInt32(truncatingIfNeeded: entry.key)))
      keyIDs[entry.key] = position + 1
    }
  }

  /// The id of a tag's key in its part.
  func keyID(_ tag: PackedMapTag) -> Int { keyIDs[ObjectDictionary.packed(tag)] ?? 0 }

  /// The id of a tag that has a row; nil for others.
  func tagID(_ tag: PackedMapTag) -> Int? { tagIDs[tag] }

  /// Writes tags.
  func encode(_ tags: some Sequence<PackedMapTag>, _ texts: TextTable) -> [UInt8] {
    var writer = ByteWriter()
    for tag in tags {
      if let id = tagIDs[tag] {
        writer.varint(id)
        continue
      }
      let value = texts[tag.value].utf8
      writer.varint(0)
      writer.varint(keyID(tag))
      writer.varint(value.count)
      for byte in value { writer.byte(byte) }
    }
    return writer.bytes
  }

  private static func packed(_ tag: PackedMapTag) -> UInt64 { UInt64(tag.part.rawValue) << 32 | UInt64(tag.key) }

  /// Any fixed order, so that the same content always gives the same store.
  private func isBefore(_ a: UInt64, _ b: UInt64, _ texts: TextTable) -> Bool {
    let (x, y) = (texts[UInt32(truncatingIfNeeded: a)], texts[UInt32(truncatingIfNeeded: b)])
    return x == y ? a >> 32 < b >> 32 : x < y
  }

  private func isBefore(_ a: PackedMapTag, _ b: PackedMapTag, _ texts: TextTable) -> Bool {
    if a.part != b.part { return a.part.rawValue < b.part.rawValue }
    return a.key == b.key ? texts[a.value] < texts[b.value] : texts[a.key] < texts[b.key]
  }
}
