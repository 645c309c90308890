import GeoMapLayer
import GeoModel
import GeoStore
import GeoSupport

/// Encoded parts of things, with the squares they belong to.
struct MapFragments: Sendable {
  /// Where a part is.
  struct Entry: BitwiseCopyable, Sendable {
    /// The number of its square and its kind, by which it is sorted.
    var key: UInt64
    /// Where its length is, and then its bytes.
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

  /// Adds a part of a square by its place at a stored level.
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

  /// Adds the parts that others have cut, behind its own.
  mutating func append(_ other: MapFragments) {
    let start = bytes.count
    for entry in other.entries {
      entries.append(Entry(key: entry.key, start: start + entry.start))
    }
    other.bytes.withUnsafeBufferPointer { bytes.append(contentsOf: $0) }
  }

  /// Gives the bytes of a part to a closure.
  func read(_ entry: Entry, _ body: (UnsafeBufferPointer<UInt8>) -> Void) {
    bytes.withUnsafeBufferPointer { bytes in
      var reader = ByteReader(UnsafeBufferPointer(rebasing: bytes[entry.start...]))
      let count = reader.count()
      body(UnsafeBufferPointer(rebasing: reader.rest.prefix(count)))
    }
  }

  /// The squares of a level that have something in them.
  func cells(ofLevel level: Int) -> [MapCell] {
    var keys: Set<UInt64> = []
    for entry in entries where entry.key >> 40 == level { keys.insert(entry.key >> 8) }
    return keys.compactMap { MapCell(key: Int64($0)) }
  }

  /// Sorts the parts by their squares and kinds; those of a kind keep their order.
  mutating func sort() { RadixSort.sort(&entries) { $0.key } }
}
