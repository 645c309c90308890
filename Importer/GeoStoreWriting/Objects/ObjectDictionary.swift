import GeoModel
import GeoStore

/// The tags that get a row of their own, because they are main tags or many objects have them, and the keys of all
/// tags.
///
/// A tag in an object's bytes is a varint: the id of its row; or 0, then the id of its key, the length of the value and
/// the value.
///
/// 1. All tags are sorted, so that equal ones are adjacent and can be counted.
/// 2. Tags that are worth a row are sorted by frequency, the most frequent first, and numbered.
/// 3. Keys are numbered likewise, by their number of distinct tags.
struct ObjectDictionary {
  /// Keys with their roles, in the order of their ids.
  private(set) var keys: [(part: MapTagPart, key: UInt32)] = []
  /// Tags in the order of their ids, the most frequent first.
  private(set) var tags: MappedArray<PackedMapTag>
  private var keyIDs: [UInt64: Int] = [:]
  private var tagIDs: NumberTable

  /// The approximate cost of a row in bytes, besides the value.
  private static let rowCost = 10

  /// Counts the tags of all objects and entrances.
  init(_ content: StoreContent) {
    let texts = content.objectTexts
    tags = MappedArray(in: content.workspace)
    var keyUses: [UInt64: Int] = [:]
    var worthy = MappedArray<Use>(in: content.workspace)
    ObjectDictionary.forEachUse(content.objectTags) { use in
      keyUses[ObjectDictionary.packed(use.tag), default: 0] += 1
      let saving = (use.count - 1) * texts[use.tag.value].utf8.count
      if use.tag.part == .main || saving > ObjectDictionary.rowCost { worthy.append(use) }
    }
    RadixSort.sort(&worthy) { UInt64(UInt32.max) - UInt64($0.count) }
    tagIDs = NumberTable(capacity: worthy.count, in: content.workspace)
    for use in worthy {
      tags.append(use.tag)
      tagIDs[ObjectDictionary.number(use.tag)] = tags.count
    }
    numberKeys(keyUses, texts)
  }

  /// A tag and its number of occurrences.
  private struct Use: Sendable {
    var tag: PackedMapTag
    var count: Int
  }

  /// Calls `body` once with each distinct tag, in a fixed order.
  private static func forEachUse(_ tags: MappedArray<PackedMapTag>, _ body: (Use) -> Void) {
    var sorted = tags
    RadixSort.sort(&sorted, by: number)
    var start = 0
    while start < sorted.count {
      var end = start + 1
      while end < sorted.count, sorted[end] == sorted[start] { end += 1 }
      body(Use(tag: sorted[start], count: end - start))
      start = end
    }
  }

  private mutating func numberKeys(_ uses: [UInt64: Int], _ texts: TextTable) {
    let sorted = uses.sorted { $0.value == $1.value ? isBefore($0.key, $1.key, texts) : $0.value > $1.value }
    for (position, entry) in sorted.enumerated() {
      keys.append((MapTagPart(rawValue: UInt8(entry.key >> 32)) ?? .extra, UInt32(truncatingIfNeeded: entry.key)))
      keyIDs[entry.key] = position + 1
    }
  }

  /// The id of a tag's key in its role.
  func keyID(_ tag: PackedMapTag) -> Int { keyIDs[ObjectDictionary.packed(tag)] ?? 0 }

  /// The id of a tag with a row; nil for others.
  func tagID(_ tag: PackedMapTag) -> Int? { tagIDs[ObjectDictionary.number(tag)] }

  /// Encodes tags.
  func encode(_ tags: some Sequence<PackedMapTag>, _ texts: TextTable, into writer: inout ByteWriter) {
    for tag in tags {
      if let id = tagID(tag) {
        writer.varint(id)
        continue
      }
      writer.varint(0)
      writer.varint(keyID(tag))
      texts.encode(tag.value, into: &writer)
    }
  }

  private static func packed(_ tag: PackedMapTag) -> UInt64 { UInt64(tag.part.rawValue) << 32 | UInt64(tag.key) }

  /// A number that identifies the tag. There are far fewer keys than 2^30, as keys are among the first texts of a map.
  private static func number(_ tag: PackedMapTag) -> UInt64 {
    UInt64(tag.part.rawValue) << 62 | UInt64(tag.key & 0x3FFF_FFFF) << 32 | UInt64(tag.value)
  }

  /// A fixed order, so that the same content always gives the same store.
  private func isBefore(_ a: UInt64, _ b: UInt64, _ texts: TextTable) -> Bool {
    let (x, y) = (texts[UInt32(truncatingIfNeeded: a)], texts[UInt32(truncatingIfNeeded: b)])
    // Compares bytes, as Swift considers texts equal that differ only in the composition of accents.
    if x.utf8.elementsEqual(y.utf8) { return a >> 32 < b >> 32 }
    return x.utf8.lexicographicallyPrecedes(y.utf8)
  }
}

extension ObjectSources {
  private static let pageSize = 128

  /// Calls `body` with all pages. Entries of one OpenStreetMap object stay together.
  ///
  /// - Parameter entries: the keys of sources with the ids of their map objects, in the order of the ids; sorted by
  ///   this function.
  static func forEachPage<Failure: Error>(
    of entries: consuming MappedArray<KeyedPosition>,
    _ body: (_ first: Int64, _ bytes: [UInt8]) throws(Failure) -> Void
  ) throws(Failure) {
    var sorted = entries
    RadixSort.sort(&sorted) { $0.key ^ 1 << 63 }
    var start = 0
    while start < sorted.count {
      var end = min(start + pageSize, sorted.count)
      while end < sorted.count, sorted[end].key == sorted[end - 1].key { end += 1 }
      try body(Int64(bitPattern: sorted[start].key), encode(sorted[start..<end]))
      start = end
    }
  }

  private static func encode(_ entries: Slice<MappedArray<KeyedPosition>>) -> [UInt8] {
    var writer = ByteWriter()
    var previous = KeyedPosition(key: entries.first?.key ?? 0, position: 0)
    for entry in entries {
      writer.varint(entry.key &- previous.key)
      writer.signed(Int64(entry.position - previous.position))
      previous = entry
    }
    return writer.bytes
  }
}
