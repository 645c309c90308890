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
        let rings = polygon.map { clip(unrolled($0), at: Int64(Globe.halfTurn), side: side) }.filter { $0.count >= 4 }
        return rings.isEmpty ? nil : rings.map { ring in ring.map { rolled($0, turns: side > 0 ? 1 : 0) } }
      }
    }
  }

  /// A point whose longitude may exceed 180 degrees.
  private struct WidePoint: Equatable {
    var x: Int64
    var y: Int64
  }

  /// A ring with western longitudes grown by 360 degrees, so that it is contiguous around longitude 180.
  private static func unrolled(_ ring: [FixedPoint]) -> [WidePoint] {
    ring.map { WidePoint(x: Int64($0.x) + ($0.x < 0 ? Globe.turn : 0), y: Int64($0.y)) }
  }

  /// The part of an unrolled ring west (-1) or east (1) of a longitude, closed.
  private static func clip(_ ring: [WidePoint], at x: Int64, side: Int64) -> [WidePoint] {
    var result: [WidePoint] = []
    for (from, to) in zip(ring, ring.dropFirst()) {
      let fromIsKept = (from.x - x) * side >= 0
      let toIsKept = (to.x - x) * side >= 0
      if fromIsKept { result.append(from) }
      if fromIsKept != toIsKept { result.append(crossing(from, to, at: x)) }
    }
    let distinct = result.enumerated().filter { $0.offset == 0 || $0.element != result[$0.offset - 1] }.map(\.element)
    guard let first = distinct.first else { return [] }
    return distinct.last == first ? distinct : distinct + [first]
  }

  /// The point of an edge on a longitude.
  private static func crossing(_ a: WidePoint, _ b: WidePoint, at x: Int64) -> WidePoint {
    let fraction = Double(x - a.x) / Double(b.x - a.x)
    return WidePoint(x: x, y: a.y + Int64((Double(b.y - a.y) * fraction).rounded()))
  }

  /// The stored point for an unrolled one that lies this many turns east of it.
  private static func rolled(_ point: WidePoint, turns: Int64) -> FixedPoint {
    FixedPoint(x: Int32(clamping: point.x - turns * Globe.turn), y: Int32(clamping: point.y))
  }
}

// MARK: Around the Earth

extension Antimeridian {
  /// Whether a closed ring goes around the Earth, or so far that cutting it in two at longitude 180 is not enough.
  package static func goesAround(_ ring: [FixedPoint]) -> Bool {
    guard crosses(ring) else { return false }
    let wide = unrolled(ring)
    return zip(ring, ring.dropFirst()).contains { abs(Int64($0.x) - Int64($1.x)) == Globe.turn }
      || zip(wide, wide.dropFirst()).contains { abs($0.x - $1.x) > Int64(Globe.halfTurn) }
  }

  /// The rings of a polygon of which one goes around the Earth, each as one ring between longitudes -180 and 180.
  ///
  /// A ring around the Earth has a pole inside: the one that it touches, else the nearer one. All rings of a polygon
  /// get the same pole, so that two of them bound a belt.
  package static func flattened(_ polygon: [[FixedPoint]]) -> [[FixedPoint]] {
    let rings = polygon.filter { !$0.isEmpty }.map(continued)
    let pole = rings.first(where: { $0[0].x != $0[$0.count - 1].x }).map { Antimeridian.pole(within: $0) } ?? 0
    return rings.map { ring in
      let (first, last) = (ring[0], ring[ring.count - 1])
      if first.x == last.x { return folded(ring) }
      return folded(ring + [WidePoint(x: last.x, y: pole), WidePoint(x: first.x, y: pole), first])
    }
  }

  /// A closed ring without leaps: its longitudes go on beyond 180, and end a turn from the first if it goes around.
  ///
  /// An edge from longitude -180 to 180 has no length on the Earth. But it is meant as drawn, all along its parallel,
  /// if the ring does not go around without it, or comes to it and leaves it along longitude 180.
  private static func continued(_ ring: [FixedPoint]) -> [WidePoint] {
    let steps = zip(ring, ring.dropFirst()).map { Int64($1.x) - Int64($0.x) }
    let round = steps.reduce(Int64(0)) { $0 + (abs($1) == Globe.turn ? 0 : Globe.shortWay($1)) }
    let isDrawn =
      round == 0
      || steps.indices.contains { index in
        abs(steps[index]) == Globe.turn && steps[(index + 1) % steps.count] == 0
          && steps[(index + steps.count - 1) % steps.count] == 0
      }
    var last = WidePoint(x: Int64(ring[0].x), y: Int64(ring[0].y))
    var wide = [last]
    for (step, to) in zip(steps, ring.dropFirst()) {
      let width = abs(step) == Globe.turn ? (isDrawn ? step : 0) : Globe.shortWay(step)
      last = WidePoint(x: last.x + width, y: Int64(to.y))
      wide.append(last)
    }
    return wide
  }

  /// The latitude of the pole within a ring that goes around the Earth. On the equator it is to the left.
  private static func pole(within ring: [WidePoint]) -> Int64 {
    let pole = Int64(Globe.pole)
    if let end = ring.first(where: { abs($0.y) == pole }) { return end.y }
    var sum = 0.0
    for (from, to) in zip(ring, ring.dropFirst()) { sum += Double(from.y + to.y) * Double(to.x - from.x) }
    return (sum >= 0) == (ring[ring.count - 1].x > ring[0].x) ? pole : -pole
  }

  /// A closed ring with all its parts beyond longitude 180 moved to where they are on the Earth.
  ///
  /// The lines from part to part are there twice, forth and back, so they do not affect even-odd tests. A ring of many
  /// turns is no area on the Earth; its longitudes are cut off.
  private static func folded(_ ring: [WidePoint]) -> [FixedPoint] {
    let turns = ring.map { Int64((Double($0.x + Int64(Globe.halfTurn)) / Double(Globe.turn)).rounded(.down)) }
    guard let first = turns.min(), let last = turns.max(), last - first < 4 else {
      return ring.map { rolled($0, turns: 0) }
    }
    var parts: [FixedPoint] = []
    for turn in first...last {
      let west = turn * Globe.turn - Int64(Globe.halfTurn)
      let part = clip(clip(ring, at: west, side: 1), at: west + Globe.turn, side: -1)
      guard part.count >= 4 else { continue }
      parts += part.map { rolled($0, turns: turn) }
      parts.append(parts[0])
    }
    return parts
  }
}
