import GeoModel
import GeoStore
import GeoSupport
import Synchronization

/// Writes a store: sorts the content along the Hilbert curve, cuts it into tiles and fills the tables.
///
/// 1. ``StoreNumbering`` sorts every kind along the curve and numbers it from 1, and numbers names in the order of
///    their first use.
/// 2. ``TileCutter`` splits the Earth until each square can be decoded in a few microseconds.
/// 3. ``TableWriter`` writes rows and R-trees on one thread while others cut. Then it writes the tiles and the tables
///    that depend on them, and the squares of the map last.
/// 4. ``PageSealer`` gives each page its checksum.
/// 5. The file is opened as a reader opens it, its row counts are compared, and it is synced and renamed.
public struct StoreWriter {
  /// The number of threads that cut tiles, at least 1.
  public var threads: Int
  /// Called from time to time with a stage's name and the completed fraction of all work, 0 to 1. Calls come on any
  /// thread, one at a time.
  public var progress: @Sendable (_ stage: String, _ fraction: Double) -> Void
  /// Called between the steps, on any thread; returns whether to stop. Stopping leaves the old file intact.
  public var isCancelled: @Sendable () -> Bool = { false }
  /// Called with a sentence about a risk to a store that has been put in place.
  public var warn: @Sendable (String) -> Void = { _ in }
  /// The most vertices and points in a tile before it is split.
  var maximumTileWeight = TileCutter.defaultMaximumWeight

  /// The user's own areas for the store.
  package var ownAreas: OwnAreaContent?
  /// The points of postal code tables for the store, after ``PostalPoints/settle()``.
  package var postalPoints: PostalPoints?

  /// Makes a writer with a number of threads.
  public init(threads: Int, progress: @escaping @Sendable (_ stage: String, _ fraction: Double) -> Void = { _, _ in }) {
    self.threads = threads
    self.progress = progress
  }

  /// Writes the content to a temporary file beside `path`, checks it, and renames it to `path`.
  ///
  /// A failure, or the end of the process at any moment, leaves the old file intact.
  ///
  /// - Parameter early: rows of this content that are already being made; nil to start now.
  /// - Throws: ``StoreError`` with code `.unwritable` when the disk is full, the folder is missing or read-only, or
  ///   ``isCancelled`` returns true.
  public func write(
    _ content: consuming StoreContent, early: consuming EarlyRows? = nil, metadata: StoreMetadata, to path: String
  ) throws(StoreError) -> StoreInfo {
    var content = content
    let early = early ?? earlyRows(of: content)
    let file = try TemporaryStoreFile(for: path)
    do {
      let counts = try write(&content, early, metadata, file)
      try report("checking", 0)
      try PageSealer.seal(file.path, as: file.finalPath)
      let info = try check(file, counts)
      if let doubt = try file.commit() { warn(doubt) }
      progress("checking", 1)
      return info
    } catch {
      file.discard()
      throw error
    }
  }

  /// Checks that a store can be written to a path, before hours are spent on its content.
  ///
  /// - Throws: ``StoreError`` with code `.unwritable` when the folder is missing or read-only, or no file can be
  ///   created at the path.
  public static func check(path: String) throws(StoreError) { try TemporaryStoreFile.check(path) }

  /// The temporary file of this process, which later replaces the old store.
  ///
  /// A process that cannot continue should remove it.
  public static func temporaryPath(for path: String) -> String { TemporaryStoreFile.path(for: path) }

  /// Numbers, cuts and writes everything, in one transaction without a journal.
  ///
  /// It takes the content, so that each part can be released once it is written.
  ///
  /// - Returns: the number of rows that tables should have.
  private func write(
    _ content: inout StoreContent, _ early: EarlyRows, _ metadata: StoreMetadata, _ file: TemporaryStoreFile
  ) throws(StoreError) -> [String: Int] {
    try report("sorting", 0)
    let numbering = StoreNumbering(content)
    if let failure = content.workspace?.failure { throw failure }
    content.expectSpatialAccess()
    try report("cutting", 0)
    file.create()
    let database = try Database.create(file.path, as: file.finalPath, pageSize: StoreFormat.pageSize)
    try database.execute(
      "PRAGMA application_id = \(StoreFormat.applicationID); PRAGMA user_version = \(StoreFormat.version); BEGIN")
    try database.execute(Schema.tables + Schema.views)
    let mapCutter = takeMap(of: &content, numbering)
    let input = CutInput(content, numbering)
    var tables = TableWriter(content, numbering, into: database)
    content = StoreContent(in: content.workspace)
    let tiles = try writeTiles(input, database) { () throws(StoreError) in try writeRows(&tables, early) }
    let map = mapCutter.map { mapRows($0) }
    try report("writing", 0.8)
    try tables.write(tiles.postalGroups)
    try tables.writePlaces(areas: tiles.placeAreas)
    try tables.writeMeta(metadata, tiles: tiles.count)
    tables.removeContent()
    try report("writing", 0.9)
    if let map { try tables.writeMap(map) }
    if let ownAreas { try tables.writeOwnAreas(ownAreas) }
    if let postalPoints { try tables.writePostalPoints(postalPoints) }
    try database.execute("COMMIT")
    try report("writing", 1)
    return tables.counts
  }

