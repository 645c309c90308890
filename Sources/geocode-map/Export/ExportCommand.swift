import GeoBaseMap
import GeoConsole
import GeoModel
import GeoRender
import GeoStore
import GeoStoreWriting
import GeoSupport

/// `geocode map --export`: writes the map as a file of tiles.
///
/// 1. Options are read, and the tiles are counted before anything is written.
/// 2. The tiles are drawn into a temporary file beside the target.
/// 3. The complete file replaces the old one. If the program ends before that, the temporary file is removed.
struct ExportCommand {
  /// The file to write.
  let path: String
  let export: ExportOptions
  let output: PictureOptions
  let content: ContentOptions

  /// The largest number of tiles; more are days of work and most likely a mistake.
  private static let tileLimit = 20_000_000

  func run() throws {
    let format = try ExportOptions.format(of: path)
    let levels = try export.wantedLevels()
    let look = try look()
    let target = try TemporaryStoreFile(for: path)
    // Until the store is known, which may first have to be prepared, a signal ends the program at once.
    let database = try content.databasePath(isNeeded: true, isQuiet: output.quiet) ?? ""
    Interruption.handle()
    ProcessLimits.guardProcess(prefix: "Error: ", leftover: target.path)
    let store = try StoreReader(path: database)
    let plan = try plan(store, levels)
    let tiles = TileExport(
      map: try StoreMap(database: database, style: look.style, canWrite: FontCoverage.canWrite), look: look, plan: plan,
      progress: ProgressDisplay(isQuiet: output.quiet))
    do {
      try write(tiles, target, format, ExportCommand.description(store.info.metadata, look, plan))
    } catch {
      tiles.progress.clear()
      target.discard()
      throw error
    }
  }

  /// Writes the file and moves it into place.
  private func write(
    _ tiles: TileExport, _ target: TemporaryStoreFile, _ format: ExportOptions.Format,
    _ description: TileFileDescription
  ) throws {
    let total = tiles.plan.count
    let (first, last) = (tiles.plan.levels.lowerBound, tiles.plan.levels.upperBound)
    let levels = first == last ? "level \(first)" : "levels \(first) to \(last)"
    tiles.progress.note("\(path): up to \(Figures.grouped(total)) \(tiles.look.kind.rawValue) tiles of \(levels)")
    let count: Int
    switch format {
    case .pmtiles:
      let file = try PMTilesFile(target.path, as: path, tiles: total)
      count = try fill(file, tiles, description)
    case .mbtiles:
      let file = try MBTilesFile(target.path, as: path)
      count = try fill(file, tiles, description)
    }
    try Interruption.check()
    if let note = try target.commit() { tiles.progress.note("Note: \(note)") }
    let size = SystemCall.status(of: path).map { Int64($0.st_size) } ?? 0
    tiles.progress.note("\(path): \(Figures.grouped(count)) tiles, \(Figures.bytes(size))")
  }

  private func fill(
    _ file: some TileFile, _ tiles: TileExport, _ description: TileFileDescription
  ) throws -> Int {
    let count = try tiles.fill(file)
    guard count > 0 else {
      throw ProgramFailure(.usage, "there is nothing on the map in this region; give another --region")
    }
    try file.finish(description)
    return count
  }

  // MARK: Options

  private func look() throws -> TileLook {
    let look = TileLook(
      kind: export.kind, style: content.style.map ?? .standard, scale: output.scale, isDark: output.dark,
      languages: content.languages)
    guard look.kind == .vector else {
      guard content.style != .none else { throw UsageError("raster tiles need a --style that has something to show") }
      guard [1, 2].contains(output.scale) else { throw UsageError("raster tiles have a --scale of 1 or 2") }
      return look
    }
    guard content.style == .standard, output.scale == 1, !output.dark else {
      throw UsageError(
        "vector tiles have no colors and no pixels: the program that shows them chooses those",
        advice: "Leave --style, --scale and --dark out, or give --tiles raster.")
    }
    return look
  }

  private func plan(_ store: StoreReader, _ levels: ClosedRange<Int>) throws -> TilePlan {
    let plan =
      try content.region.map { TilePlan($0, levels: levels) } ?? TilePlan(allOf: store, levels: levels)
    guard plan.count > ExportCommand.tileLimit else { return plan }
    var fewer = levels
    while fewer.upperBound > fewer.lowerBound, TilePlan(plan.region, levels: fewer).count > ExportCommand.tileLimit {
      fewer = fewer.lowerBound...fewer.upperBound - 1
    }
    throw UsageError(
      "levels \(levels.lowerBound) to \(levels.upperBound) of this region are \(Figures.grouped(plan.count)) tiles, "
        + "and \(Figures.grouped(ExportCommand.tileLimit)) are the limit",
      advice: "Give fewer levels, such as --levels \(fewer.lowerBound)-\(fewer.upperBound), or a smaller --region.")
  }

  private static func description(
    _ metadata: StoreMetadata, _ look: TileLook, _ plan: TilePlan
  ) -> TileFileDescription {
    let style = look.kind == .vector ? "" : " \(look.style.rawValue)\(look.isDark ? ", dark" : "")"
    let data = metadata.extracts.isEmpty ? "the world's borders" : metadata.extracts.joined(separator: ", ")
    let date = metadata.dataDate.map { ", as of \($0.prefix(10))" } ?? ""
    return TileFileDescription(
      kind: look.kind, plan: plan, name: "geocode\(style)", summary: "Map of \(data)\(date)",
      attribution: metadata.attribution.joined(separator: ", "))
  }
}
