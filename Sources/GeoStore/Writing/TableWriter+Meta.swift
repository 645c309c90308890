import GeoModel

extension TableWriter {
  /// Writes what the store says about itself. Comes last: a store without it is not complete.
  func writeMeta(_ metadata: StoreMetadata, tiles: Int) throws(StoreError) {
    let row = try Statement(database, "INSERT INTO meta VALUES(?,?)")
    func put(_ key: String, _ value: String?) throws(StoreError) {
      guard let value else { return }
      row.bind(1, key)
      row.bind(2, value)
      try row.run()
    }
    try put("written_by", productVersion)
    try put("data_date", metadata.dataDate)
    try put("extracts", metadata.extracts.joined(separator: "\n"))
    try put("has_world_layer", metadata.hasWorldLayer ? "1" : "0")
    try put("attribution", metadata.attribution.joined(separator: "\n"))
    let counts = counts(tiles: tiles)
    // In a fixed order, so that the same content always gives the same bytes.
    for table in StoreFormat.countedTables { try put("count.\(table)", String(counts[table, default: 0])) }
    if let box = bounds() { try put("bounds", "\(box.minX) \(box.minY) \(box.maxX) \(box.maxY)") }
    try put("complete", "1")
  }

  private func counts(tiles: Int) -> [String: Int] {
    [
      "street": content.streets.count, "address": content.addresses.count,
      "interpolation": content.interpolations.count, "area": content.areas.count, "place": content.places.count,
      "feature": content.features.count, "object": content.objects.count, "name": numbering.names.count, "tile": tiles,
    ]
  }

  /// The box of everything but the coarse layer; nil when there is nothing else.
  private func bounds() -> FixedBox? {
    var box = FixedBox.empty
    for street in content.streets { for vertex in content.vertices(street.line) { box.formUnion(vertex) } }
    for address in content.addresses { box.formUnion(address.point) }
    for place in content.places where !place.isCoarse { box.formUnion(place.point) }
    for area in content.areas where !area.isCoarse {
      for ring in content.rings(area.rings) { for vertex in content.vertices(ring.points) { box.formUnion(vertex) } }
    }
    return box.isEmpty ? nil : box
  }
}
