import GeoMapLayer

/// Coastlines in pieces with boxes, so that a test for crossings skips the pieces far from a straight line.
struct CoastPieces {
  private var pieces: [(points: ArraySlice<MapGridPoint>, box: MapGridBox)] = []
  /// The number of segments in a piece.
  private static let length = 32

  /// The pieces of some lines.
  init(_ lines: [[MapGridPoint]]) {
    for line in lines {
      for first in stride(from: 0, to: line.count - 1, by: CoastPieces.length) {
        let points = line[first...min(first + CoastPieces.length, line.count - 1)]
        pieces.append((points, MapGridBox(points)))
      }
    }
  }

  /// Whether a straight line crosses a coastline. Segments that share an end with it do not count.
  func isCrossed(from: MapGridPoint, to: MapGridPoint) -> Bool {
    let box = MapGridBox([from, to])
    return pieces.contains { piece in
      piece.box.meets(box)
        && zip(piece.points, piece.points.dropFirst()).contains { p, q in
          guard p != from, q != from, p != to, q != to else { return false }
          return from.isRight(p, to: to) != from.isRight(q, to: to) && p.isRight(from, to: q) != p.isRight(to, to: q)
        }
    }
  }
}
