import OSMFile

/// An area with its tags and the lines of its border, in any order and direction.
struct Boundary {
  var tags: [String: String]
  /// A point inside an odd number of rings that these lines form is in the area.
  var lines: [[GridPoint]]

  /// Whether a point is in the area: counts the edges that a ray from the point to the east crosses.
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
  /// The relations as boundaries, with points rounded to a grid of so many 1e-7 degrees. Points that fall together are one.
  func boundaries(grid: Int32) -> [Boundary] {
    let points = Dictionary(uniqueKeysWithValues: nodes.map { ($0.id, GridPoint(rounding: $0, to: grid)) })
    let lines = Dictionary(uniqueKeysWithValues: ways.map { ($0.id, $0.refs.compactMap { points[$0] }) })
    return relations.map { relation in
      Boundary(tags: relation.tags, lines: relation.members.filter { $0.type == .way }.compactMap { lines[$0.id] })
    }
  }
}

extension GridPoint {
  /// The nearest point of a grid.
  init(rounding node: OSMNode, to grid: Int32) {
    self.init(x: GridPoint.rounded(node.x, grid), y: GridPoint.rounded(node.y, grid))
  }

  private static func rounded(_ value: Int32, _ grid: Int32) -> Int32 {
    (value + (value < 0 ? -grid / 2 : grid / 2)) / grid * grid
  }
}
