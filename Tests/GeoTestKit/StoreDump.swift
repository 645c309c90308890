import GeoModel
import GeoStore

/// All contents of a store as texts, to compare two stores or to query damaged ones completely.
package struct StoreDump {
  private let reader: StoreReader

  /// Creates a dump through a reader.
  package init(_ reader: StoreReader) { self.reader = reader }

  /// The contents around a point: its tile, everything that the tile refers to, its neighbors, postal codes and map
  /// objects.
  ///
  /// - Throws: ``StoreError`` where the store is damaged.
  package func text(at point: FixedPoint) throws(StoreError) -> String {
    var text = ""
    let tile = try reader.tile(containing: point)
    text += "tile \(tile.box)\n"
    for area in tile.covering { text += "covered by \(try self.text(area))\n" }
    for area in tile.coarseAlternatives { text += "else \(try self.text(area))\n" }
    for piece in tile.pieces { text += "piece \(try self.text(piece.owner)) \(tile.contains(point, piece: piece))\n" }
    for place in tile.places { text += "place \(place) \(try self.text(place.id))\n" }
    for street in tile.streets {
      text +=
        "street \(try reader.street(street.id)) \(try names(street.name)) \(Array(tile.vertices(of: street.line)))\n"
      text += "line \(try reader.line(of: street.id))\n"
    }
    for stretch in tile.interpolations { text += "interpolation \(try reader.interpolation(stretch.id))\n" }
    for address in tile.addresses { text += "address \(try self.text(address.id)) \(address)\n" }
    for feature in tile.features { text += "feature \(try reader.feature(feature.id)) \(feature)\n" }
    text += try neighbors(point)
    text += try postalCodes(point) + objects(point)
    try reader.confirm()
    return text
  }

  /// The tiles of a small and a large box around the point.
  private func neighbors(_ point: FixedPoint) throws(StoreError) -> String {
    var text = ""
    for meters in [2_000.0, 40_000] {
      for box in SearchBoxes(around: point, radiusMeters: meters) {
        try reader.forEachTile(in: box) { tile in
          text += "near \(tile.box) \(tile.streets.count) \(tile.addresses.count) \(tile.pieces.count)\n"
          return true
        }
      }
    }
    return text
  }

  private func postalCodes(_ point: FixedPoint) throws(StoreError) -> String {
    var text = ""
    let projection = LocalProjection(origin: point)
    try reader.forEachPostalGroup(near: projection, squaredBound: 1e8, where: { _ in true }) {
      (group, bound) throws(StoreError) in
      guard let house = try group.nearest(to: projection, squaredBound: bound) else { return }
      bound = house.squaredMeters
      text += "code \(try reader.name(group.code)) \(house.squaredMeters) \(try self.text(house.house))\n"
    }
    return text
  }

  private func objects(_ point: FixedPoint) throws(StoreError) -> String {
    guard reader.hasObjects else { return "" }
    var found: [MapObjectSketch] = []
    try reader.objects(around: point, withinMeters: 300, ranks: 0...30) { found.append($0) }
    var text = ""
    for sketch in found.prefix(40) {
      let object = try reader.object(sketch.id, withGeometry: true)
      text += "object \(sketch) \(object) \(try reader.entrances(of: object))\n"
      text += "rows \(try reader.objects(of: object.source))\n"
    }
    return text
  }

  private func text(_ owner: TilePiece.Owner) throws(StoreError) -> String {
    switch owner {
    case .area(let id): try text(id)
    case .address(let id, _), .building(let id, _): try text(id)
    case .feature(let id): "\(try reader.feature(id))"
    }
  }

  private func text(_ id: AreaID) throws(StoreError) -> String {
    let area = try reader.area(id)
    let label = try area.labelPlace.map { (id) throws(StoreError) in try text(id) }
    let source = area.source.map { "\($0)" } ?? ""
    return """
      area \(source) \(area.kind) \(area.level) \(try names(area.name)) \(area.countryCode ?? "") \(area.timeZone ?? "") \
      \(area.subdivisionCode ?? "") \(area.population) \(area.isCoarse) \(area.isOverridden) \(area.box) \(label ?? "") \
      \(try reader.boundary(of: id).flatMap { $0 }.map(\.count))
      """
  }

  private func text(_ id: PlaceID) throws(StoreError) -> String {
    let place = try reader.place(id)
    return """
      \(place.kind) \(try names(place.name)) \(place.population) \(place.countryCode ?? "") \(place.timeZone ?? "") \(place.point) \
      \(place.reachMeters) \(place.isCoarse) \(place.areas.map(\.rawValue))
      """
  }

  private func text(_ id: AddressID) throws(StoreError) -> String {
    let row = try reader.address(id)
    let others = [row.street, row.city, row.postalCode, row.houseName].compactMap { $0 }
    var texts: [String] = []
    for name in others { texts.append(try names(name)) }
    return "\(row) \(texts)"
  }

  private func names(_ id: NameID) throws(StoreError) -> String {
    let translations = try reader.translations(id).map { "\($0.language)=\($0.text)" }
    return try reader.name(id) + " " + translations.joined(separator: ",")
  }
}
