// Encodes placemarks with Swift's own encoders, with the names and digits of the protocol. Coordinates have at most
// seven decimals, distances one. Unknown values are left out.

extension Placemark: Codable {
  private enum Key: String, CodingKey {
    case coordinate, address, match, distanceMeters, source, nearby, names
    case coarseBorderDistanceMeters, transliteratedFields, areas, layers, road, trace, overlay
  }

  /// Writes the placemark as the daemon does.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(RoundedCoordinate(coordinate), forKey: .coordinate)
    try container.encode(match, forKey: .match)
    try container.encode(distanceMeters.roundedToDecimeters, forKey: .distanceMeters)
    try container.encodeIfPresent(source.map { NamedSource($0, sourceTable) }, forKey: .source)
    var address = container.nestedContainer(keyedBy: PlacemarkField.Key.self, forKey: .address)
    for field in PlacemarkField.address { try address.encode(field, of: self) }
    var others = encoder.container(keyedBy: PlacemarkField.Key.self)
    for field in PlacemarkField.besideAddress { try others.encode(field, of: self) }
    try container.encodeIfPresent(nearby, forKey: .nearby)
    if let names {
      var local = container.nestedContainer(keyedBy: PlacemarkField.Key.self, forKey: .names)
      for field in PlacemarkField.named { try local.encodeIfPresent(names[field], forKey: .init(field)) }
    }
    try container.encodeIfPresent(coarseBorderDistanceMeters?.roundedToDecimeters, forKey: .coarseBorderDistanceMeters)
    if !transliteratedFields.isEmpty { try container.encode(transliteratedFields, forKey: .transliteratedFields) }
    try container.encodeIfPresent(areas, forKey: .areas)
    if let layers {
      var names = container.nestedContainer(keyedBy: LayerKey.self, forKey: .layers)
      for layer in layers { try names.encode(layer.areas, forKey: LayerKey(layer.layer)) }
    }
    try container.encodeIfPresent(road, forKey: .road)
    try container.encodeIfPresent(trace, forKey: .trace)
    try container.encodeIfPresent(overlay, forKey: .overlay)
  }

  /// Reads the output of ``encode(to:)`` or of the daemon; skips unknown members.
  ///
  /// - Throws: `DecodingError` when the coordinate or the match is missing or unknown, or a member has a wrong type.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    let source = try container.decodeIfPresent(NamedSource.self, forKey: .source)
    self.init(
      coordinate: try container.decode(Coordinate.self, forKey: .coordinate),
      distanceMeters: try container.decodeIfPresent(Double.self, forKey: .distanceMeters) ?? 0,
      match: try container.decode(Match.self, forKey: .match),
      source: source.map { SourceReference(type: $0.type, id: $0.id) })
    sourceTable = source?.name
    let others = try decoder.container(keyedBy: PlacemarkField.Key.self)
    for field in PlacemarkField.besideAddress { try others.decode(field, into: &self) }
    nearby = try container.decodeIfPresent(NearbySettlement.self, forKey: .nearby)
    if container.contains(.names) {
      let local = try container.nestedContainer(keyedBy: PlacemarkField.Key.self, forKey: .names)
      names = try PlacemarkField.named.reduce(into: [:]) { names, field in
        names[field] = try local.decodeIfPresent(String.self, forKey: .init(field))
      }
    }
    coarseBorderDistanceMeters = try container.decodeIfPresent(Double.self, forKey: .coarseBorderDistanceMeters)
    transliteratedFields = try container.decodeIfPresent([String].self, forKey: .transliteratedFields) ?? []
    areas = try container.decodeIfPresent([ContainingArea].self, forKey: .areas)
    if container.contains(.layers) {
      let names = try container.nestedContainer(keyedBy: LayerKey.self, forKey: .layers)
      // Sorted, because a decoder's keys have no order.
      layers = try names.allKeys.sorted { $0.stringValue < $1.stringValue }.map {
        LayerAreas(layer: $0.stringValue, areas: try names.decode([LayerArea].self, forKey: $0))
      }
    }
    road = try container.decodeIfPresent(PlacemarkRoad.self, forKey: .road)
    trace = try container.decodeIfPresent([TraceEntry].self, forKey: .trace)
    overlay = try container.decodeIfPresent(ShapeOverlay.self, forKey: .overlay)
    guard container.contains(.address) else { return }
    let address = try container.nestedContainer(keyedBy: PlacemarkField.Key.self, forKey: .address)
    for field in PlacemarkField.address { try address.decode(field, into: &self) }
  }
}

