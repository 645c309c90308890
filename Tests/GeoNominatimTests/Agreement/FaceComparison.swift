import GeoEngine
import GeoModel
import GeoStore

@testable import GeoNominatim

/// Queries placemark and `/reverse` about the same points, and counts differences with their reasons.
///
/// Differences without a reason are disagreements.
struct FaceComparison {
  /// The reasons for which `/reverse` may differ, because its API requires it.
  enum Policy: String, CaseIterable {
    /// `layer=poi`, which is on by default.
    case placeOfInterest = "a place of interest is closer, and answers with its own address"
    /// The label of a settlement or boundary depends on Nominatim's ranks, which may make a city of a unit that is
    /// legally a county.
    case rank = "it is listed, but under the kind that Nominatim's rank of it says"
    /// A placemark has one field for each kind of unit in the country; an address has one part for each rank.
    case furtherLevel = "a boundary of a further level is listed, which no field of a placemark is for"
    /// A placemark has a single name and number even if a tag lists several, and also a number that is mapped as the
    /// name of a house.
    case wholeTag = "parts of addresses are tags as they are"
    /// A country is the answer where nothing finer has an object.
    case noCode = "countries, states and counties have no postal code"
  }

  /// The compared fields.
  enum Field: String, CaseIterable { case country, state, county, city, postalCode, street, houseNumber }

  let engine: PlacemarkEngine
  let responder: NominatimResponder
  /// How many fields each reason explains.
  private(set) var accounted: [Policy: [Field: Int]] = [:]
  /// Differences without a reason.
  private(set) var disagreements: [String] = []
  /// How many points were compared.
  private(set) var count = 0

  init(engine: PlacemarkEngine) {
    self.engine = engine
    responder = NominatimResponder(engine: engine)
  }

  /// Queries both about a point.
  mutating func compare(at coordinate: Coordinate) throws {
    count += 1
    let request = try NominatimRequest(
      parameters: [("lat", "\(coordinate.latitude)"), ("lon", "\(coordinate.longitude)")], acceptLanguage: nil)
    let result = try responder.result(for: request)
    var query = PlacemarkQuery(coordinate: coordinate)
    query.includesAreas = true
    let placemark = try? engine.placemarks(for: query)[0]
    for field in Field.allCases {
      let (ours, theirs) = (placemark?[field], result?[field])
      if ours == theirs { continue }
      if let policy = policy(field, placemark, result) {
        accounted[policy, default: [:]][field, default: 0] += 1
      } else {
        disagreements.append(
          "\(coordinate) \(field): placemark \(ours ?? "none"), reverse \(theirs ?? "none"): \(result?.displayName ?? "nothing")"
        )
      }
    }
  }

  /// The reason for a difference; nil for a disagreement.
  func policy(_ field: Field, _ placemark: Placemark?, _ result: NominatimResult?) -> Policy? {
    if let result, isPlaceOfInterest(result, placemark) { return .placeOfInterest }
    guard let placemark else { return nil }
    let (ours, theirs) = (placemark[field], result?[field])
    if field == .postalCode, let result, result.ranks.address <= 12, theirs == nil { return .noCode }
    if isPart(ours, of: theirs, field, result) { return .wholeTag }
    guard field == .state || field == .county || field == .city || field == .street else { return nil }
    if let ours, result?.parts.contains(where: { $0.name == ours }) == true { return .rank }
    let isListed = placemark.areas?.contains { $0.name == theirs && $0.kind != .world } == true
    if ours == nil, isListed { return .furtherLevel }
    return nil
  }

  /// Whether a street or number is one of several in a tag, or a number comes from another tag.
  private func isPart(_ text: String?, of list: String?, _ field: Field, _ result: NominatimResult?) -> Bool {
    guard field == .street || field == .houseNumber, let text else { return false }
    if let list { return list.split(separator: ";").contains { $0.drop { $0 == " " } == text } }
    return field == .houseNumber && result?.parts.contains { $0.name == text } == true
  }

  /// Whether the answer is something other than the house or street of the placemark, and nearer.
  private func isPlaceOfInterest(_ result: NominatimResult, _ placemark: Placemark?) -> Bool {
    let isAddress = result.ranks.search < 28 || result.category == "place"
    guard !isAddress, result.source != placemark?.source else { return false }
    return result.distanceMeters <= max(placemark?.distanceMeters ?? 700, 11.2) || placemark?.match == .area
      || placemark?.match == .water || placemark?.match == .country
  }

  /// The counts, a line for each reason.
  var report: String {
    var lines = ["\(count) points, \(disagreements.count) disagreements"]
    for policy in Policy.allCases {
      let fields = accounted[policy] ?? [:]
      let text = Field.allCases.compactMap { field in fields[field].map { "\(field) \($0)" } }.joined(separator: ", ")
      lines.append("\(policy.rawValue): \(fields.values.reduce(0, +)) (\(text))")
    }
    return lines.joined(separator: "\n")
  }
}

extension Placemark {
  fileprivate subscript(field: FaceComparison.Field) -> String? {
    switch field {
    case .country: country
    case .state: administrativeArea
    case .county: subAdministrativeArea
    case .city: locality
    case .postalCode: postalCode
    case .street: thoroughfare
    case .houseNumber: subThoroughfare
    }
  }
}

extension NominatimResult {
  fileprivate subscript(field: FaceComparison.Field) -> String? {
    switch field {
    case .country: part { $0.label == "country" }
    case .state: part(.state)
    case .county: part(.county)
    case .city: part(.city)
    case .postalCode: part { $0.label == "postcode" }
    case .street: part { $0.label == "road" }
    case .houseNumber: part { $0.label == "house_number" }
    }
  }

  private func part(_ level: GeocodeJSONLevel) -> String? {
    part { $0.rank > 5 && GeocodeJSONLevel.of($0.rank) == level && !$0.isOwn }
      ?? part { $0.rank > 5 && GeocodeJSONLevel.of($0.rank) == level }
  }

  private func part(where isWanted: (AddressPart) -> Bool) -> String? { parts.first(where: isWanted)?.name }
}
