import GeoModel
import OSMFile

/// A point of the world layer, rounded to its grid.
typealias GridPoint = FixedPoint

extension FixedPoint: Comparable {
  /// Orders from west to east, then from south to north.
  public static func < (a: FixedPoint, b: FixedPoint) -> Bool { a.x != b.x ? a.x < b.x : a.y < b.y }
}

/// An edge between two points, without direction.
struct Edge: Hashable, Comparable {
  let low: GridPoint
  let high: GridPoint

  /// Creates the edge between two different points.
  init(_ a: GridPoint, _ b: GridPoint) {
    low = min(a, b)
    high = max(a, b)
  }

  /// The other end of the edge.
  func other(_ end: GridPoint) -> GridPoint { end == low ? high : low }

  static func < (a: Edge, b: Edge) -> Bool { a.low != b.low ? a.low < b.low : a.high < b.high }
}

/// An area with its tags and the lines of its border, in any order and direction.
struct Boundary {
  var tags: [String: String]
  /// A point inside an odd number of rings that these lines form is in the area.
  var lines: [[GridPoint]]

  /// Whether a point is in the area, by counting the edges that an eastward ray from the point crosses.
  func contains(_ point: GridPoint) -> Bool {
    var isInside = false
    for line in lines {
      for (a, b) in zip(line, line.dropFirst()) where (a.y > point.y) != (b.y > point.y) {
        let share = Double(point.y - a.y) / Double(b.y - a.y)
        if Double(point.x) < Double(a.x) + share * (Double(b.x) - Double(a.x)) { isInside.toggle() }
      }
    }
    return isInside
  }
}

extension OSMFileContents {
  /// The relations as boundaries, with points rounded to a grid in 1e-7 degree. Points that coincide then become one.
  func boundaries(grid: Int32) -> [Boundary] {
    let points = Dictionary(uniqueKeysWithValues: nodes.map { ($0.id, GridPoint(rounding: $0, to: grid)) })
    let lines = Dictionary(uniqueKeysWithValues: ways.map { ($0.id, $0.refs.compactMap { points[$0] }) })
    return relations.map { relation in
      Boundary(tags: relation.tags, lines: relation.members.filter { $0.type == .way }.compactMap { lines[$0.id] })
    }
  }
}

extension GridPoint {
  /// Creates the nearest point of a grid.
  init(rounding node: OSMNode, to grid: Int32) {
    self.init(x: GridPoint.rounded(node.x, grid), y: GridPoint.rounded(node.y, grid))
  }

  private static func rounded(_ value: Int32, _ grid: Int32) -> Int32 {
    (value + (value < 0 ? -grid / 2 : grid / 2)) / grid * grid
  }
}

/// Finds the region that contains a point.
struct RegionLookup {
  private let regions: [(code: String, boundary: Boundary, box: FixedBox)]

  /// Creates a look-up of boundaries with codes.
  init(_ boundaries: [Boundary]) {
    regions = boundaries.compactMap { boundary in
      let box = boundary.lines.joined().reduce(into: FixedBox.empty) { $0.formUnion($1) }
      return boundary.code.map { ($0, boundary, box) }
    }
  }

  /// The code of the first region that contains a point; nil if none does.
  func region(at point: GridPoint) -> String? {
    regions.first { $0.box.contains(point) && $0.boundary.contains(point) }?.code
  }
}