  /// Writes the rows that do not depend on tiles.
  private func writeRows(_ tables: inout TableWriter, _ early: EarlyRows) throws(StoreError) {
    try tables.writeNames()
    try report("writing", 0.1)
    try tables.writeStreets()
    try report("writing", 0.2)
    try tables.writeAddresses()
    try tables.writeInterpolations()
    try tables.writeFeatures()
    try report("writing", 0.3)
    let early = early.rows()
    try tables.writeObjects(early.objects)
    try tables.writeAreas(early.boundaries)
    try report("writing", 0.4)
  }

  /// Moves the map layer out of the content into a cutter; nil when the layer is empty.
  ///
  /// The cutter has the only copy, so it is released after cutting.
  private func takeMap(of content: inout StoreContent, _ numbering: StoreNumbering) -> MapTileCutter? {
    if content.map.features.isEmpty { return nil }
    let cutter = MapTileCutter(content: content.mapAndSeas, numbering: numbering)
    content.map = MapLayerContent(in: content.workspace)
    return cutter
  }

  /// Starts making the rows of the map layer, in the background if there are several threads.
  private func mapRows(_ cutter: consuming MapTileCutter) -> () -> MapRows {
    let workspace = cutter.content.workspace
    let waiting = Mutex<MapTileCutter?>(cutter)
    return beside { [threads, isCancelled] isUnwanted in
      var taken = waiting.withLock { $0.take() }
      let fragments = taken?.cut(threads: threads) { isCancelled() || isUnwanted() }
      taken = nil
      return MapRows(fragments ?? MapFragments(in: workspace), threads: threads, in: workspace)
    }
  }

  /// Cuts and writes all tiles.
  ///
  /// - Parameter first: writes other rows meanwhile, before the first tile is written.
  private func writeTiles(
    _ input: CutInput, _ database: Database, first: () throws(StoreError) -> Void
  ) throws(StoreError) -> TileWriter.Result {
    let writer = try TileWriter(database, in: input.points.workspace)
    let (isCancelled, progress, workspace) = (isCancelled, progress, input.points.workspace)
    let begin = {
      do throws(StoreError) { try first() } catch { writer.fail(error) }
    }
    TileCutter(input: input, maximumWeight: maximumTileWeight).cut(
      threads: threads, isCancelled: { isCancelled() || writer.hasFailed || workspace?.failure != nil }, first: begin
    ) { tiles, fraction in
      writer.write(tiles)
      progress("cutting", 0.4 + fraction * 0.4)
    }
    try report("cutting", 0.8)
    if let failure = workspace?.failure { throw failure }
    return try writer.finish()
  }

  private func report(_ stage: String, _ fraction: Double) throws(StoreError) {
    if isCancelled() { throw StoreError(.unwritable, "the store was not written, as the import was stopped") }
    progress(stage, fraction)
  }

  /// Opens the finished file as a reader does and compares the last row of each table with its row count, as rows are
  /// numbered from 1.
  private func check(_ file: TemporaryStoreFile, _ counts: [String: Int]) throws(StoreError) -> StoreInfo {
    let reader = try StoreReader(path: file.path)
    for (table, rows) in counts {
      let last = try Statement(reader.database, "SELECT max(id) FROM \(table)")
      guard try last.step(), last.integer(0) == rows else {
        throw StoreError(.unwritable, "\(file.finalPath) was not written completely (\(table)); try again")
      }
    }
    return reader.info
  }
}
