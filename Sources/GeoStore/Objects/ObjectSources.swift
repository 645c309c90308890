/// Which OpenStreetMap object is which map object, in pages that are sorted by `osm_id << 2 | type` (0 node, 1 way, 2
/// relation): the first number of a page is its row, and the bytes are, for each entry, the differences of that number and of
/// the object's id to those of the entry before.
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
