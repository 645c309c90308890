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
    for search in FixedBox.around(point, radiusMeters: radius) {
      let statement = statements.nearbyContent
      defer { statement.reset() }
      statement.bind(1, search.minX)
      statement.bind(2, search.maxX)
      statement.bind(3, search.minY)
      statement.bind(4, search.maxY)
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
    statements.boundary.bind(1, id.rawValue)
    defer { statements.boundary.reset() }
    guard try statements.boundary.step(), let polygons = RingCoding.polygons(statements.boundary.blob(0)) else {
      throw damaged("boundary of area \(id.rawValue)")
    }
    return polygons
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
