import GeoSupport

/// The map data that ships with the product: a compact layer of the whole world, and extracts to begin with.
package struct DefaultData: Hashable, Sendable {
  /// The folder that was found.
  package let folder: String
  /// The world layer, which every import adds unless told not to.
  package let worldLayer: String
  /// The other `.osm.pbf` files of the folder, by name.
  package let extracts: [String]

  /// The file name of the world layer.
  package static let worldLayerName = "world.osm.pbf"

  /// Where the data may be, best first: `GEOCODE_DATA`, `share/geocode` beside the program's `bin`, and the `data` folder of
  /// the package that this was compiled from.
  package static var searchPath: [String] {
    if let chosen = Environment["GEOCODE_DATA"] { return [chosen] }
    var folders: [String] = []
    if let program = ProgramFile.folder { folders.append(program + "/../share/geocode") }
    return folders + [packageRoot + "/data"]
  }

  /// The data in the first folder that has a world layer.
  ///
  /// - Throws: ``ProgramFailure`` with `.noInput` that lists where it looked.
  package static func find(in folders: [String] = searchPath) throws(ProgramFailure) -> DefaultData {
    for folder in folders {
      if let data = DefaultData(folder: folder) { return data }
    }
    throw ProgramFailure(
      .noInput,
      "the default map data is missing (looked for \(worldLayerName) in \(folders.joined(separator: ", "))); "
        + "set GEOCODE_DATA to its folder, or name a store with --database")
  }

  /// The data of a folder; nil when it has no world layer that can be read.
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
