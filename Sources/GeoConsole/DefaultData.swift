import GeoSupport

/// The map data that ships with the product: a coarse layer of the whole world, and some extracts.
package struct DefaultData: Hashable, Sendable {
  /// The folder of the data.
  package let folder: String
  /// The world layer, which every import adds by default.
  package let worldLayer: String
  /// The other `.osm.pbf` files of the folder, by name.
  package let extracts: [String]

  /// The file name of the world layer.
  package static let worldLayerName = "world.osm.pbf"

  /// The folders to search, best first.
  ///
  /// They are `GEOCODE_DATA` alone if it is set; otherwise `share/geocode` beside the program's `bin`, and the `data`
  /// folder of the package from which this was compiled.
  package static var searchPath: [String] {
    if let chosen = Environment["GEOCODE_DATA"] { return [chosen] }
    var folders: [String] = []
    if let program = ProgramFile.folder { folders.append(program + "/../share/geocode") }
    return folders + [packageRoot + "/data"]
  }

  /// Finds the data in the first folder that has a world layer.
  ///
  /// - Throws: ``ProgramFailure`` with `.noInput` that lists the searched folders.
  package static func find(in folders: [String] = searchPath) throws(ProgramFailure) -> DefaultData {
    for folder in folders {
      if let data = DefaultData(folder: folder) { return data }
    }
    throw ProgramFailure(
      .noInput,
      "the default map data is missing (looked for \(worldLayerName) in \(folders.joined(separator: ", "))); "
        + "set GEOCODE_DATA to its folder, or name a store with --database")
  }

  /// The data of a folder; nil when it has no readable world layer.
  package init?(folder: String) {
    let worldLayer = folder + "/" + Self.worldLayerName
    guard access(worldLayer, R_OK) == 0 else { return nil }
    self.folder = folder
    self.worldLayer = worldLayer
    extracts = FileFolder.names(in: folder).filter { $0.hasSuffix(".osm.pbf") && $0 != Self.worldLayerName }
      .sorted().map { folder + "/" + $0 }
  }

  private static let packageRoot = String(#filePath.dropLast("/Sources/GeoConsole/DefaultData.swift".count))
}
