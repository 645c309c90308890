import GeoImport

// The import takes a city to reach 15 km at most, or London would have the towns around it. Its districts are no settlements of their own,
// so beyond that they would have no city at all (Heathrow, Van Nuys, Werribee):
// 1. The city of a district is the one of its unit (Greater London), else the nearest for the disc that its people fill, without that
//    limit, in the same first-level unit.
// 2. Where no settlement of that unit reaches the middle of a district, or another one than its city, it is an object with its city's
//    name.
//    So it is with quarters that the list has in the unit around their city (Strogino in Moscow).
// 3. Where there is no such city either (Pakenham, Wah Cantonment), it is a settlement of its own name: letters go there, too.
// 4. A district of a city is a suburb under its own name, too.

/// The districts of cities that answer with their city's name, and those that have none.
struct Districts {
  private let cities: [String: City]
  private let byUnit: [[String]: [City]]
  private let byCountry: [String: [City]]

  /// No city reaches farther than this in any direction.
  private static let farthestMeters: Float = 45_000

  /// Prepares the search among settlements.
  init(of settlements: [City]) {
    cities = Dictionary(settlements.map { ($0.id, $0) }) { first, _ in first }
    byUnit = Dictionary(grouping: settlements) { [$0.countryCode, $0.firstUnit] }
    byCountry = Dictionary(grouping: settlements) { $0.countryCode }
  }

  /// The objects of districts: named after their cities where those do not reach them, and suburbs under their own names.
  ///
  /// - Parameter sections: the districts with their own names, and the GeoNames id of the city where the unit says it.
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

  /// A district with what is known of its city.
  private struct Part {
    var district: City
    /// nil where there is none.
    var city: City?
    /// Whether another settlement or none reaches it.
    var needsObject: Bool
    /// Whether its unit says the city.
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

  /// Whether the object of a district of another city would take the middle of a district from its own.
  private func isNearer(_ other: Part, to district: City, than city: City) -> Bool {
    guard other.district.countryCode == city.countryCode, other.city?.id != city.id else { return false }
    let reach = PlaceClassifier.coarseReachMeters(.district, population: UInt32(max(other.district.population, 0)))
    let ownReach = PlaceClassifier.coarseReachMeters(population: UInt32(max(city.population, 0)))
    return district.meters(to: other.district) / Double(reach) < district.meters(to: city) / Double(ownReach)
  }

  /// The settlement that is the nearest for its reach, as the program chooses.
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
