/// The index from OpenStreetMap objects to map objects, in pages sorted by `osm_id << 2 | type` (0 node, 1 way, 2
/// relation).
///
/// The row number of a page is its first key. Each entry has two numbers: the differences of its key and of its map
/// object's id from those of the previous entry.
public enum ObjectSources {
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
