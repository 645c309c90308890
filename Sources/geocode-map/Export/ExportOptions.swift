import ArgumentParser
import GeoConsole
import GeoModel
import GeoStore

/// The file that takes the map as tiles.
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

  /// What tiles are.
  var kind: TileKind { tiles ?? .vector }

  /// The levels that are wanted.
  ///
  /// - Throws: `UsageError` when they are none, or not of the kind.
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

  /// The format of a file, by its ending.
  enum Format: String {
    case pmtiles, mbtiles
  }

  /// The format of a file.
  ///
  /// - Throws: `UsageError` when its name does not say.
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
