/// A side of a rectangle (`CGRectEdge`).
public enum MapRectEdge: String, Hashable, Sendable, CaseIterable {
  /// The western side.
  case minX
  /// The northern side.
  case minY
  /// The eastern side.
  case maxX
  /// The southern side.
  case maxY
}

extension MapRect {
  /// The smallest rectangle around both (`MKMapRectUnion`). The union with ``null`` is the other rectangle.
  public func union(_ other: MapRect) -> MapRect {
    if isNull { return other }
    if other.isNull { return self }
    let (left, top) = (min(minX, other.minX), min(minY, other.minY))
    return MapRect(x: left, y: top, width: max(maxX, other.maxX) - left, height: max(maxY, other.maxY) - top)
  }

  /// The common part (`MKMapRectIntersection`); ``null`` when they do not meet.
  public func intersection(_ other: MapRect) -> MapRect {
    guard intersects(other) else { return .null }
    let (left, top) = (max(minX, other.minX), max(minY, other.minY))
    return MapRect(x: left, y: top, width: min(maxX, other.maxX) - left, height: min(maxY, other.maxY) - top)
  }

  /// Whether they overlap (`MKMapRectIntersectsRect`). Rectangles that only touch do not. A rectangle without width or
  /// height, such as that of a line to the east, overlaps a rectangle in which its points lie.
  public func intersects(_ other: MapRect) -> Bool {
    guard !isNull, !other.isNull else { return false }
    return MapRect.overlap(minX, maxX, other.minX, other.maxX) && MapRect.overlap(minY, maxY, other.minY, other.maxY)
  }

  private static func overlap(_ a: Double, _ aEnd: Double, _ b: Double, _ bEnd: Double) -> Bool {
    if a == aEnd { return a >= b && (a < bEnd || a == b) }
    if b == bEnd { return b >= a && b < aEnd }
    return a < bEnd && b < aEnd
  }

  /// Whether another rectangle lies in it (`MKMapRectContainsRect`). Every rectangle contains ``null``.
  public func contains(_ other: MapRect) -> Bool {
    if other.isNull { return true }
    return !isNull && other.minX >= minX && other.maxX <= maxX && other.minY >= minY && other.maxY <= maxY
  }

  /// The rectangle with its sides moved inwards by map points, outwards if negative (`MKMapRectInset`); ``null`` when
  /// nothing is left.
  public func insetBy(dx: Double, dy: Double) -> MapRect {
    guard !isNull, size.width >= 2 * dx, size.height >= 2 * dy else { return .null }
    return MapRect(x: minX + dx, y: minY + dy, width: size.width - 2 * dx, height: size.height - 2 * dy)
  }

  /// The rectangle moved by map points (`MKMapRectOffset`).
  public func offsetBy(dx: Double, dy: Double) -> MapRect {
    isNull ? self : MapRect(x: minX + dx, y: minY + dy, width: size.width, height: size.height)
  }

  /// Cuts the rectangle in two, parallel to an edge (`MKMapRectDivide`).
  ///
  /// - Parameters:
  ///   - distance: map points from the edge to the cut; a value below 0 counts as 0, one beyond the other edge as the
  ///     whole.
  ///   - edge: the side of the slice.
  public func divided(atDistance distance: Double, from edge: MapRectEdge) -> (slice: MapRect, remainder: MapRect) {
    guard !isNull else { return (.null, .null) }
    let across = max(0, min(size.width, distance))
    let down = max(0, min(size.height, distance))
    let west = MapRect(x: minX, y: minY, width: edge == .minX ? across : size.width - across, height: height)
    let east = MapRect(x: west.maxX, y: minY, width: size.width - west.width, height: height)
    let north = MapRect(x: minX, y: minY, width: width, height: edge == .minY ? down : size.height - down)
    let south = MapRect(x: minX, y: north.maxY, width: width, height: size.height - north.height)
    switch edge {
    case .minX: return (west, east)
    case .maxX: return (east, west)
    case .minY: return (north, south)
    case .maxY: return (south, north)
    }
  }
}
