import GeoMapLayer

extension MapRings {
  /// Returns outer rings, each followed by its holes.
  static func grouped(_ rings: [[MapGridPoint]]) -> [[MapGridPoint]] {
    var groups = rings.filter { doubledArea($0) > 0 }.map { [$0] }
    for hole in rings where doubledArea(hole) < 0 {
      // Most corners of a hole lie inside its ring, but some may lie on it. Of several rings the innermost counts.
      func corners(in outer: [MapGridPoint]) -> Int { hole.count { contains([outer], $0) } }
      let around = groups.indices.filter { corners(in: groups[$0][0]) * 2 > hole.count }
        .min { doubledArea(groups[$0][0]) < doubledArea(groups[$1][0]) }
      if let around { groups[around].append(hole) }
    }
    return groups.flatMap(\.self)
  }
}

/// Transforms stored geometry to the units of a tile, and cuts it at the tile's edges.
///
/// Squares of the map layer end at their edges. A tile should extend beyond its edges, so that the strokes of lines and
/// outlines have no seam. So geometry that reaches an edge continues straight for some units beyond it. Inside the tile
/// nothing changes.
struct VectorFrame {
  /// The units by which a tile extends beyond its edges: 4 of 256 points.
  static let buffer: Int32 = 64
  private static let side = VectorTileWriter.extent

  /// The position of the tile's northwestern corner in stored units.
  let west: Int32
  let north: Int32
  /// Tile units per stored unit, as a power of two.
  let shift: Int32
  /// Whether all stored geometry lies in the tile, so that nothing must be cut.
  let isWhole: Bool

  /// The tile unit nearest to a stored one.
  @inline(__always) func place(_ point: MapGridPoint) -> MapGridPoint {
    let (x, y) = (point.x &- west, point.y &- north)
    if shift >= 0 { return MapGridPoint(x: x << shift, y: y << shift) }
    let half: Int32 = 1 << (-shift - 1)
    return MapGridPoint(x: (x &+ half) >> -shift, y: (y &+ half) >> -shift)
  }

  /// Returns a ring cut to the tile; empty when it is outside.
  func ring(_ points: some Collection<MapGridPoint>) -> [MapGridPoint] {
    let placed = unrepeated(points)
    return VectorFrame.extended(ring: isWhole ? placed : VectorFrame.cut(ring: placed, 0, VectorFrame.side))
  }

  /// Returns the sections of a line in the tile.
  func lines(_ points: some Collection<MapGridPoint>) -> [[MapGridPoint]] {
    let placed = unrepeated(points)
    let parts = isWhole ? [placed] : VectorFrame.cut(line: placed, 0, VectorFrame.side)
    return parts.compactMap { $0.count > 1 ? VectorFrame.extended(line: $0) : nil }
  }

  /// Returns the position of a point in the tile; nil when it is outside. A point on an edge belongs to the eastern or
  /// southern tile.
  func point(_ point: MapGridPoint) -> MapGridPoint? {
    let placed = place(point)
    let range = 0..<VectorFrame.side
    return range.contains(placed.x) && range.contains(placed.y) ? placed : nil
  }

  private func unrepeated(_ points: some Collection<MapGridPoint>) -> [MapGridPoint] {
    var placed: [MapGridPoint] = []
    placed.reserveCapacity(points.count)
    for point in points {
      let here = place(point)
      if here != placed.last { placed.append(here) }
    }
    return placed
  }

  // MARK: Beyond the edges

  private static func isOnEdge(_ value: Int32) -> Bool { value == 0 || value == side }
  private static func outward(_ value: Int32) -> Int32 { value == 0 ? -buffer : value == side ? side + buffer : value }

  /// Extends a ring beyond the edges along which it runs.
  private static func extended(ring: [MapGridPoint]) -> [MapGridPoint] {
    guard ring.contains(where: { isOnEdge($0.x) || isOnEdge($0.y) }), let last = ring.last else { return ring }
    var result: [MapGridPoint] = []
    result.reserveCapacity(ring.count + 8)
    var p = last
    func add(_ point: MapGridPoint) { if result.last != point { result.append(point) } }
    for q in ring {
      let isUpright = p.x == q.x && isOnEdge(p.x)
      let isLevel = p.y == q.y && isOnEdge(p.y)
      if isUpright || isLevel {
        // From the point on the edge outward, along, and inward again; at a corner of the tile it stays outside.
        func out(_ point: MapGridPoint) -> MapGridPoint {
          let isCorner = isOnEdge(point.x) && isOnEdge(point.y)
          return MapGridPoint(
            x: isUpright || isCorner ? outward(point.x) : point.x, y: isLevel || isCorner ? outward(point.y) : point.y)
        }
        add(out(p))
        add(out(q))
        if !(isOnEdge(q.x) && isOnEdge(q.y)) { add(q) }
      } else {
        add(q)
      }
      p = q
    }
    if result.count > 1, result.first == result.last { result.removeLast() }
    return result
  }

