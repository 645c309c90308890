import GeoMapLayer
import GeoModel

/// Cuts lines and rings at the edges of squares, by halving them until each part lies in one square.
struct MapClipper {
  /// The side of a square in units, as a power of two.
  let extentBits: Int32

  /// A range of squares, from one corner to another, both included.
  struct Range {
    var minX: Int32, minY: Int32, maxX: Int32, maxY: Int32

    var isOne: Bool { minX == maxX && minY == maxY }
    var width: Int { Int(maxX - minX) + 1 }
    var height: Int { Int(maxY - minY) + 1 }
  }

  /// The squares that a box touches.
  func range(of box: MapGridBox) -> Range {
    Range(
      minX: box.minX >> extentBits, minY: box.minY >> extentBits, maxX: box.maxX >> extentBits,
      maxY: box.maxY >> extentBits)
  }

  /// The number of times a line passes from one square to the next, which determines the work and the size of the
  /// result.
  func crossings(_ line: [MapGridPoint]) -> Int {
    zip(line, line.dropFirst()).reduce(0) { $0 + crossings($1.0, $1.1) }
  }

  /// The number of times rings pass from one square to the next.
  func crossings(rings: [[MapGridPoint]]) -> Int {
    rings.reduce(0) { sum, ring in
      guard let first = ring.first, let last = ring.last else { return sum }
      return sum + crossings(ring) + crossings(last, first)
    }
  }

  @inline(__always) private func crossings(_ p: MapGridPoint, _ q: MapGridPoint) -> Int {
    Int(abs(q.x >> extentBits - p.x >> extentBits)) + Int(abs(q.y >> extentBits - p.y >> extentBits))
  }

  /// Calls `body` with the part of rings in each square, closed along its edges.
  func cut(rings: [[MapGridPoint]], _ range: Range, _ body: (Int32, Int32, [[MapGridPoint]]) -> Void) {
    halve(rings, range, body) { ring, edge, isUpright, lows, highs in
      let (a, b) = MapClipper.split(ring: ring, at: edge, isUpright)
      if a.count >= 3 { lows.append(a) }
      if b.count >= 3 { highs.append(b) }
    }
  }

  /// Calls `body` with the parts of lines in each square.
  func cut(lines: [[MapGridPoint]], _ range: Range, _ body: (Int32, Int32, [[MapGridPoint]]) -> Void) {
    halve(lines, range, body) { line, edge, isUpright, lows, highs in
      MapClipper.split(line: line, at: edge, isUpright, &lows, &highs)
    }
  }

  /// Splits parts at the middle of the longer side of a range of squares, then each half again, until each range is one
  /// square.
  private func halve(
    _ parts: [[MapGridPoint]], _ range: Range, _ body: (Int32, Int32, [[MapGridPoint]]) -> Void,
    _ split: ([MapGridPoint], Int32, Bool, inout [[MapGridPoint]], inout [[MapGridPoint]]) -> Void
  ) {
    if parts.isEmpty { return }
    guard !range.isOne else { return body(range.minX, range.minY, parts) }
    var (low, high) = (range, range)
    let isUpright = range.maxX - range.minX >= range.maxY - range.minY
    let edge: Int32
    if isUpright {
      let middle = (range.minX + range.maxX) / 2
      (low.maxX, high.minX, edge) = (middle, middle + 1, (middle + 1) << extentBits)
    } else {
      let middle = (range.minY + range.maxY) / 2
      (low.maxY, high.minY, edge) = (middle, middle + 1, (middle + 1) << extentBits)
    }
    var (lows, highs): ([[MapGridPoint]], [[MapGridPoint]]) = ([], [])
    for part in parts { split(part, edge, isUpright, &lows, &highs) }
    halve(lows, low, body, split)
    halve(highs, high, body, split)
  }

  @inline(__always) private static func place(_ point: MapGridPoint, _ isUpright: Bool) -> Int32 {
    isUpright ? point.x : point.y
  }

  /// The point where a segment crosses an edge, which is the same in both directions.
  private static func crossing(_ p: MapGridPoint, _ q: MapGridPoint, _ edge: Int32, _ isUpright: Bool) -> MapGridPoint {
    let (a, b) = place(p, isUpright) < place(q, isUpright) ? (p, q) : (q, p)
    let part = Double(edge - place(a, isUpright)) / Double(place(b, isUpright) - place(a, isUpright))
    return isUpright
      ? MapGridPoint(x: edge, y: a.y + Int32((Double(b.y - a.y) * part).rounded()))
      : MapGridPoint(x: a.x + Int32((Double(b.x - a.x) * part).rounded()), y: edge)
  }

  /// The parts of a ring on both sides of an edge.
  private static func split(
    ring: [MapGridPoint], at edge: Int32, _ isUpright: Bool
  ) -> (low: [MapGridPoint], high: [MapGridPoint]) {
    var (low, high): ([MapGridPoint], [MapGridPoint]) = ([], [])
    guard var p = ring.last else { return (low, high) }
    func add(_ point: MapGridPoint, _ part: inout [MapGridPoint]) { if part.last != point { part.append(point) } }
    for q in ring {
      let (from, to) = (place(p, isUpright), place(q, isUpright))
      if from < edge && to > edge || from > edge && to < edge {
        let point = crossing(p, q, edge, isUpright)
        add(point, &low)
        add(point, &high)
      }
      if to <= edge { add(q, &low) }
      if to >= edge { add(q, &high) }
      p = q
    }
    // A part whose corners all lie on the edge has no interior.
    if !low.contains(where: { place($0, isUpright) < edge }) { low = [] }
    if !high.contains(where: { place($0, isUpright) > edge }) { high = [] }
    if low.count > 1, low.first == low.last { low.removeLast() }
    if high.count > 1, high.first == high.last { high.removeLast() }
    return (low, high)
  }

  /// Adds the parts of a line on both sides of an edge. A part along the edge belongs to the side it came from.
  private static func split(
    line: [MapGridPoint], at edge: Int32, _ isUpright: Bool, _ lows: inout [[MapGridPoint]],
    _ highs: inout [[MapGridPoint]]
  ) {
    var part: [MapGridPoint] = []
    var isLow: Bool?
    func finish(_ lows: inout [[MapGridPoint]], _ highs: inout [[MapGridPoint]]) {
      if part.count > 1 { if isLow ?? true { lows.append(part) } else { highs.append(part) } }
    }
    for point in line {
      let side = place(point, isUpright)
      if let last = part.last, side != edge, isLow == nil || isLow != (side < edge) {
        if isLow != nil {
          let cut = place(last, isUpright) == edge ? last : crossing(last, point, edge, isUpright)
          if cut != last { part.append(cut) }
          finish(&lows, &highs)
          part = [cut]
        }
        isLow = side < edge
      } else if part.isEmpty, side != edge {
        isLow = side < edge
      }
      if point != part.last { part.append(point) }
    }
    finish(&lows, &highs)
  }
}
