import GeoMapLayer
import GeoModel
import GeoStore
import GeoSupport

/// Encoded parts of features with the squares they belong to.
struct MapFragments: Sendable {
  /// The position of a part.
  struct Entry: BitwiseCopyable, Sendable {
    /// The sort key: the number of its square and its kind.
    var key: UInt64
    /// The position of the part's length, before the part's bytes.
    var start: Int
  }

  private(set) var entries: MappedArray<Entry>
  private(set) var bytes: MappedArray<UInt8>
  private var writer = ByteWriter()
  private var length = ByteWriter()

  init(in workspace: Workspace?) {
    entries = MappedArray(in: workspace)
    bytes = MappedArray(in: workspace)
  }

  /// Adds a part to a square of a stored level.
  mutating func add(_ kind: MapKind, _ grid: MapGrid, _ x: Int32, _ y: Int32, _ body: (inout ByteWriter) -> Void) {
    writer.removeAll()
    body(&writer)
    let cell = MapCell(level: grid.level, x: Int(x), y: Int(y))
    entries.append(Entry(key: UInt64(cell.key) << 8 + UInt64(kind.rawValue), start: bytes.count))
    length.removeAll()
    length.varint(writer.bytes.count)
    bytes.append(contentsOf: length.bytes)
    bytes.append(contentsOf: writer.bytes)
  }

  /// Appends the parts that another cutter made.
  mutating func append(_ other: MapFragments) {
    let start = bytes.count
    for entry in other.entries {
      entries.append(Entry(key: entry.key, start: start + entry.start))
    }
    other.bytes.withUnsafeBufferPointer { bytes.append(contentsOf: $0) }
  }

  /// Calls `body` with the bytes of a part.
  func read(_ entry: Entry, _ body: (UnsafeBufferPointer<UInt8>) -> Void) {
    bytes.withUnsafeBufferPointer { bytes in
      var reader = ByteReader(UnsafeBufferPointer(rebasing: bytes[entry.start...]))
      let count = reader.count()
      body(UnsafeBufferPointer(rebasing: reader.rest.prefix(count)))
    }
  }

  /// The squares of a level that have any content.
  func cells(ofLevel level: Int) -> [MapCell] {
    var keys: Set<UInt64> = []
    for entry in entries where entry.key >> 40 == level { keys.insert(entry.key >> 8) }
    return keys.compactMap { MapCell(key: Int64($0)) }
  }

  /// Sorts the parts by square and kind. Parts of the same kind keep their order.
  mutating func sort() { RadixSort.sort(&entries) { $0.key } }
}
