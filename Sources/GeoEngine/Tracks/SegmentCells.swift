import GeoModel
import GeoSupport

/// A grid index of segments by the cells that they pass through.
struct SegmentCells {
  /// Cells have sides of 2^14 units, which is 182 m of latitude.
  private static let bits: Int64 = 14
  /// The step along a segment, in meters, so short that it misses no more than the corner of a cell.
  private static let stepMeters = 20.0

  /// The first entry of each cell.
  private var first: [UInt64: Int32] = [:]
  /// Segments, each with the next entry of its cell; -1 for none.
  private var entries: [(segment: Int32, next: Int32)] = []

  /// Adds a segment.
  ///
  /// - Parameters:
  ///   - start: its first vertex.
  ///   - step: its second vertex, in meters of a projection around the first one.
  ///   - meters: its length.
  mutating func insert(_ segment: Int32, from start: FixedPoint, step: LocalPoint, meters: Double) {
    let projection = LocalProjection(origin: start)
    let steps = max(1, (meters / SegmentCells.stepMeters).rounded(.up))
    var last: UInt64?
    for index in 0...Int(steps) {
      let share = Double(index) / steps
      let point = projection.unproject(LocalPoint(x: step.x * share, y: step.y * share))
      let key = SegmentCells.key(SegmentCells.column(point.x), SegmentCells.row(point.y))
      guard key != last else { continue }
      last = key
      let entry = Int32(entries.count)
      entries.append((segment, first.updateValue(entry, forKey: key) ?? -1))
    }
  }

  /// Calls the body with the segments in the cells that a box touches; with some segments more than once.
  ///
  /// - Parameters:
  ///   - width: half the width of the box, in units of 1e-7 degree.
  ///   - height: half its height.
  func forEachSegment(around point: FixedPoint, width: Int64, height: Int64, _ body: (Int32) -> Void) {
    let columns = (Int64(point.x) - width) >> SegmentCells.bits...(Int64(point.x) + width) >> SegmentCells.bits
    let rows = (Int64(point.y) - height) >> SegmentCells.bits...(Int64(point.y) + height) >> SegmentCells.bits
    for row in rows {
      for column in columns {
        // Beyond the antimeridian the columns of the other side follow.
        let isOutside = abs(column << SegmentCells.bits) > Int64(Globe.halfTurn)
        let wrapped = isOutside ? SegmentCells.column(Globe.longitude(column << SegmentCells.bits)) : column
        var entry = first[SegmentCells.key(wrapped, row)] ?? -1
        while entry >= 0 {
          let (segment, next) = entries[Int(entry)]
          body(segment)
          entry = next
        }
      }
    }
  }

  mutating func removeAll() {
    first.removeAll(keepingCapacity: true)
    entries.removeAll(keepingCapacity: true)
  }

  private static func column(_ x: Int32) -> Int64 { Int64(x) >> bits }
  private static func row(_ y: Int32) -> Int64 { Int64(y) >> bits }
  private static func key(_ column: Int64, _ row: Int64) -> UInt64 {
    UInt64(truncatingIfNeeded: column) << 32 | UInt64(UInt32(truncatingIfNeeded: row))
  }
}
