import GeoImport

// The import limits the reach of a city to 15 km, or London would claim the towns around it. Districts are not
// settlements of their own, so farther ones would have no city at all (Heathrow, Van Nuys, Werribee):
// 1. The city of a district is that of its unit (Greater London), else the nearest one in the same first-level unit.
//    Distances are compared relative to the disc that a city's population fills, first with the limit of 15 km, then
//    with one of 45 km.
// 2. A district becomes an object with its city's name if no settlement of the unit reaches its center, or if one other
//    than its city does. The same applies to quarters that the list assigns to the unit around their city (Strogino in
//    Moscow).
// 3. If there is no such city either (Pakenham, Wah Cantonment), the district becomes a settlement under its own name,
//    which is also used in postal addresses.
// 4. A district of a city is also a suburb under its own name.

/// The districts of cities, under their city's name or as settlements of their own.
struct Districts {
  private let cities: [String: City]
  private let byUnit: [[String]: [City]]
  private let byCountry: [String: [City]]

  /// The maximum reach of any city.
  private static let farthestMeters: Float = 45_000

  /// Prepares the search among settlements.
  init(of settlements: [City]) {
    cities = Dictionary(settlements.map { ($0.id, $0) }) { first, _ in first }
    byUnit = Dictionary(grouping: settlements) { [$0.countryCode, $0.firstUnit] }
    byCountry = Dictionary(grouping: settlements) { $0.countryCode }
  }

  /// The objects of districts: under the names of their cities if those do not reach them, and as suburbs under their
  /// own names.
  ///
  /// - Parameter sections: the districts with their own names, and the GeoNames id of the city if the unit determines
  ///   it.
  func named(_ sections: [(district: City, city: String?)]) -> [City] {
    let parts = sections.map { part($0, inUnit: $1) }
    let objects = parts.filter(\.needsObject)
    return parts.flatMap { part -> [City] in
      guard let city = part.city else { return [part.district] }
      let needsObject =
        part.needsObject || part.isSure && objects.contains { isNearer($0, to: part.district, than: city) }
      let isNamedAlike = part.district.names["name"] == city.names["name"]
      return (needsObject ? [part.district.asDistrict(of: city)] : []) + (isNamedAlike ? [] : [part.district.asSuburb])
    }
  }

  /// A district with its city.
  private struct Part {
    var district: City
    /// The city; nil if there is none.
    var city: City?
    /// Whether another settlement reaches it, or none does.
    var needsObject: Bool
    /// Whether its unit determines the city.
    var isSure = false
  }

  private func part(_ district: City, inUnit city: String?) -> Part {
    if let own = city.flatMap({ cities[$0] }) {
      let reaching = nearest(to: district, among: byCountry[district.countryCode])
      return Part(district: district, city: own, needsObject: reaching?.id != own.id, isSure: true)
    }
    let around = byUnit[[district.countryCode, district.firstUnit]]
    if let city = nearest(to: district, among: around) {
      return Part(district: district, city: city, needsObject: false)
    }
    let candidates = around?.filter { !CityStanding.isKnownWhole($0.id) }
    let far =
      nearest(to: district, among: candidates, limit: Self.farthestMeters)
      ?? nearest(
        to: district,
        among: byCountry[district.countryCode]?.filter {
          $0.population >= 10 * district.population && !CityStanding.isKnownWhole($0.id)
        }, limit: Self.farthestMeters)
    return Part(district: district, city: far, needsObject: far != nil)
  }

  /// Whether a district of another city would claim the center of a district.
  private func isNearer(_ other: Part, to district: City, than city: City) -> Bool {
    guard other.district.countryCode == city.countryCode, other.city?.id != city.id else { return false }
    let reach = PlaceClassifier.coarseReachMeters(.district, population: UInt32(max(other.district.population, 0)))
    let ownReach = PlaceClassifier.coarseReachMeters(population: UInt32(max(city.population, 0)))
    return district.meters(to: other.district) / Double(reach) < district.meters(to: city) / Double(ownReach)
  }

  /// The nearest settlement relative to its reach, as in the program.
  private func nearest(
    to district: City, among settlements: [City]?, limit: Float = PlaceClassifier.coarseLimitMeters
  ) -> City? {
    var best: City?
    var bestScore = 1.0
    for city in settlements ?? [] {
      let reach = PlaceClassifier.coarseReachMeters(population: UInt32(max(city.population, 0)), limit: limit)
      let score = district.meters(to: city) / Double(reach)
      if score <= bestScore { (best, bestScore) = (city, score) }
    }
    return best
  }
}
