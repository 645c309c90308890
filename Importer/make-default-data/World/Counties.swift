import OSMFile

/// The counties of the United States.
enum Counties {
  /// Reads the counties and extends those of the states over their coast.
  ///
  /// - Parameter states: The boundaries of the states (`ISO3166-2` of `US-…`).
  static func read(_ path: String, states: [Boundary]) throws -> [Boundary] {
    let source = try OSMFileContents(path: path).boundaries(grid: WorldLayer.grid).map { GridCutter.offGrid($0) }
    let regions = source.map { "US-" + ($0.tags["is_in:state_code"] ?? "") }
    let cells = CoastalCells(source, regionOfArea: regions, regions: RegionLookup(states))
    let additions = cells.additions(count: source.count)
    let coast = Set(CoastalCells.coast(of: source).map(\.edge))
    return source.indices.map { index in
      let lines = source[index].lines.flatMap { cutAtCoast($0, coast) }
      return Boundary(tags: CountyTags.tidy(source[index].tags), lines: lines + additions[index])
    }
  }

  /// A line with its coast cut as ``CoastalCells`` cuts it, so that the same edges come out.
  private static func cutAtCoast(_ line: [GridPoint], _ coast: Set<Edge>) -> [[GridPoint]] {
    zip(line, line.dropFirst()).compactMap { a, b in
      guard a != b else { return nil }
      return coast.contains(Edge(a, b)) ? GridCutter.cut(Edge(a, b)) : [a, b]
    }
  }
}
