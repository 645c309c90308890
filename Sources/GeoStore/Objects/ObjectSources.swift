import GeoModel

/// Which OpenStreetMap object is which map object, in pages that are sorted by `osm_id << 2 | type` (0 node, 1 way, 2
/// relation): the first number of a page is its row, and the bytes are, for each entry, the differences of that number and of
/// the object's id to those of the entry before.
enum ObjectSources {
  private static let pageSize = 128

  /// The number that an OpenStreetMap object is sorted by.
  static func key(_ source: SourceReference) -> Int64 {
    let type: Int64 =
      switch source.type {
      case .node: 0
      case .way: 1
      case .relation: 2
      }
    return source.id << 2 | type
  }

  /// Calls with all pages. Entries of one OpenStreetMap object stay together.
  ///
  /// - Parameter entries: sources' keys with the ids of the map objects, in the order of these; sorted here.
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

  /// The ids of an OpenStreetMap object's map objects in a page; nil when the bytes are damaged.
  static func objects(_ key: Int64, in bytes: UnsafeBufferPointer<UInt8>, first: Int64) -> [MapObjectID]? {
    var reader = ByteReader(bytes)
    var (current, object) = (first, Int64(0))
    var found: [MapObjectID] = []
    while reader.remaining > 0 {
      current &+= Int64(bitPattern: reader.varint())
      object &+= reader.signed()
      if current > key { break }
      if current == key { found.append(MapObjectID(rawValue: object)) }
    }
    return reader.isDamaged ? nil : found
  }
}
