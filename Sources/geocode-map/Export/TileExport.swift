import GeoBaseMap
import GeoConsole
import GeoMap
import GeoModel
import GeoRender
import GeoStore
import GeoSupport
import Synchronization

/// How the tiles of a file look.
struct TileLook: Sendable {
  var kind: TileKind
  /// Of pictures, like the two that follow.
  var style: MapStyle
  /// Pixels for each point, 1 or 2.
  var scale: Double
  var isDark: Bool
  /// Of names, best first.
  var languages: [String]
}

/// Draws the tiles of a plan and puts them into a file.
///
/// 1. Tiles are taken in ``batchLength``s, and several threads draw those of a batch.
/// 2. They are added in their order. A content that came before, such as that of empty sea, is not added again.
/// 3. Tiles in which nothing is are left out.
///
/// What is in memory is one batch and the contents that are remembered.
struct TileExport {
  /// Tiles that are drawn between two visits to the file. A signal waits for as many.
  private static let batchLength = 256
  /// Contents that are found again, each of ``rememberedLength`` bytes at most: together 16 MB. Tiles that are alike have little in them.
  private static let rememberedCount = 8_192
  private static let rememberedLength = 2_048
  /// The readers that a map keeps are no more.
  private static let mostThreads = 4

  let map: StoreMap
  let look: TileLook
  let plan: TilePlan
  let progress: ProgressDisplay

  /// Fills a file.
  ///
  /// - Returns: how many tiles it has.
  /// - Throws: `ProgramFailure` when the store cannot be read, a signal came or the file cannot be written; `StoreError` from the file.
  func fill(_ file: some TileFile) throws -> Int {
    progress.begin("Drawing", unit: "tiles")
    let total = plan.count
    var (done, added) = (0, 0)
    var remembered = BoundedCache<[UInt8], TileContent>(capacity: TileExport.rememberedCount)
    var batch: [PlannedTile] = []
    func flush() throws {
      try Interruption.check()
      for (tile, content) in zip(batch, try draw(batch)) where !content.isEmpty {
        try file.add(tile, try self.content(content, file, &remembered))
        added += 1
      }
      done += batch.count
      batch.removeAll(keepingCapacity: true)
      progress.update(fraction: Double(done) / Double(max(total, 1)), count: Int64(done))
    }
    try plan.forEach { tile in
      batch.append(tile)
      if batch.count == TileExport.batchLength { try flush() }
    }
    try flush()
    progress.end()
    return added
  }

  private func content(
    _ bytes: [UInt8], _ file: some TileFile, _ remembered: inout BoundedCache<[UInt8], TileContent>
  ) throws -> TileContent {
    guard bytes.count <= TileExport.rememberedLength else { return try file.add(content: bytes) }
    return try remembered.value(for: bytes) { try file.add(content: bytes) }
  }

  // MARK: Drawing

  /// The contents of tiles in their order; empty where nothing is.
  private func draw(_ tiles: [PlannedTile]) throws(ProgramFailure) -> [[UInt8]] {
    let next = Atomic(0)
    let results = Mutex([[UInt8]](repeating: [], count: tiles.count))
    let failure = Mutex<ProgramFailure?>(nil)
    SystemThread.perform(onThreads: min(Processors.usable, TileExport.mostThreads)) {
      do throws(ProgramFailure) {
        let gzip = try Gzip()
        while !Interruption.isRequested {
          let number = next.wrappingAdd(1, ordering: .relaxed).oldValue
          guard number < tiles.count else { return }
          let content = try content(of: tiles[number], gzip)
          results.withLock { $0[number] = content }
        }
      } catch {
        // The others have no more to do.
        next.store(tiles.count, ordering: .relaxed)
        failure.withLock { $0 = $0 ?? error }
      }
    }
    try Interruption.check()
    if let failure = failure.withLock({ $0 }) { throw failure }
    return results.withLock { $0 }
  }

  private func content(of tile: PlannedTile, _ gzip: Gzip) throws(ProgramFailure) -> [UInt8] {
    guard look.kind == .vector else { return try picture(tile) }
    do throws(StoreError) {
      let bytes = try map.vectorTile(z: tile.level, x: tile.x, y: tile.y, languages: look.languages)
      return bytes.isEmpty ? [] : gzip.packed(bytes)
    } catch { throw ProgramFailure(error) }
  }

  private func picture(_ tile: PlannedTile) throws(ProgramFailure) -> [UInt8] {
    var part = BaseMapPart(tile: TilePath(x: tile.x, y: tile.y, z: tile.level, contentScaleFactor: look.scale))
    part.userInterfaceStyle = look.isDark ? .dark : .light
    part.languages = look.languages
    let drawing = map.draw(part, style: look.style)
    if let failure = drawing.failure { throw ProgramFailure(.badData, failure.description) }
    do throws(RenderError) { return try MapSnapshot(part, drawing).rendered().bytes } catch {
      throw ProgramFailure(.internalError, error.description)
    }
  }
}