/// The name of a layer as a key.
private struct LayerKey: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(_ name: String) { stringValue = name }
  init?(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}

/// The source of a placemark, with the name of its table if it is a row of one.
private struct NamedSource: Codable {
  var type: SourceReference.ObjectType
  var name: String?
  var id: Int64

  init(_ source: SourceReference, _ table: String?) { (type, name, id) = (source.type, table, source.id) }
}

extension PlacemarkField {
  /// A field as a key of Swift's encoders.
  fileprivate struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(_ field: PlacemarkField) { stringValue = field.name }
    init?(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  /// The fields outside of `address`.
  fileprivate static let besideAddress = allCases.filter { !address.contains($0) }
}

extension KeyedEncodingContainer<PlacemarkField.Key> {
  /// Writes a field unless it is empty; derived fields are written by their own types.
  fileprivate mutating func encode(_ field: PlacemarkField, of placemark: Placemark) throws {
    if case .derived = field.setter { return }
    switch field.value(of: placemark) {
    case .text(let text): try encode(text, forKey: Key(field))
    case .list(let texts): try encode(texts, forKey: Key(field))
    case .none, .number: break
    }
  }
}

extension KeyedDecodingContainer<PlacemarkField.Key> {
  /// Reads a field, if it is there.
  fileprivate func decode(_ field: PlacemarkField, into placemark: inout Placemark) throws {
    switch field.setter {
    case .text(let set): set(&placemark, try decodeIfPresent(String.self, forKey: Key(field)))
    case .list(let set): set(&placemark, try decodeIfPresent([String].self, forKey: Key(field)) ?? [])
    case .derived: break
    }
  }
}

extension TraceEntry {
  private enum Key: String, CodingKey { case field, value, rule, source, distanceMeters, runnerUp }

  /// Writes the entry as the daemon does.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(field, forKey: .field)
    try container.encodeIfPresent(value, forKey: .value)
    try container.encode(rule, forKey: .rule)
    try container.encodeIfPresent(source, forKey: .source)
    try container.encodeIfPresent(distanceMeters?.roundedToDecimeters, forKey: .distanceMeters)
    try container.encodeIfPresent(runnerUp, forKey: .runnerUp)
  }
}

extension Coordinate {
  private enum Key: String, CodingKey { case latitude, longitude }

  /// Reads `{"latitude":…,"longitude":…}`.
  ///
  /// - Throws: `DecodingError` that names the member that is missing or out of range.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    let latitude = try container.decode(Double.self, forKey: .latitude)
    let longitude = try container.decode(Double.self, forKey: .longitude)
    do throws(CoordinateError) { try self.init(latitude: latitude, longitude: longitude) } catch {
      throw DecodingError.dataCorrupted(.init(codingPath: container.codingPath, debugDescription: error.description))
    }
  }
}

/// A coordinate rounded for output.
struct RoundedCoordinate: Encodable {
  let latitude: Double
  let longitude: Double

  init(_ coordinate: Coordinate) {
    latitude = coordinate.latitude.roundedToUnits
    longitude = coordinate.longitude.roundedToUnits
  }
}

extension Double {
  /// Degrees to seven decimals, a centimeter.
  var roundedToUnits: Double { (self * FixedPoint.unitsPerDegree).rounded() / FixedPoint.unitsPerDegree }
  var roundedToDecimeters: Double { (self * 10).rounded() / 10 }
}

extension NearbySettlement {
  private enum Key: String, CodingKey { case name, distanceMeters, bearingDegrees, text, source }

  /// Writes it as the daemon does.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(name, forKey: .name)
    try container.encode(distanceMeters.roundedToDecimeters, forKey: .distanceMeters)
    try container.encode(bearingDegrees.roundedToDecimeters, forKey: .bearingDegrees)
    try container.encode(text, forKey: .text)
    try container.encodeIfPresent(source, forKey: .source)
  }
}
