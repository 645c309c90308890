/// Cuts lines where they cross longitude 180, so that no stored line runs around the globe.
package enum Antimeridian {
  /// The line in parts that do not cross the antimeridian; almost always just the line.
  package static func parts(of line: [FixedPoint]) -> [[FixedPoint]] {
    guard crosses(line) else { return [line] }
    var parts: [[FixedPoint]] = []
    var part: [FixedPoint] = [line[0]]
    for index in 1..<line.count {
      if isCrossing(line[index - 1], line[index]) {
        let (before, after) = cut(line[index - 1], line[index])
        part.append(before)
        parts.append(part)
        part = [after]
      }
      part.append(line[index])
    }
    parts.append(part)
    return parts.map(withoutRepetition).filter { $0.count >= 2 }
  }

  /// Whether any edge of a line spans more than half the globe. Checks the extent of the line first, as nearly all
  /// lines are short.
  package static func crosses(_ line: [FixedPoint]) -> Bool {
    var (low, high) = (Int32.max, Int32.min)
    for point in line { (low, high) = (min(low, point.x), max(high, point.x)) }
    guard Int64(high) - Int64(low) > Int64(Globe.halfTurn) else { return false }
    return (1..<line.count).contains { isCrossing(line[$0 - 1], line[$0]) }
  }

  /// Whether an edge crosses the antimeridian: an edge over more than half the globe takes the short way around.
  private static func isCrossing(_ a: FixedPoint, _ b: FixedPoint) -> Bool {
    abs(Int64(a.x) - Int64(b.x)) > Int64(Globe.halfTurn)
  }

  /// The two points, one on each side, where an edge meets the antimeridian.
  private static func cut(_ a: FixedPoint, _ b: FixedPoint) -> (FixedPoint, FixedPoint) {
    let toEdge = Double(Globe.halfTurn) - abs(Double(a.x))
    let beyond = Double(Globe.halfTurn) - abs(Double(b.x))
    let fraction = toEdge + beyond > 0 ? toEdge / (toEdge + beyond) : 0
    let y = Int32(clamping: Int64((Double(a.y) + (Double(b.y) - Double(a.y)) * fraction).rounded()))
    let side = a.x > 0 ? Globe.halfTurn : -Globe.halfTurn
    return (FixedPoint(x: side, y: y), FixedPoint(x: -side, y: y))
  }

  /// The line without consecutive duplicates.
  private static func withoutRepetition(_ line: [FixedPoint]) -> [FixedPoint] {
    line.enumerated().filter { $0.offset == 0 || $0.element != line[$0.offset - 1] }.map(\.element)
  }
}

extension Antimeridian {
  /// Cuts polygons that cross longitude 180 in two there, so that no edge runs around the globe.
  ///
  /// Almost all polygons do not cross it and are returned unchanged. The others are unrolled (western longitudes grow
  /// by 360 degrees) and each ring is clipped to both sides. Clipping leaves edges along the cut. Where these bound
  /// nothing they come in pairs, so they do not affect even-odd tests.
  package static func parts(of polygons: [[[FixedPoint]]]) -> [[[FixedPoint]]] {
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

  /// A ring with western longitudes grown by 360 degrees, so that it is contiguous around longitude 180.
  private static func unrolled(_ ring: [FixedPoint]) -> [WidePoint] {
    ring.map { WidePoint(x: Int64($0.x) + ($0.x < 0 ? Globe.turn : 0), y: Int64($0.y)) }
  }

  /// The part of an unrolled ring west (-1) or east (1) of longitude 180, rolled back and closed.
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

  /// The stored point for an unrolled one, on the given side.
  private static func rolled(_ point: WidePoint, _ side: Int64) -> FixedPoint {
    FixedPoint(x: Int32(clamping: point.x - (side > 0 ? Globe.turn : 0)), y: Int32(clamping: point.y))
  }
}
