/// Finds the region that a point lies in.
struct RegionLookup {
  private struct Region {
    var code: String
    var boundary: Boundary
    var low: GridPoint
    var high: GridPoint
  }

  private let regions: [Region]

  /// A lookup among boundaries that have a code.
  init(_ boundaries: [Boundary]) {
    regions = boundaries.compactMap { boundary in
      let points = boundary.lines.joined()
      guard let code = boundary.code, let first = points.first else { return nil }
      var (low, high) = (first, first)
      for point in points {
        low = GridPoint(x: min(low.x, point.x), y: min(low.y, point.y))
        high = GridPoint(x: max(high.x, point.x), y: max(high.y, point.y))
      }
      return Region(code: code, boundary: boundary, low: low, high: high)
    }
  }

  /// The code of the first region that contains a point; nil when none does.
  func region(at point: GridPoint) -> String? {
    regions.first {
      point.x >= $0.low.x && point.x <= $0.high.x && point.y >= $0.low.y && point.y <= $0.high.y
        && $0.boundary.contains(point)
    }?.code
  }
}