  /// Extends a line straight on where it ends at an edge.
  private static func extended(line: [MapGridPoint]) -> [MapGridPoint] {
    var line = line
    func beyond(_ end: MapGridPoint, from p: MapGridPoint) -> MapGridPoint? {
      guard isOnEdge(end.x) && p.x != end.x || isOnEdge(end.y) && p.y != end.y else { return nil }
      let (dx, dy) = (Double(end.x - p.x), Double(end.y - p.y))
      let length = (dx * dx + dy * dy).squareRoot()
      return MapGridPoint(
        x: end.x + Int32((dx / length * Double(buffer)).rounded()),
        y: end.y + Int32((dy / length * Double(buffer)).rounded()))
    }
    if let more = beyond(line[line.count - 1], from: line[line.count - 2]) { line.append(more) }
    if let more = beyond(line[0], from: line[1]) { line.insert(more, at: 0) }
    return line
  }

  // MARK: Cutting

  /// Cuts a ring to a square whose coordinates go from `low` to `high`; empty when nothing is left.
  static func cut(ring: [MapGridPoint], _ low: Int32, _ high: Int32) -> [MapGridPoint] {
    var ring = ring
    for (isUpright, limit, sign) in [(true, low, Int32(1)), (true, high, -1), (false, low, 1), (false, high, -1)] {
      func depth(_ point: MapGridPoint) -> Int64 { Int64(((isUpright ? point.x : point.y) &- limit)) * Int64(sign) }
      guard ring.contains(where: { depth($0) < 0 }), var p = ring.last else { continue }
      var result: [MapGridPoint] = []
      var before = depth(p)
      for q in ring {
        let here = depth(q)
        if before < 0 && here > 0 || before > 0 && here < 0 { result.append(crossing(p, q, limit, isUpright)) }
        if here >= 0, result.last != q { result.append(q) }
        (p, before) = (q, here)
      }
      if result.count > 1, result.first == result.last { result.removeLast() }
      ring = result
    }
    return ring.count >= 3 ? ring : []
  }

  /// Cuts a line to a square whose coordinates go from `low` to `high`.
  static func cut(line: [MapGridPoint], _ low: Int32, _ high: Int32) -> [[MapGridPoint]] {
    var lines = [line]
    for (isUpright, limit, sign) in [(true, low, Int32(1)), (true, high, -1), (false, low, 1), (false, high, -1)] {
      func depth(_ point: MapGridPoint) -> Int64 { Int64(((isUpright ? point.x : point.y) &- limit)) * Int64(sign) }
      guard lines.contains(where: { $0.contains { depth($0) < 0 } }) else { continue }
      var result: [[MapGridPoint]] = []
      for line in lines {
        var part: [MapGridPoint] = []
        for (index, q) in line.enumerated() {
          let here = depth(q)
          if index > 0 {
            let p = line[index - 1]
            let before = depth(p)
            if before < 0 && here > 0 || before > 0 && here < 0 {
              let edge = crossing(p, q, limit, isUpright)
              if part.last != edge { part.append(edge) }
            }
          }
          if here >= 0 {
            if part.last != q { part.append(q) }
          } else {
            if part.count > 1 { result.append(part) }
            part = []
          }
        }
        if part.count > 1 { result.append(part) }
      }
      lines = result
    }
    return lines
  }

  /// The intersection of a segment with an edge, independent of the segment's direction.
  private static func crossing(
    _ p: MapGridPoint, _ q: MapGridPoint, _ limit: Int32, _ isUpright: Bool
  ) -> MapGridPoint {
    func along(_ point: MapGridPoint) -> Int32 { isUpright ? point.x : point.y }
    func across(_ point: MapGridPoint) -> Double { Double(isUpright ? point.y : point.x) }
    let (a, b) = along(p) < along(q) ? (p, q) : (q, p)
    let part = Double(limit - along(a)) / Double(along(b) - along(a))
    let value = Int32((across(a) + (across(b) - across(a)) * part).rounded())
    return isUpright ? MapGridPoint(x: limit, y: value) : MapGridPoint(x: value, y: limit)
  }
}
