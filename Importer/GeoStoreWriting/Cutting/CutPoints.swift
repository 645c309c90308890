import GeoModel
import GeoStore

/// Points of one kind in the order of the Hilbert curve.
struct CutPoints: Sendable {
  /// The points.
  var points: MappedArray<FixedPoint>
  /// Their Hilbert indices, ascending.
  let indices: MappedArray<UInt64>
  /// For each point, whether it also has an outline.
  var hasOutline: MappedArray<Bool>

  /// Makes a list for points in an order. The points are filled in later.
  init(_ order: StoreNumbering.Order) {
    indices = order.indices
    points = MappedArray(in: indices.workspace)
    hasOutline = MappedArray(in: indices.workspace)
  }

  /// The points of a range that lie in a cell.
  func range(in cell: TileCell, of range: Range<Int>) -> Range<Int> {
    let lower = indices.firstPosition(notLessThan: cell.index, in: range)
    guard cell.lastIndex < .max else { return lower..<range.upperBound }
    return lower..<indices.firstPosition(notLessThan: cell.lastIndex + 1, in: lower..<range.upperBound)
  }
}
