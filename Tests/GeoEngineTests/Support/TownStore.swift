import GeoTestKit

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
