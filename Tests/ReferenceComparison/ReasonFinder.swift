import GeoEngine
import GeoLocale
import GeoModel
import GeoStore

/// Finds the ``Reason`` of a difference in the map around the point.
struct ReasonFinder {
  let point: ReferencePoint
  let placemark: Placemark?
  let surroundings: Surroundings
  let engine: PlacemarkEngine

  /// The reason for a field.
  func reason(_ field: Field, referenceMeters: Double?) throws -> Reason {
    switch field {
    case .street: try streetReason(referenceMeters)
    case .houseNumber: try numberReason(referenceMeters)
    case .postcode: try codeReason()
    case .city: try cityReason()
    case .county, .state, .country: rule(field.rawValue).contains("boundary contains") ? .municipality : .unclear
    }
  }

  private var isSameObject: Bool { placemark?.source?.text == point.object }
  private var ourHouse: Surroundings.House? { placemark?.source.flatMap { surroundings.house($0.text) } }

  /// The last rule in the trace for a field.
  private func rule(_ field: String) -> String {
    placemark?.trace?.last { $0.field == field }?.rule ?? ""
  }

  private func isSame(_ a: String?, _ b: String?) -> Bool {
    guard let a, let b else { return false }
    return NameFolding.key(for: a) == NameFolding.key(for: b)
  }

  /// Whether `addr:city` means a city, including abbreviations such as `Lauf a.d.Pegnitz`.
  private func means(_ mapped: String?, _ city: String) -> Bool {
    guard let mapped else { return false }
    return isSame(mapped, city) || mapped.split(separator: " ").first == city.split(separator: " ").first
  }

  // MARK: Street and number

  private func streetReason(_ referenceMeters: Double?) throws -> Reason {
    guard let placemark, let ours = placemark.thoroughfare else { return .unclear }
    if isSameObject, let house = ourHouse, isSame(try surroundings.text(house.row.street), ours) { return .saysSo }
    if placemark.match == .building { return .contains }
    if rule("houseNumber").contains("in the building") { return .nodeInBuilding }
    if let theirs = referenceMeters, placemark.distanceMeters <= theirs + 0.05 { return .nearer }
    if let theirs = surroundings.ways.first(where: { $0.source.text == point.object }), theirs.isOutOfReach {
      return .outOfReach
    }
    if let way = surroundings.meters(toWay: ours), way <= referenceMeters ?? .infinity { return .nearerStreet }
    return .unclear
  }

  private func numberReason(_ referenceMeters: Double?) throws -> Reason {
    guard let placemark else { return .unclear }
    guard placemark.subThoroughfare != nil else {
      if let theirs = referenceMeters, theirs > 75 { return .tooFar }
      return try streetReason(referenceMeters)
    }
    if isSameObject { return .saysSo }
    if placemark.match == .building { return .contains }
    if rule("houseNumber").contains("in the building") { return .nodeInBuilding }
    if let theirs = referenceMeters, placemark.distanceMeters <= theirs + 0.05 { return .nearer }
    let isSameStreet = isSame(placemark.thoroughfare, point.answer["road"])
    if isSameStreet, (point.answer["house_number"] ?? "").isEmpty { return .houseOnStreet }
    // The reference's house has another street in its own tags.
    if let house = surroundings.house(point.object),
      !isSame(try surroundings.text(house.row.street), point.answer["road"])
    {
      return .ownTags
    }
    return isSameStreet ? .unclear : try streetReason(referenceMeters)
  }

  // MARK: Postal code and city

  private func codeReason() throws -> Reason {
    let reference = point.answer["postcode"] ?? ""
    let theirs = try surroundings.house(withCode: reference)
    guard let ours = placemark?.postalCode else {
      return theirs.map { $0.distanceMeters > 1_500 } ?? true ? .noSuchCode : .nothingMapped
    }
    let rule = rule("postalCode")
    if rule == "of the house" || rule == "of the interpolation" { return isSameObject ? .saysSo : .ownTags }
    if rule.hasPrefix("postal area") { return .postalArea }
    if rule == "of the street" { return isSameObject ? .saysSo : .ownTags }
    if rule == "the only one there" { return .soleCode }
    if let house = placemark?.trace?.last(where: { $0.field == "postalCode" })?.distanceMeters, house <= 100,
      rule.hasSuffix("of the street")
    {
      return .codeOfStreet
    }
    guard let theirs else { return .noSuchCode }
    let nearest = try surroundings.house(withCode: ours)?.distanceMeters ?? .infinity
    if nearest <= theirs.distanceMeters { return .codeNearer }
    let other = try ReferenceComparison.placemarks(PlacemarkQuery(coordinate: Coordinate(theirs.row.point)), engine)
      .first
    return other?.locality != placemark?.locality ? .codeOfOtherCity : .unclear
  }

  private func cityReason() throws -> Reason {
    guard let ours = placemark?.locality else { return .unclear }
    if let house = ourHouse, means(try surroundings.text(house.row.city), ours) {
      return isSameObject ? .saysSo : .ownTags
    }
    let rule = rule("city")
    if rule.contains("addr:city") { return .ownTags }
    if rule.contains("boundary contains") { return .municipality }
    let neighbor = surroundings.houses.first { $0.row.city != nil }
    return means(try surroundings.text(neighbor?.row.city), ours) ? .cityOfNeighbor : .unclear
  }
}
