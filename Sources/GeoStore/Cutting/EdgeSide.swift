import GeoModel

/// Where an edge lies as seen from a box, for counting the edges west of the points in the box.
enum EdgeSide {
  /// Its crossing is west of every point of the box that is in its rows.
  case west
  /// It touches the box, or its line passes so near that points must be tested one by one.
  case touching
  /// It never lies west of a point of the box: it is east of it, or above or below all rows.
  case elsewhere

  /// Where an edge lies.
  ///
  /// A point counts the edge when `(from.y > y) != (to.y > y)` and the edge's line is strictly west of the point: just
  /// what ``Tile/contains(_:piece:)`` tests. The side of a line is linear in the point, so two corners of the box decide.
  @inline(__always) static func of(_ from: FixedPoint, _ to: FixedPoint, seenFrom box: FixedBox) -> EdgeSide {
    if min(from.y, to.y) > box.maxY || max(from.y, to.y) <= box.minY { return .elsewhere }
    if max(from.x, to.x) < box.minX { return .west }
    if min(from.x, to.x) > box.maxX { return .elsewhere }
    let risesEastward = (to.x > from.x) == (to.y > from.y)
    let westernmost = FixedPoint(x: box.minX, y: risesEastward ? box.maxY : box.minY)
    if from.y != to.y, Tile.crossesWest(from, to, of: westernmost) { return .west }
    let easternmost = FixedPoint(x: box.maxX, y: risesEastward ? box.minY : box.maxY)
    if from.y != to.y, !Tile.crossesWest(from, to, of: easternmost) { return .elsewhere }
    return .touching
  }
}
