import GeoModel

extension StoreReader {
  /// The box of the nearest tile content (streets, addresses) around a point by the R-tree, to jump over empty country.
  /// nil when nothing lies within the distance.
  public func nearestContent(around point: FixedPoint, withinMeters distance: Double) throws(StoreError) -> FixedBox? {
    var radius = min(distance, 1_000)
    while true {
      if let found = try nearestContent(around: point, radius) { return found }
      if radius >= distance { return nil }
      radius = min(distance, radius * 2)
    }
  }

  /// The nearest content whose box touches the circle.
  private func nearestContent(around point: FixedPoint, _ radius: Double) throws(StoreError) -> FixedBox? {
    let projection = LocalProjection(origin: point)
    var nearest: (box: FixedBox, squaredMeters: Double)?
    for search in SearchBoxes(around: point, radiusMeters: radius) {
      let statement = statements.nearbyContent
      defer { statement.reset() }
      statement.bind(search.minX, search.maxX, search.minY, search.maxY)
      while try statement.step() {
        let box = FixedBox(
          minX: Int32(truncatingIfNeeded: statement.integer(0)), minY: Int32(truncatingIfNeeded: statement.integer(2)),
          maxX: Int32(truncatingIfNeeded: statement.integer(1)), maxY: Int32(truncatingIfNeeded: statement.integer(3)))
        let squaredMeters = projection.project(box.nearest(to: point)).squaredLength
        if squaredMeters <= radius * radius, squaredMeters < nearest?.squaredMeters ?? .infinity {
          nearest = (box, squaredMeters)
        }
      }
    }
    return nearest?.box
  }

  /// The rings of an area as polygons, each an outer ring and its holes.
  public func boundary(of id: AreaID) throws(StoreError) -> [[[FixedPoint]]] {
    var polygons: [[[FixedPoint]]] = []
    for outline in try outlines(of: id) {
      var ring: [FixedPoint] = []
      for reference in outline.references { try append(reference, to: &ring) }
      if outline.isOuter || polygons.isEmpty { polygons.append([]) }
      polygons[polygons.count - 1].append(ring)
    }
    return polygons
  }

  private func outlines(of id: AreaID) throws(StoreError) -> [SharedBorders.Outline] {
    statements.boundary.bind(id.rawValue)
    defer { statements.boundary.reset() }
    guard try statements.boundary.step(), let outlines = BorderCoding.outlines(statements.boundary.blob(0)) else {
      throw damaged("boundary of area \(id.rawValue)")
    }
    return outlines
  }

  /// Continues a ring by a border, whose first vertex is the last one so far.
  private func append(_ reference: SharedBorders.Reference, to ring: inout [FixedPoint]) throws(StoreError) {
    statements.border.bind(reference.border + 1)
    defer { statements.border.reset() }
    guard try statements.border.step(), let line = BorderCoding.border(statements.border.blob(0)) else {
      throw damaged("border \(reference.border)")
    }
    ring += (reference.isReversed ? line.reversed() : line).dropFirst(ring.isEmpty ? 0 : 1)
  }

  /// The whole line of a street, put together from the tiles that it crosses.
  public func line(of id: StreetID) throws(StoreError) -> [FixedPoint] {
    var line: [FixedPoint?] = []
    try forEachTile(in: street(id).box) { tile in
      for part in tile.streets where part.id == id {
        let end = Int(part.firstVertex) + part.line.count
        if line.count < end { line += Array(repeating: nil, count: end - line.count) }
        for (offset, position) in part.line.enumerated() {
          line[Int(part.firstVertex) + offset] = tile.points[Int(position)]
        }
      }
      return true
    }
    return line.compactMap { $0 }
  }
}
