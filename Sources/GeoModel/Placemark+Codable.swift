// Placemarks for Swift's own encoders, under the names and with the digits of the protocol: coordinates have at most seven decimals,
// distances one. What is not known is left out.

extension Placemark: Codable {
  private enum Key: String, CodingKey {
    case coordinate, title, subtitle, name, address, formattedAddress, match, distanceMeters, source, coarseFields
    case coarseBorderDistanceMeters, transliteratedFields, areas, trace, overlay
  }

  private enum AddressKey: String, CodingKey {
    case houseNumber, street, neighborhood, suburb, city, county, state, stateCode, postalCode, country, countryCode
    case inlandWater, ocean, areasOfInterest, timeZone
  }

  /// Writes the placemark as the daemon does.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(RoundedCoordinate(coordinate), forKey: .coordinate)
    try container.encodeIfPresent(title, forKey: .title)
    try container.encodeIfPresent(subtitle, forKey: .subtitle)
    try container.encodeIfPresent(name, forKey: .name)
    try encodeAddress(to: &container)
    try container.encodeUnlessEmpty(formattedAddress, forKey: .formattedAddress)
    try container.encode(match, forKey: .match)
    try container.encode(distanceMeters.roundedToDecimeters, forKey: .distanceMeters)
    try container.encodeIfPresent(source, forKey: .source)
    try container.encodeUnlessEmpty(coarseFields, forKey: .coarseFields)
    try container.encodeIfPresent(coarseBorderDistanceMeters?.roundedToDecimeters, forKey: .coarseBorderDistanceMeters)
    try container.encodeUnlessEmpty(transliteratedFields, forKey: .transliteratedFields)
    try container.encodeIfPresent(areas, forKey: .areas)
    try container.encodeIfPresent(trace, forKey: .trace)
    try container.encodeIfPresent(overlay, forKey: .overlay)
  }

  private func encodeAddress(to container: inout KeyedEncodingContainer<Key>) throws {
    var address = container.nestedContainer(keyedBy: AddressKey.self, forKey: .address)
    for (key, field) in Placemark.addressFields { try address.encodeIfPresent(self[keyPath: field], forKey: key) }
    try address.encodeUnlessEmpty(areasOfInterest, forKey: .areasOfInterest)
  }

  /// Reads what ``encode(to:)`` or the daemon wrote; members that are not known are passed over.
  ///
  /// - Throws: `DecodingError` when the coordinate or the match is missing or unknown, or something is of another type.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    self.init(
      coordinate: try container.decode(Coordinate.self, forKey: .coordinate),
      distanceMeters: try container.decodeIfPresent(Double.self, forKey: .distanceMeters) ?? 0,
      match: try container.decode(Match.self, forKey: .match),
      source: try container.decodeIfPresent(SourceReference.self, forKey: .source))
    title = try container.decodeIfPresent(String.self, forKey: .title)
    subtitle = try container.decodeIfPresent(String.self, forKey: .subtitle)
    name = try container.decodeIfPresent(String.self, forKey: .name)
    formattedAddress = try container.decodeIfPresent([String].self, forKey: .formattedAddress) ?? []
    coarseFields = try container.decodeIfPresent([String].self, forKey: .coarseFields) ?? []
    coarseBorderDistanceMeters = try container.decodeIfPresent(Double.self, forKey: .coarseBorderDistanceMeters)
    transliteratedFields = try container.decodeIfPresent([String].self, forKey: .transliteratedFields) ?? []
    areas = try container.decodeIfPresent([ContainingArea].self, forKey: .areas)
    trace = try container.decodeIfPresent([TraceEntry].self, forKey: .trace)
    overlay = try container.decodeIfPresent(ShapeOverlay.self, forKey: .overlay)
    guard container.contains(.address) else { return }
    let address = try container.nestedContainer(keyedBy: AddressKey.self, forKey: .address)
    for (key, field) in Placemark.addressFields {
      self[keyPath: field] = try address.decodeIfPresent(String.self, forKey: key)
    }
    areasOfInterest = try address.decodeIfPresent([String].self, forKey: .areasOfInterest) ?? []
  }

  // Key paths of a value's own stored properties are constants; that they are not Sendable is for those that capture.
  private nonisolated(unsafe) static let addressFields: [(AddressKey, WritableKeyPath<Placemark, String?>)] = [
    (.houseNumber, \.subThoroughfare), (.street, \.thoroughfare), (.neighborhood, \.neighborhood),
    (.suburb, \.subLocality), (.city, \.locality), (.county, \.subAdministrativeArea), (.state, \.administrativeArea),
    (.stateCode, \.administrativeAreaCode), (.postalCode, \.postalCode), (.country, \.country),
    (.countryCode, \.isoCountryCode), (.inlandWater, \.inlandWater), (.ocean, \.ocean), (.timeZone, \.timeZone),
  ]
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
  /// - Throws: `DecodingError` that says which of the two is missing or out of range.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    let latitude = try container.decode(Double.self, forKey: .latitude)
    let longitude = try container.decode(Double.self, forKey: .longitude)
    do throws(CoordinateError) { try self.init(latitude: latitude, longitude: longitude) } catch {
      throw DecodingError.dataCorrupted(.init(codingPath: container.codingPath, debugDescription: error.description))
    }
  }
}

/// A coordinate as an answer shows it.
private struct RoundedCoordinate: Encodable {
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
  fileprivate var roundedToDecimeters: Double { (self * 10).rounded() / 10 }
}

extension KeyedEncodingContainer {
  fileprivate mutating func encodeUnlessEmpty(_ texts: [String], forKey key: Key) throws {
    if !texts.isEmpty { try encode(texts, forKey: key) }
  }
}
