import Foundation
import GeoTestKit

/// A cache folder whose default store is made once for all tests of this process.
enum DefaultCache {
  /// The cache folder, for `XDG_CACHE_HOME`.
  static let folder = TemporaryFolder()

  /// The outcome of `geocode prepare` when it made the store.
  static let preparation = Result {
    try Program("geocode", ["XDG_CACHE_HOME": folder.path]).run("prepare")
  }

  /// The program with the prepared default store.
  static func program() throws -> Program {
    _ = try preparation.get()
    return Program("geocode", ["XDG_CACHE_HOME": folder.path])
  }

  /// A folder of default data that imports in no time: a house on a street instead of the world, and another house.
  static func smallData(in folder: TemporaryFolder) throws -> String {
    try FileManager.default.createDirectory(atPath: folder.file("data"), withIntermediateDirectories: true)
    _ = try folder.write("data/world.osm.pbf", StreetExtract("Bryant Street", ids: 2).data)
    _ = try folder.write("data/town.osm.pbf", StreetExtract("10th Street").data)
    return folder.file("data")
  }

  /// The prepared store.
  static func store() throws -> String {
    try preparation.get().output.trimmingCharacters(in: .whitespacesAndNewlines)
  }
}
