import GeoImport
import GeoTestKit

/// Extracts imported into a store that exists as long as this value.
final class ImportedExtract {
  /// The store's file.
  let path: String
  private let folder = TemporaryFolder()

  /// Imports extracts by their paths below `../shared/data`, without the world layer.
  convenience init(_ names: String...) throws { try self.init(paths: names.map { SharedData.path($0) }) }

  /// Imports one of the small files that are checked in.
  convenience init(small name: String) throws { try self.init(paths: [SharedData.small(name)]) }

  /// Imports files by their paths.
  init(paths: [String]) throws {
    path = folder.file("places.sqlite")
    _ = try Importer(ImportOptions(threads: 2, worldLayer: nil)).run(extracts: paths, output: path)
  }
}
