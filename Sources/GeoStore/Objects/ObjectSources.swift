import GeoModel

/// Which OpenStreetMap object is which map object, in pages that are sorted by `osm_id << 2 | type` (0 node, 1 way, 2
/// relation): the first number of a page is its row, and the bytes are, for each entry, the differences of that number and of
/// the object's id to those of the entry before.
enum ObjectSources {
  /// One object.
  struct Entry {
    var key: Int64
    var object: Int

    /// The entry of an object.
    init(_ source: SourceReference, _ object: Int) {
      key = ObjectSources.key(source)
      self.object = object
    }
  }

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

  /// All pages. Entries of one OpenStreetMap object stay together.
  static func pages(of entries: [Entry]) -> [(first: Int64, bytes: [UInt8])] {
    let sorted = entries.sorted { ($0.key, $0.object) < ($1.key, $1.object) }
    var pages: [(first: Int64, bytes: [UInt8])] = []
    var start = 0
    while start < sorted.count {
      var end = min(start + pageSize, sorted.count)
      while end < sorted.count, sorted[end].key == sorted[end - 1].key { end += 1 }
      pages.append((sorted[start].key, encode(sorted[start..<end])))
      start = end
    }
    return pages
  }

  private static func encode(_ entries: ArraySlice<Entry>) -> [UInt8] {
    var writer = ByteWriter()
    var previous = (key: entries.first?.key ?? 0, object: 0)
    for entry in entries {
      writer.varint(UInt64(bitPattern: entry.key &- previous.key))
      writer.signed(Int64(entry.object - previous.object))
      previous = (entry.key, entry.object)
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
