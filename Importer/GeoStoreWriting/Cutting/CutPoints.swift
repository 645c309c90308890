import GeoModel
import GeoStore

/// Points of one kind, in the order of the Hilbert curve.
struct CutPoints: Sendable {
  /// Where they are.
  var points: MappedArray<FixedPoint>
  /// Their Hilbert indices, ascending.
  let indices: MappedArray<UInt64>
  /// Whether each also has an outline.
  var hasOutline: MappedArray<Bool>

  /// Points that are still to be filled in, in an order.
  init(_ order: StoreNumbering.Order) {
    indices = order.indices
    points = MappedArray(in: indices.workspace)
    hasOutline = MappedArray(in: indices.workspace)
  }

  /// Those of a range that lie in a cell.
  func range(in cell: TileCell, of range: Range<Int>) -> Range<Int> {
    let lower = indices.firstPosition(notLessThan: cell.index, in: range)
    guard cell.lastIndex < .max else { return lower..<range.upperBound }
    return lower..<indices.firstPosition(notLessThan: cell.lastIndex + 1, in: lower..<range.upperBound)
  }
}
