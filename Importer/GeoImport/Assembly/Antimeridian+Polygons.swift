import GeoModel

extension Antimeridian {
  /// Polygons whose edges do not run round the globe: those that cross longitude 180 are cut in two there.
  ///
  /// Almost all polygons do not and come back as they are. The others are unrolled (western longitudes grow by 360 degrees)
  /// and each ring is clipped against both sides. Clipping leaves edges along the cut; as they come in pairs wherever they
  /// bound nothing, even-odd tests are not disturbed.
  static func parts(of polygons: [[[FixedPoint]]]) -> [[[FixedPoint]]] {
    guard polygons.contains(where: { $0.contains(where: crosses) }) else { return polygons }
    return polygons.flatMap { polygon -> [[[FixedPoint]]] in
      guard polygon.contains(where: crosses) else { return [polygon] }
      return [Int64(-1), 1].compactMap { side in
        let rings = polygon.map { clip(unrolled($0), side: side) }.filter { $0.count >= 4 }
        return rings.isEmpty ? nil : rings
      }
    }
  }

  /// A point whose longitude may exceed 180 degrees.
  private struct WidePoint {
    var x: Int64
    var y: Int64
  }

  /// A ring with western longitudes grown by 360 degrees, so that it lies in one piece around longitude 180.
  private static func unrolled(_ ring: [FixedPoint]) -> [WidePoint] {
    ring.map { WidePoint(x: Int64($0.x) + ($0.x < 0 ? Globe.turn : 0), y: Int64($0.y)) }
  }

  /// The part of an unrolled ring west (-1) or east (1) of longitude 180, rolled up again and closed.
  private static func clip(_ ring: [WidePoint], side: Int64) -> [FixedPoint] {
    var result: [FixedPoint] = []
    for (from, to) in zip(ring, ring.dropFirst()) {
      let fromIsKept = (from.x - Int64(Globe.halfTurn)) * side >= 0
      let toIsKept = (to.x - Int64(Globe.halfTurn)) * side >= 0
      if fromIsKept { result.append(rolled(from, side)) }
      if fromIsKept != toIsKept { result.append(rolled(crossing(from, to), side)) }
    }
    let distinct = result.enumerated().filter { $0.offset == 0 || $0.element != result[$0.offset - 1] }.map(\.element)
    guard let first = distinct.first else { return [] }
    return distinct.last == first ? distinct : distinct + [first]
  }

  /// The point of an edge on longitude 180.
  private static func crossing(_ a: WidePoint, _ b: WidePoint) -> WidePoint {
    let fraction = Double(Int64(Globe.halfTurn) - a.x) / Double(b.x - a.x)
    return WidePoint(x: Int64(Globe.halfTurn), y: a.y + Int64((Double(b.y - a.y) * fraction).rounded()))
  }

  /// The stored point of an unrolled one, on its own side.
  private static func rolled(_ point: WidePoint, _ side: Int64) -> FixedPoint {
    FixedPoint(x: Int32(clamping: point.x - (side > 0 ? Globe.turn : 0)), y: Int32(clamping: point.y))
  }
}
