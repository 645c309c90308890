import GeoEngine
import GeoModel

extension Town {
  /// Writes the town into a store of its own and opens it; the store is removed when the body ends.
  func withEngine<Result>(_ body: (PlacemarkEngine) throws -> Result) throws -> Result {
    let store = try TownStore(self)
    return try withExtendedLifetime(store) { try body(PlacemarkEngine(database: store.path)) }
  }

  /// The best placemark at a letter.
  func ask(_ letter: Character, _ adjust: (inout PlacemarkQuery) -> Void = { _ in }) throws -> Placemark {
    try askAll(letter, adjust)[0]
  }

  /// All placemarks at a letter.
  func askAll(_ letter: Character, _ adjust: (inout PlacemarkQuery) -> Void = { _ in }) throws -> [Placemark] {
    var query = PlacemarkQuery(coordinate: coordinate(letter))
    adjust(&query)
    return try withEngine { try $0.placemarks(for: query) }
  }
}
