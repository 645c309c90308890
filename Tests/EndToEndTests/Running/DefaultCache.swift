import Foundation
import GeoTestKit

/// A cache folder whose default store is made once for all tests of this process.
enum DefaultCache {
  /// The cache folder, for `XDG_CACHE_HOME`.
  static let folder = TemporaryFolder()

  /// What `geocode prepare` did when it made the store.
  static let preparation = Result {
    try Program("geocode", ["XDG_CACHE_HOME": folder.path]).run("prepare")
  }

  /// The program with the prepared default store.
  static func program() throws -> Program {
    _ = try preparation.get()
    return Program("geocode", ["XDG_CACHE_HOME": folder.path])
  }

  /// A folder of default data that is quick to import: a town in the place of the world.
  static func smallData(in folder: TemporaryFolder) throws -> String {
    let town = SharedData.packageRoot + "/data/san-francisco.osm.pbf"
    try FileManager.default.createDirectory(atPath: folder.file("data"), withIntermediateDirectories: true)
    for name in ["world.osm.pbf", "town.osm.pbf"] {
      try FileManager.default.createSymbolicLink(atPath: folder.file("data/" + name), withDestinationPath: town)
    }
    return folder.file("data")
  }

  /// The prepared store.
  static func store() throws -> String {
    try preparation.get().output.trimmingCharacters(in: .whitespacesAndNewlines)
  }
}
