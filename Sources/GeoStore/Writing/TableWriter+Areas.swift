import GeoModel

extension TableWriter {
  /// Writes the areas' rows, their boundaries and their R-tree.
  func writeAreas() throws(StoreError) {
    let row = try Statement(database, "INSERT INTO area VALUES(?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)")
    let boundary = try Statement(database, "INSERT INTO area_boundary VALUES(?,?)")
    var tree = try RTreeWriter(database, "area_rtree")
    let overridden = OverriddenAreas(content)
    let places = placeIDs()
    var shared = SharedBorders(content, areas: numbering.areas.old.lazy.map { Int($0) })
    for (new, position) in numbering.areas.old.enumerated() {
      let area = content.areas[Int(position)]
      let rings = content.rings(area.rings)
      let box = FixedBox(around: rings.lazy.flatMap { content.vertices($0.points) })
      row.bind(1, new + 1)
      bind(area, row)
      row.bind(11, area.labelPlace.flatMap { places[$0] })
      row.bind(14, overridden.contains(area) ? 1 : 0)
      row.bind(15, box.minX)
      row.bind(16, box.minY)
      row.bind(17, box.maxX)
      row.bind(18, box.maxY)
      try row.run()
      boundary.bind(1, new + 1)
      boundary.bind(2, BorderCoding.encode(shared.outlines(of: Int(position))))
      try boundary.run()
      try tree.append(Int64(new) + 1, box)
    }
    try tree.finish()
    try write(borders: shared.borders)
  }

  private func write(borders: MappedArray<PointRange>) throws(StoreError) {
    let row = try Statement(database, "INSERT INTO border VALUES(?,?)")
    for (position, border) in borders.enumerated() {
      row.bind(1, position + 1)
      row.bind(2, BorderCoding.encode(content.vertices(border)))
      try row.run()
    }
  }

  private func bind(_ area: AreaRecord, _ row: Statement) {
    row.bind(source: area.source)
    row.bind(4, area.kind.rawValue)
    row.bind(5, area.level)
    row.bind(6, numbering.id(area.name))
    row.bind(7, area.placeKind?.rawValue)
    row.bind(8, text(area.countryCode))
    row.bind(9, text(area.subdivisionCode))
    row.bind(10, area.population)
    row.bind(12, text(area.timeZone))
    row.bind(13, area.isCoarse ? 1 : 0)
  }

  /// The new ids of the places that areas name, by their OpenStreetMap objects.
  private func placeIDs() -> [SourceReference: Int] {
    let wanted = Set(content.areas.lazy.compactMap { $0.labelPlace })
    var ids: [SourceReference: Int] = [:]
    for (new, position) in numbering.places.old.enumerated() {
      if let source = content.places[Int(position)].source, wanted.contains(source) { ids[source] = new + 1 }
    }
    return ids
  }

  /// Writes the places' rows, their pages and their R-tree.
  ///
  /// - Parameter areas: the administrative areas that contain each place.
  func writePlaces(areas: PlaceAreas) throws(StoreError) {
    let row = try Statement(database, "INSERT INTO place VALUES(?,?,?,?,?,?,?,?,?,?,?,?,?,?)")
    var tree = try RowGroupTree(database, "place_rtree")
    try areas.forEach(placeCount: numbering.places.old.count) { (new, areas) throws(StoreError) in
      let place = content.places[Int(numbering.places.old[new])]
      row.bind(1, new + 1)
      row.bind(source: place.source)
      row.bind(4, place.kind.rawValue)
      row.bind(5, numbering.id(place.name))
      row.bind(6, place.population)
      row.bind(7, text(place.countryCode))
      row.bind(8, numbering.id(place.postalCode))
      row.bind(9, text(place.timeZone))
      row.bind(10, place.isCoarse ? 1 : 0)
      row.bind(11, Double(place.reachMeters))
      row.bind(12, place.point.x)
      row.bind(13, place.point.y)
      row.bind(14, "[" + areas.map { String($0) }.joined(separator: ",") + "]")
      try row.run()
      try tree.append(Int64(new) + 1, FixedBox(place.point))
    }
    try tree.finish()
    try writePlacePages()
  }

  private func writePlacePages() throws(StoreError) {
    let row = try Statement(database, "INSERT INTO place_page VALUES(?,?)")
    let all = numbering.places.old
    for first in stride(from: 0, to: all.count, by: StoreFormat.placesPerPage) {
      let page = all[first..<min(first + StoreFormat.placesPerPage, all.count)]
      row.bind(1, first / StoreFormat.placesPerPage)
      row.bind(2, PlacePages.encode(page.map { content.places[Int($0)] }))
      try row.run()
    }
  }
}
