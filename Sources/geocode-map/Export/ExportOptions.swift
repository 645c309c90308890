import ArgumentParser
import GeoConsole
import GeoModel
import GeoStore

/// The options for writing the map as a file of tiles.
struct ExportOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Write the map as tiles into this file, PMTiles or MBTiles by its ending: all that the store has, or --region.",
      valueName: "file"))
  var export: String?
  @Option(
    help: ArgumentHelp(
      "Vector tiles, which programs draw themselves, or raster tiles, which are pictures (default: vector).",
      valueName: "kind"))
  var tiles: TileKind?
  @Option(
    help: ArgumentHelp(
      "Levels of the tiles, 0 to 16, of raster tiles to 21 (default: 0-14).", valueName: "from-to"))
  var levels: String?

  static let usualLevels = 0...14

  /// The kind of tiles.
  var kind: TileKind { tiles ?? .vector }

  /// Returns the requested levels.
  ///
  /// - Throws: `UsageError` when they are invalid or not available for the kind.
  func wantedLevels() throws -> ClosedRange<Int> {
    guard let levels else { return ExportOptions.usualLevels }
    let ends = levels.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
    guard ends.count <= 2, let first = ends[0], let last = ends[ends.count - 1], first >= 0, first <= last else {
      throw UsageError("--levels needs two levels such as 0-14, or one, not '\(levels.prefix(40))'")
    }
    guard kind.levels.contains(last) else {
      throw UsageError(
        "\(kind.rawValue) tiles have levels 0 to \(kind.levels.upperBound), not \(last)",
        advice: kind == .vector ? "Programs enlarge tiles of level 16 where one looks closer." : nil)
    }
    return first...last
  }

  /// The format of a file, by its extension.
  enum Format: String {
    case pmtiles, mbtiles
  }

  /// Returns the format of a file.
  ///
  /// - Throws: `UsageError` when its name has no known extension.
  static func format(of path: String) throws -> Format {
    let ending = path.lastIndex(of: ".").map { path[path.index(after: $0)...].lowercased() } ?? ""
    guard let format = Format(rawValue: ending) else {
      throw UsageError(
        "'\(path)' does not say which kind of file it is", advice: "Let it end with .pmtiles or .mbtiles.")
    }
    return format
  }
}

extension TileKind: ExpressibleByArgument {}
