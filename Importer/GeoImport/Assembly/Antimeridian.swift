import GeoModel

/// Cuts lines where they cross longitude 180, so that no stored line runs round the globe.
enum Antimeridian {

  /// The line in parts that do not cross the antimeridian; almost always just the line.
  static func parts(of line: [FixedPoint]) -> [[FixedPoint]] {
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

  /// Whether any edge of a line spans more than half the globe. The box is looked at first, as nearly all lines are short.
  static func crosses(_ line: [FixedPoint]) -> Bool {
    var (low, high) = (Int32.max, Int32.min)
    for point in line { (low, high) = (min(low, point.x), max(high, point.x)) }
    guard Int64(high) - Int64(low) > Int64(Globe.halfTurn) else { return false }
    return (1..<line.count).contains { isCrossing(line[$0 - 1], line[$0]) }
  }

  /// An edge over more than half the globe is meant the short way round.
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

  /// The line without points that repeat the one before.
  private static func withoutRepetition(_ line: [FixedPoint]) -> [FixedPoint] {
    line.enumerated().filter { $0.offset == 0 || $0.element != line[$0.offset - 1] }.map(\.element)
  }
}
