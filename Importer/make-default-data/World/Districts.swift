import GeoImport

// The import takes a city to reach 15 km at most, or London would have the towns around it. Its districts are no settlements of their own,
// so beyond that they would have no city at all (Heathrow, Van Nuys, Werribee):
// 1. The city of a district is the one of its unit (Greater London), else the nearest for the disc that its people fill, without that
//    limit, in the same first-level unit.
// 2. Where no settlement of that unit reaches the middle of a district, or another one than its city, it is an object with its city's
//    name.
// 3. Where there is no such city either (Pakenham, Wah Cantonment), it is a settlement of its own name: letters go there, too.

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

  /// The districts that need an object, named after their cities where they have one.
  ///
  /// - Parameter sections: the districts with their own names, and the GeoNames id of the city where the unit says it.
  func named(_ sections: [(district: City, city: String?)]) -> [City] {
    sections.compactMap { district, city in
      if let own = city.flatMap({ cities[$0] }) {
        let reaching = nearest(to: district, among: byCountry[district.countryCode])
        return reaching?.id == own.id ? nil : district.asDistrict(of: own)
      }
      let around = byUnit[[district.countryCode, district.firstUnit]]
      guard nearest(to: district, among: around) == nil else { return nil }
      let candidates = around?.filter { !CityStanding.isKnownWhole($0.id) }
      let city = nearest(to: district, among: candidates, limit: Self.farthestMeters)
      return city.map { district.asDistrict(of: $0) } ?? district
    }
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
