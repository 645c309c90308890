import GeoEngine
import GeoModel
import GeoTestKit

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

/// A town's store that exists as long as this value.
final class TownStore {
  /// The store's file.
  let path: String
  private let store: TemporaryStore

  /// Writes a town.
  init(_ town: Town) throws {
    store = try TemporaryStore(town.content)
    path = store.path
  }
}
