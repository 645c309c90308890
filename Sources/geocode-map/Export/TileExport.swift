import GeoBaseMap
import GeoConsole
import GeoMap
import GeoModel
import GeoRender
import GeoStore
import GeoSupport
import Synchronization

/// The look of the tiles in a file.
struct TileLook: Sendable {
  var kind: TileKind
  /// The style; it applies to raster tiles only, as do scale and darkness.
  var style: MapStyle
  /// Pixels per point, 1 or 2.
  var scale: Double
  var isDark: Bool
  /// The languages of names, best first.
  var languages: [String]
}

/// Draws the tiles of a plan and writes them to a file.
///
/// 1. Tiles are taken in batches of ``batchLength``, which several threads draw.
/// 2. They are added in order. A content that was added before, such as that of empty sea, is reused.
/// 3. Empty tiles are left out.
///
/// Only one batch and the remembered contents are in memory.
struct TileExport {
  /// The number of tiles drawn between two writes to the file.
  private static let batchLength = 256
  /// The number of contents remembered for reuse, each with at most ``rememberedLength`` bytes: 16 MB together.
  /// Repeated tiles usually have little content.
  private static let rememberedCount = 8_192
  private static let rememberedLength = 2_048
  /// The largest number of threads, which is the number of readers that a map keeps.
  private static let mostThreads = 4

  let map: StoreMap
  let look: TileLook
  let plan: TilePlan
  let progress: ProgressDisplay

  /// Fills a file with the tiles of the plan.
  ///
  /// - Returns: the number of tiles added.
  /// - Throws: `ProgramFailure` when the store cannot be read, a signal arrived or the file cannot be written;
  ///   `StoreError` from the file.
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

  /// Returns the contents of tiles in order; empty for empty tiles.
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
        // Makes the other threads stop.
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
