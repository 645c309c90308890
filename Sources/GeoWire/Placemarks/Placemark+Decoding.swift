import GeoModel

extension Placemark {
  /// Reads a placemark as a client gets it; nil if a required member is missing. Unknown members are ignored.
  package init?(_ node: JSONNode) {
    guard let coordinate = Coordinate(node.member("coordinate")),
      let match = node.member("match")?.string.flatMap(Match.init(rawValue:))
    else { return nil }
    self.init(
      coordinate: coordinate, distanceMeters: node.member("distanceMeters")?.double ?? 0, match: match,
      source: SourceReference(node.member("source")))
    sourceTable = node.member("source")?.member("name")?.string
    let address = node.member("address")
    for field in PlacemarkField.allCases { read(field, of: PlacemarkField.address.contains(field) ? address : node) }
    nearby = node.member("nearby").flatMap(NearbySettlement.init)
    names = node.member("names")?.members.reduce(into: [:]) { names, member in
      if let field = PlacemarkField(name: member.0) { names[field] = member.1.string }
    }
    coarseBorderDistanceMeters = node.member("coarseBorderDistanceMeters")?.double
    transliteratedFields = node.member("transliteratedFields")?.strings ?? []
    areas = node.member("areas")?.elements.compactMap(ContainingArea.init)
    layers = node.member("layers")?.members.map { name, areas in
      LayerAreas(layer: name, areas: areas.elements.compactMap(LayerArea.init))
    }
    road = node.member("road").flatMap(PlacemarkRoad.init)
    trace = node.member("trace")?.elements.compactMap(TraceEntry.init)
    overlay = node.member("overlay").flatMap(ShapeOverlay.init)
  }

  /// Reads a field from a node; derived fields are read by their own types.
  private mutating func read(_ field: PlacemarkField, of node: JSONNode?) {
    guard let member = node?.member(field.key) else { return }
    switch field.setter {
    case .text(let set): set(&self, member.string)
    case .list(let set): set(&self, member.strings ?? [])
    case .derived: break
    }
  }
}

extension Coordinate {
  /// Reads `{"latitude":…,"longitude":…}`; nil if it is not a coordinate.
  init?(_ node: JSONNode?) {
    guard let latitude = node?.member("latitude")?.double, let longitude = node?.member("longitude")?.double,
      let coordinate = try? Coordinate(latitude: latitude, longitude: longitude)
    else { return nil }
    self = coordinate
  }
}

extension SourceReference {
  /// Reads `{"type":…,"id":…}`; nil if it is not an object reference.
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
    let codes = (node.member("codes")?.members ?? []).compactMap { word, code in code.string.map { (word, $0) } }
    if !codes.isEmpty { self.codes = Dictionary(codes, uniquingKeysWith: { $1 }) }
  }
}

extension NearbySettlement {
  /// Reads the settlement that a point is near; nil if a part is missing.
  init?(_ node: JSONNode) {
    guard let name = node.member("name")?.string, let meters = node.member("distanceMeters")?.double,
      let bearing = node.member("bearingDegrees")?.double, (0...360).contains(bearing), meters >= 0, meters < 1e8
    else { return nil }
    self.init(
      name: name, distanceMeters: meters, bearingDegrees: bearing, source: SourceReference(node.member("source")))
  }
}

extension LayerArea {
  /// Reads an area of a layer; nil if it has no name.
  package init?(_ node: JSONNode) {
    guard let name = node.member("name")?.string else { return nil }
    let properties = (node.member("properties")?.members ?? []).compactMap { name, value in
      LayerValue(value).map { (name, $0) }
    }
    self.init(name: name, id: node.member("id")?.string, properties: Dictionary(properties, uniquingKeysWith: { $1 }))
  }
}

extension LayerValue {
  /// Below this, every whole number is exact as a double.
  private static let exactBelow = 9_007_199_254_740_992.0

  /// Reads a JSON value. Numbers beyond the exact ones, arrays and objects become their text, on one line. Nil for
  /// null.
  init?(_ node: JSONNode) {
    if let text = node.string {
      self = .text(text)
    } else if let flag = node.bool {
      self = .flag(flag)
    } else if let number = node.double, abs(number) < LayerValue.exactBelow {
      self = .number(number)
    } else if node.isNumber {
      // The double would be another number.
      self = .text(String(decoding: node.text, as: UTF8.self))
    } else if node.isArray || node.isObject {
      // JSON strings contain no control characters, so these are white space.
      self = .text(String(decoding: node.text.filter { $0 >= 0x20 }, as: UTF8.self))
    } else {
      return nil
    }
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
  /// The first coordinate of the shape; nil if it is empty.
  fileprivate var firstCoordinate: Coordinate? {
    switch self {
    case .polyline(let line), .geodesicPolyline(let line): line.first
    case .multiPolyline(let lines), .polygon(let lines): lines.first?.first
    case .multiPolygon(let polygons): polygons.first?.first?.first
    case .circle(let center, _): center
    }
  }
}
