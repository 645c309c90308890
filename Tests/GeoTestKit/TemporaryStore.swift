import GeoModel
import GeoStore

/// A store of content made by hand, in a folder of its own.
public final class TemporaryStore {
  /// The store's file.
  public let path: String
  /// What the writer said about it.
  public let info: StoreInfo
  private let folder = TemporaryFolder()

  /// Writes content to a new store.
  public init(_ content: StoreContent, metadata: StoreMetadata = StoreMetadata()) throws {
    path = folder.file("test.sqlite")
    info = try StoreWriter(threads: 2).write(content, metadata: metadata, to: path)
  }

  /// A new reader of the store.
  public func reader() throws -> StoreReader { try StoreReader(path: path) }
}
