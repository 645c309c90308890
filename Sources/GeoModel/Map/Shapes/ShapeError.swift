/// The reason why a shape cannot be created, with advice for the caller.
public enum ShapeError: Error, Hashable, Sendable {
  /// There are no points at all.
  case empty(String)
  /// A line has one point, or a ring fewer than three different ones.
  case tooFewPoints(String, found: Int, needed: Int)
  /// A map point is NaN or infinite; the number is its index from 0.
  case notANumber(pointAtIndex: Int)
  /// A radius is NaN, infinite or negative.
  case radius(Double)
}

extension ShapeError: CustomStringConvertible {
  /// A sentence for the user: the error and what to do.
  public var description: String {
    switch self {
    case .empty(let shape): "a \(shape) needs points, and there are none"
    case .tooFewPoints(let shape, let found, let needed):
      "a \(shape) needs \(needed) different points, and there are \(found)"
    case .notANumber(let index): "the point at index \(index) is not finite; make map points of coordinates"
    case .radius(let radius): "a radius of \(radius) m is not possible; give finite meters, 0 or more"
    }
  }
}
