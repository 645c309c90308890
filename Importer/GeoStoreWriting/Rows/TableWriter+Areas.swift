import GeoModel
import GeoStore

extension TableWriter {
  /// Writes the areas' rows, their boundaries and their R-tree.
  ///
  /// - Parameter boundaries: the boundaries of all areas in their new order.
  func writeAreas(_ boundaries: BoundaryRows) throws(StoreError) {
    let row = try Statement(database, insertInto: "area", columns: 18)
    let boundary = try Statement(database, insertInto: "area_boundary", columns: 2)
    var tree = try RTreeWriter(database, "area_rtree")
    let overridden = OverriddenAreas(content)
    let places = placeIDs()
    for (new, position) in numbering.areas.old.enumerated() {
      let area = content.areas[Int(position)]
      let box = content.box(of: area.rings).storable
      try row.run(
        new + 1, area.source, area.kind.rawValue, area.level, numbering.id(area.name), area.placeKind?.rawValue,
        text(area.countryCode), text(area.subdivisionCode), area.population, area.labelPlace.flatMap { places[$0] },
        text(area.timeZone), area.isCoarse, overridden.contains(area), box.minX, box.minY, box.maxX, box.maxY)
      try boundary.run(new + 1, boundaries.rings[new])
      try tree.append(Int64(new) + 1, box)
    }
    try tree.finish()
    let border = RowInserter(database, into: "border", columns: 2)
    try border.expect(boundaries.borders.count)
    for position in 0..<boundaries.borders.count { try border.append(position + 1, boundaries.borders[position]) }
  }

  /// The new ids of the places that areas refer to, by their OpenStreetMap objects.
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
    let row = RowInserter(database, into: "place", columns: 15)
    try row.expect(numbering.places.old.count)
    var tree = try RowGroupTree(database, "place_rtree")
    try areas.forEach(placeCount: numbering.places.old.count) { (new, areas) throws(StoreError) in
      let place = content.places[Int(numbering.places.old[new])]
      try row.append(
        new + 1, place.source, place.kind.rawValue, numbering.id(place.name), place.population,
        text(place.countryCode), numbering.id(place.postalCode), text(place.timeZone), place.isCoarse,
        Double(place.reachMeters), place.point, "[" + areas.map { String($0) }.joined(separator: ",") + "]",
        place.isCapital)
      try tree.append(Int64(new) + 1, FixedBox(place.point))
    }
    try tree.finish()
    try writePlacePages()
  }

  private func writePlacePages() throws(StoreError) {
    let row = try Statement(database, insertInto: "place_page", columns: 2)
    let all = numbering.places.old
    for first in stride(from: 0, to: all.count, by: StoreFormat.placesPerPage) {
      let page = all[first..<min(first + StoreFormat.placesPerPage, all.count)]
      try row.run(first / StoreFormat.placesPerPage, PlacePages.encode(page.map { content.places[Int($0)] }))
    }
  }

  /// Writes the groups of houses that share a postal code, the R-tree of these groups, and the pages of their entries.
  func write(_ groups: PostalGroups) throws(StoreError) {
    let row = try Statement(database, insertInto: "postal_group", columns: 4)
    var tree = try RTreeWriter(database, "postal_group_rtree")
    var start = 0
    for (position, group) in groups.heads.enumerated() {
      try row.run(
        position + 1, group.box.minX, group.box.minY, BytesPart(bytes: groups.bytes, range: start..<group.end))
      try tree.append(Int64(position) + 1, group.box)
      start = group.end
    }
    try tree.finish()
    let page = try Statement(database, insertInto: "postal_page", columns: 2)
    for first in stride(from: 0, to: groups.heads.count, by: StoreFormat.groupsPerPage) {
      let part = groups.heads[first..<min(first + StoreFormat.groupsPerPage, groups.heads.count)]
      try page.run(first / StoreFormat.groupsPerPage, PostalEntry.encode(part.lazy.map { $0.entry }))
    }
  }

  /// Writes the metadata of the store, of which `complete` comes last: a store without it is not complete.
  func writeMeta(_ metadata: StoreMetadata, tiles: Int) throws(StoreError) {
    let row = try Statement(database, insertInto: "meta", columns: 2)
    func put(_ key: String, _ value: String?) throws(StoreError) { if let value { try row.run(key, value) } }
    try put("written_by", productVersion)
    try put("data_date", metadata.dataDate)
    try put("extracts", metadata.extracts.joined(separator: "\n"))
    try put("has_world_layer", metadata.hasWorldLayer ? "1" : "0")
    try put("attribution", metadata.attribution.joined(separator: "\n"))
    try put("replication_url", metadata.replication.url)
    try put("replication_sequence", metadata.replication.sequence.map { String($0) })
    try put("replication_timestamp", metadata.replication.timestamp)
    for (key, lines) in [
      ("import_arguments", metadata.importArguments), ("updated_extracts", metadata.updatedExtracts),
      ("address_tables", metadata.addressTables.map(\.line)), ("area_layers", metadata.areaLayers.map(\.line)),
      ("postal_areas", metadata.postalAreas.map(\.line)), ("postal_points", metadata.postalPoints.map(\.line)),
      ("corrections", metadata.corrections.map(\.line)),
    ] where !lines.isEmpty { try put(key, lines.joined(separator: "\n")) }
    var counts = counts
    counts["name"] = numbering.names.count
    counts["tile"] = tiles
    // A fixed order, so that the same content always gives the same bytes.
    for table in StoreFormat.countedTables { try put("count.\(table)", String(counts[table, default: 0])) }
    if let box = bounds { try put("bounds", "\(box.minX) \(box.minY) \(box.maxX) \(box.maxY)") }
    try put("complete", "1")
  }
}
