import GeoImport
import GeoTestKit

/// Extracts imported into a store that lives as long as the value.
final class ImportedExtract {
  /// The store's file.
  let path: String
  private let folder = TemporaryFolder()

  /// Imports extracts by their paths below `../shared/data`, without the world layer.
  init(_ names: String...) throws {
    path = folder.file("places.sqlite")
    let importer = Importer(ImportOptions(threads: 2, worldLayer: nil))
    _ = try importer.run(extracts: names.map { SharedData.path($0) }, output: path)
  }
}
