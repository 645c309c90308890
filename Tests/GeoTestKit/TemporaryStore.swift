import GeoModel
import GeoStore
import GeoStoreWriting

/// A store of content made by hand, in a folder of its own.
package final class TemporaryStore {
  /// The store's file.
  package let path: String
  /// The result of the writer.
  package let info: StoreInfo
  private let folder = TemporaryFolder()

  /// Writes content to a new store.
  package init(
    _ content: StoreContent, metadata: StoreMetadata = StoreMetadata(), ownAreas: OwnAreaContent? = nil
  ) throws {
    path = folder.file("test.sqlite")
    var writer = StoreWriter(threads: 2)
    writer.ownAreas = ownAreas
    info = try writer.write(content, metadata: metadata, to: path)
  }

  /// A new reader of the store.
  package func reader() throws -> StoreReader { try StoreReader(path: path) }
}
