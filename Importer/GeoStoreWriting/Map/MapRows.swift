import GeoMapLayer
import GeoModel
import GeoStore
import GeoSupport
import Synchronization

/// The rows of the map layer: squares by ascending key, with their bytes.
struct MapRows: Sendable {
  /// A square.
  struct Head: BitwiseCopyable, Sendable {
    var key: Int64
    /// The end of its bytes, which begin at the end of the previous square's.
    var end: Int
  }

  private(set) var heads: MappedArray<Head>
  private(set) var bytes: MappedArray<UInt8>

  /// Makes an empty list.
  private init(in workspace: Workspace?, byteCount: Int = 0) {
    heads = MappedArray(in: workspace)
    bytes = MappedArray(in: workspace)
    bytes.reserveCapacity(byteCount)
  }

  /// Assembles rows from parts, which must be sorted by square and kind.
  ///
  /// - Parameter threads: the number of threads to use. Hardly anything else is left to do at this point.
  init(_ fragments: MapFragments, threads: Int, in workspace: Workspace?) {
    let rows = Mutex(MapRows(in: workspace, byteCount: fragments.bytes.count))
    let sink = OrderedSink<MapRows> { part in rows.withLock { $0.append(part) } }
    let parts = MapRows.parts(of: fragments.entries, count: max(1, threads) * 8)
    let next = Atomic(0)
    SystemThread.perform(onThreads: threads) {
      while true {
        let part = next.wrappingAdd(1, ordering: .relaxed).oldValue
        guard part < parts.count else { return }
        sink.deliver(MapRows(fragments, parts[part], in: workspace), at: part)
      }
    }
    self = rows.withLock { $0 }
  }

  /// Splits the entries into ranges of about the same length, keeping the entries of a square together.
  private static func parts(of entries: MappedArray<MapFragments.Entry>, count: Int) -> [Range<Int>] {
    var parts: [Range<Int>] = []
    var start = 0
    while start < entries.count {
      var end = min(entries.count, start + max(1, entries.count / count))
      while end < entries.count, entries[end].key >> 8 == entries[end - 1].key >> 8 { end += 1 }
      parts.append(start..<end)
      start = end
    }
    return parts
  }

  /// Appends the next rows.
  private mutating func append(_ next: MapRows) {
    let start = bytes.count
    bytes.append(contentsOf: next.bytes)
    for head in next.heads { heads.append(Head(key: head.key, end: start + head.end)) }
  }

  /// Assembles the rows of a range of parts.
  private init(_ fragments: MapFragments, _ range: Range<Int>, in workspace: Workspace?) {
    self.init(in: workspace)
    let entries = fragments.entries
    var position = range.lowerBound
    var row = ByteWriter()
    var group = ByteWriter()
    while position < range.upperBound {
      let cell = entries[position].key >> 8
      row.removeAll()
      row.byte(MapCoding.version)
      while position < range.upperBound, entries[position].key >> 8 == cell {
        let key = entries[position].key
        group.removeAll()
        var count = 0
        while position < range.upperBound, entries[position].key == key {
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
