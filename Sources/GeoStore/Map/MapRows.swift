import GeoModel

/// The rows of the map layer: squares by ascending key, with their bytes.
struct MapRows: Sendable {
  /// A square.
  struct Head: BitwiseCopyable, Sendable {
    var key: Int64
    /// Where its bytes end; they begin where those of the square before end.
    var end: Int
  }

  private(set) var heads: MappedArray<Head>
  private(set) var bytes: MappedArray<UInt8>

  /// Puts parts of things together, which must be sorted by their squares and kinds.
  init(_ fragments: MapFragments, in workspace: Workspace?) {
    heads = MappedArray(in: workspace)
    bytes = MappedArray(in: workspace)
    bytes.reserveCapacity(fragments.bytes.count)
    let entries = fragments.entries
    var position = 0
    var row = ByteWriter()
    var group = ByteWriter()
    while position < entries.count {
      let cell = entries[position].key >> 8
      row.removeAll()
      row.byte(MapCoding.version)
      while position < entries.count, entries[position].key >> 8 == cell {
        let key = entries[position].key
        group.removeAll()
        var count = 0
        while position < entries.count, entries[position].key == key {
          fragments.read(entries[position]) { group.append($0) }
          count += 1
          position += 1
        }
        row.byte(UInt8(truncatingIfNeeded: key))
        row.varint(count)
        row.varint(group.bytes.count)
        group.bytes.withUnsafeBufferPointer { row.append($0) }
      }
      bytes.append(contentsOf: MapThinner.thinned(row.bytes, MapCell(key: Int64(cell))))
      heads.append(Head(key: Int64(cell), end: bytes.count))
    }
  }
}
