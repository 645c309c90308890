import GeoTestKit

/// A town's store that lives as long as the value.
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
