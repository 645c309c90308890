import GeoModel

extension Placemark {
  /// Reads a placemark as a client gets it; nil when what every placemark has is missing. Unknown members are ignored.
  package init?(_ node: JSONNode) {
    guard let coordinate = Coordinate(node.member("coordinate")),
      let match = node.member("match")?.string.flatMap(Match.init(rawValue:))
    else { return nil }
    self.init(
      coordinate: coordinate, distanceMeters: node.member("distanceMeters")?.double ?? 0, match: match,
      source: SourceReference(node.member("source")))
    title = node.member("title")?.string
    subtitle = node.member("subtitle")?.string
    name = node.member("name")?.string
    formattedAddress = node.member("formattedAddress")?.strings ?? []
    coarseFields = node.member("coarseFields")?.strings ?? []
    coarseBorderDistanceMeters = node.member("coarseBorderDistanceMeters")?.double
    transliteratedFields = node.member("transliteratedFields")?.strings ?? []
    areas = node.member("areas")?.elements.compactMap(ContainingArea.init)
    trace = node.member("trace")?.elements.compactMap(TraceEntry.init)
    overlay = node.member("overlay").flatMap(ShapeOverlay.init)
    if let address = node.member("address") { readAddress(address) }
  }

  private mutating func readAddress(_ address: JSONNode) {
    subThoroughfare = address.member("houseNumber")?.string
    thoroughfare = address.member("street")?.string
    neighborhood = address.member("neighborhood")?.string
    subLocality = address.member("suburb")?.string
    locality = address.member("city")?.string
    subAdministrativeArea = address.member("county")?.string
    administrativeArea = address.member("state")?.string
    administrativeAreaCode = address.member("stateCode")?.string
    postalCode = address.member("postalCode")?.string
    country = address.member("country")?.string
    isoCountryCode = address.member("countryCode")?.string
    inlandWater = address.member("inlandWater")?.string
    ocean = address.member("ocean")?.string
    areasOfInterest = address.member("areasOfInterest")?.strings ?? []
    timeZone = address.member("timeZone")?.string
  }
}

extension Coordinate {
  /// The coordinate of `{"latitude":…,"longitude":…}`; nil when it is none.
  init?(_ node: JSONNode?) {
    guard let latitude = node?.member("latitude")?.double, let longitude = node?.member("longitude")?.double,
      let coordinate = try? Coordinate(latitude: latitude, longitude: longitude)
    else { return nil }
    self = coordinate
  }
}

extension SourceReference {
  /// The object of `{"type":…,"id":…}`; nil when it is none.
  package init?(_ node: JSONNode?) {
    guard let type = node?.member("type")?.string.flatMap(ObjectType.init(rawValue:)),
      let id = node?.member("id")?.integer
    else { return nil }
    self.init(type: type, id: Int64(id))
  }
}

extension ContainingArea {
  init?(_ node: JSONNode) {
    guard let kind = node.member("kind")?.string.flatMap(Kind.init(rawValue:)), let name = node.member("name")?.string
    else { return nil }
    self.init(
      level: node.member("level")?.integer, kind: kind, name: name, source: SourceReference(node.member("source")))
  }
}

extension TraceEntry {
  init?(_ node: JSONNode) {
    guard let field = node.member("field")?.string, let rule = node.member("rule")?.string else { return nil }
    self.init(
      field: field, value: node.member("value")?.string, rule: rule, source: SourceReference(node.member("source")),
      distanceMeters: node.member("distanceMeters")?.double, runnerUp: node.member("runnerUp")?.string)
  }
}

extension ShapeOverlay {
  /// Reads a GeoJSON geometry as ``JSONWriter/geometry(_:)`` writes it; nil when it is not a line or area.
  package init?(_ node: JSONNode) {
    var reader = GeoJSONReader()
    guard let shape = (try? reader.geometry(node))?.shape, let first = shape.firstCoordinate else { return nil }
    let edges = node.member("bbox")?.elements.compactMap(\.double) ?? []
    let region =
      edges.count == 4
      ? CoordinateRegion(south: edges[1], west: edges[0], north: edges[3], east: edges[2])
      : CoordinateRegion(shape.boundingMapRect)
    self.init(coordinate: first, title: node.member("title")?.string, boundingRegion: region, shape: shape)
  }
}

extension OverlayShape {
  /// Where the shape begins; nil when it is empty.
  fileprivate var firstCoordinate: Coordinate? {
    switch self {
    case .polyline(let line), .geodesicPolyline(let line): line.first
    case .multiPolyline(let lines), .polygon(let lines): lines.first?.first
    case .multiPolygon(let polygons): polygons.first?.first?.first
    case .circle(let center, _): center
    }
  }
}
