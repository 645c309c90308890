@_exported public import GeoModel
import GeoStore
// The types of GeoStore in a summary are re-exported for clients that import only this module.
import GeoStoreWriting
@_exported public import enum GeoStore.StreetOrigin
@_exported public import struct GeoStore.StoreInfo
@_exported public import struct GeoStore.StoreMetadata
import GeoSupport
import OSMFile
import Synchronization

// The steps of an import:
// 1. Open all files. One that cannot be opened ends the import at once.
// 2. Read the extracts: relations, ways, nodes (see ExtractReader).
// 3. Assemble areas from their member ways (see RingAssembler), and turn all kept objects into records (see
//    ContentBuilder).
// 4. Add the world layer. It is read, assembled and classified like an extract, but is coarse and has no source
//    references.
// 5. Link houses and interpolations to streets (see StreetLinker).
// 6. Write the store to a temporary file, check it and rename it (see StoreWriter).

/// Makes a store from OpenStreetMap extracts.
public struct Importer: Sendable {
  /// How extracts are imported.
  public var options: ImportOptions

  /// Creates an importer with its options.
  public init(_ options: ImportOptions) { self.options = options }

  /// Imports extracts into a store, which replaces the file at `output` once it is complete.
  ///
  /// - Parameters:
  ///   - extracts: paths of extracts, histories and change files in any order (`.osm.pbf`, `.osm`, `.osc`, compressed
  ///     or not), or `-` for standard input. If several contain the same object, its newest version counts.
  ///   - output: path of the store.
  ///   - reporter: receives the progress.
  /// - Returns: the numbers of stored records, and of objects left out by reason.
  /// - Throws: ``ImportError``; a file at `output` is then untouched.
  public func run(
    extracts: [String], output: String, reporter: any ImportReporter = SilentReporter()
  ) throws(ImportError) -> ImportSummary {
    guard
      !extracts.isEmpty || !options.addressTables.paths.isEmpty || !options.areaLayers.isEmpty
        || !options.postalTables.paths.isEmpty
    else {
      throw ImportError(.badArgument, "no extract was given; name one file or more, or - for standard input")
    }
    do throws(StoreError) {
      try StoreWriter.check(path: output)
    } catch {
      throw ImportError(.unwritableStore, error.message)
    }
    // Perhaps no working file is needed, but a folder that is named must be able to hold them.
    if let folder = options.workFolder {
      do throws(StoreError) { _ = try Workspace(folder: folder) } catch {
        throw ImportError(.unwritableWorkFolder, error.message)
      }
    }
    var summary = ImportSummary()
    let readers = try open(extracts, output, reporter, &summary)
    if !readers.isEmpty, readers.allSatisfy(\.header.isChange) { throw .onlyChanges(readers.map(\.path)) }
    let ranges = try RangeTables(options.addressRanges)
    let extent = Importer.extent(readers)
    let tables = try AddressTables(options.addressTables, extent: extent, region: options.region)
    var postal = try PostalTables(options.postalTables, extent: extent, region: options.region)
    let world = try open(options.worldLayer.map { [$0] } ?? [], output, reporter, &summary)
    let corrected = try open(options.corrections, output, reporter, &summary)
    try announce(readers, world, output, reporter)
    let workspace = try workspace(for: readers + world, output)
    let corrections = corrected.isEmpty ? nil : try Corrections(corrected)
    let context = ImportContext(
      reporter: reporter, isCancelled: options.isCancelled, workspace: workspace, corrections: corrections)
    if !postal.isEmpty {
      try context.run(.tables, &summary.timings) { () throws(ImportError) in try postal.read(context) }
    }
    var content = try gather(
      readers + corrected, world, ranges, tables, context, &summary, isReplacing: access(output, F_OK) == 0)
    try postal.settleAreas(in: content, context)
    summary.postalTables = postal.areaTallies + postal.pointTallies
    let writer = writer(postal, context)
    let early = writer.earlyRows(of: content)
    content = try link(content, context, &summary)
    var metadata = metadata(readers, tables: summary.tables, postal)
    let folder = FileFolder.folder(of: FileFolder.resolved(output))
    metadata.corrections = corrections?.infos { FileFolder.place(of: $0, below: folder) } ?? []
    summary.note(content, metadata)
    summary.corrections = corrections?.outcome
    summary.store = try context.run(.writing, &summary.timings) { () throws(ImportError) in
      // Handed over whole, so that its parts can be released once they are written.
      let whole = content
      content = StoreContent()
      return try write(whole, early, metadata, output, writer, context)
    }
    summary.peakMemoryBytes = ProcessMemory.peakBytes
    summary.peakWorkBytes = workspace.map(\.peakBytes).flatMap { $0 > 0 ? $0 : nil }
    return summary
  }

  /// Reports what the import will need, and checks that the disks have the space.
  private func announce(
    _ readers: [OSMFileReader], _ world: [OSMFileReader], _ output: String, _ reporter: any ImportReporter
  ) throws(ImportError) {
    let estimate = ImportEstimate(
      extractBytes: extractBytes(readers), hasWorldLayer: !world.isEmpty,
      isUpperBound: options.region != nil || readers.contains { $0.header.isHistory || $0.header.isChange }, options)
    reporter.willImport(estimate)
    // If the path is a link, the store is written next to the link's target.
    let storeFolder = FileFolder.folder(of: FileFolder.resolved(output))
    switch estimate.lack(storeFolder: storeFolder, workFolder: workFolder(output)) {
    case .certain(let sentence): throw ImportError(.unwritableStore, sentence)
    case .possible(let sentence): reporter.didWarn(sentence)
    case nil: break
    }
  }

  private func extractBytes(_ readers: [OSMFileReader]) -> Int {
    readers.reduce(0) { $0 + $1.fileSize } + options.addressTables.bytesAsExtract
      + AddressTableOptions.bytesAsExtract(of: options.postalTables.paths)
  }

  private func workFolder(_ output: String) -> String { options.workFolder ?? Workspace.folder(ofStore: output) }

  /// Where the working data goes; nil for memory.
  private func workspace(for readers: [OSMFileReader], _ output: String) throws(ImportError) -> Workspace? {
    guard let kept = options.storage.keptBytes(extractBytes: extractBytes(readers)) else {
      return nil
    }
    do throws(StoreError) {
      return try Workspace(
        folder: workFolder(output),
        fileThresholdBytes: options.workingFileThresholdBytes, memoryBytes: kept)
    } catch {
      throw ImportError(.unwritableWorkFolder, error.message)
    }
  }

  /// Returns the contents of the extracts and the world layer, as records without links.
  ///
  /// - Parameters:
  ///   - readers: the extracts and their changes, then the user's corrections.
  ///   - isReplacing: whether the import replaces an existing store, which extracts without an object must not do.
  /// - Throws: ``ImportError`` when an extract cannot be read, or there is nothing to store.
  func gather(
    _ readers: [OSMFileReader], _ world: [OSMFileReader], _ ranges: RangeTables, _ tables: AddressTables,
    _ context: ImportContext, _ summary: inout ImportSummary, isReplacing: Bool = false
  ) throws(ImportError) -> StoreContent {
    var builder = ContentBuilder(threads: options.threads, in: context.workspace)
    builder.hasWorldLayer = options.worldLayer != nil
    builder.includesFeatures = options.includesFeatures
    if !tables.isEmpty {
      try context.run(.tables, &summary.timings) { () throws(ImportError) in try tables.add(to: &builder, context) }
    }
    let (worldLayer, heldObjects) = try addExtracts(readers, to: &builder, besides: world, context, &summary.timings)
    let extracts = readers.dropLast(options.corrections.count)
    if !heldObjects && isReplacing && !extracts.isEmpty || options.region != nil && builder.content.isEmpty {
      throw .nothingToStore(in: extracts.map(\.path), isCut: options.region != nil)
    }
    if !world.isEmpty {
      try context.run(.worldLayer, &summary.timings) { () throws(ImportError) in
        var layer = try worldLayer()
        try builder.add(worldLayer: &layer, context.silent)
      }
    }
    builder.takeWorldNames()
    builder.addSeas()
    if !options.includesMap { builder.content.map = MapLayerContent(in: context.workspace) }
    builder.rankByCountry()
    if !ranges.isEmpty {
      try context.run(.ranges, &summary.timings) { () throws(ImportError) in try ranges.add(to: &builder, context) }
    }
    summary.faults = builder.faults
    summary.skipped = builder.skipped
    summary.tables = builder.tables
    return builder.content
  }

  /// Reads and classifies extracts.
  ///
  /// - Returns: a closure that returns the world layer, and whether the extracts had any objects. The reading of the
  ///   layer may already have begun.
  private func addExtracts(
    _ readers: [OSMFileReader], to builder: inout ContentBuilder, besides world: [OSMFileReader],
    _ context: ImportContext, _ timings: inout [StageTiming]
  ) throws(ImportError) -> (worldLayer: () throws(ImportError) -> AssembledExtract, heldObjects: Bool) {
    var extract = try AssembledExtract(
      readers, region: options.region, selection(ofWorldLayer: false), threads: options.threads, context, &timings)
    let worldLayer = worldLayer(world, context)
    try context.run(.classifying, &timings) { () throws(ImportError) in try builder.add(&extract, context) }
    return (worldLayer, extract.heldObjects)
  }

  /// Returns a closure that reads the world layer. With several threads, the reading begins at once, while the extracts
  /// are classified.
  private func worldLayer(
    _ readers: [OSMFileReader], _ context: ImportContext
  ) -> () throws(ImportError) -> AssembledExtract {
    let (threads, selection) = (options.threads, selection(ofWorldLayer: true))
    let read: @Sendable (ImportContext) throws(ImportError) -> AssembledExtract = { context throws(ImportError) in
      var ignored: [StageTiming] = []
      return try AssembledExtract(
        readers, region: nil, selection, threads: threads, countsFaults: false, context, &ignored)
    }
    guard threads > 1, !readers.isEmpty else { return { () throws(ImportError) in try read(context.silent) } }
    let layer = Later { isUnwanted in
      Result { () throws(ImportError) in try read(context.silent.ending(when: isUnwanted)) }
    }
    return { () throws(ImportError) in try layer.get().get() }
  }

  /// The selection of objects that is kept of an extract or of the world layer.
  private func selection(ofWorldLayer isWorldLayer: Bool) -> Selection {
    Selection(
      includesFeatures: options.includesFeatures && !isWorldLayer,
      includesObjects: options.includesObjects && !isWorldLayer,
      map: options.includesMap ? (isWorldLayer ? .world : .everything) : isWorldLayer ? .nothing : .coastlines)
  }

  /// Links houses to their streets. The unlinked content is handed over whole to avoid a copy.
  private func link(
    _ content: consuming StoreContent, _ context: ImportContext, _ summary: inout ImportSummary
  ) throws(ImportError) -> StoreContent {
    var result = content
    var left = StreetLinker.LeftOut()
    try context.run(.linking, &summary.timings) { () throws(ImportError) in
      let unlinked = result
      result = StoreContent()
      (result, left) = StreetLinker(unlinked).linked(tablesWin: options.addressTables.winsOverMap)
    }
    summary.skipped.add(.rangeWithoutStreet, left.ranges)
    for (table, reason) in left.rows {
      summary.skipped.add(reason)
      summary.tables[table].drop(reason.rawValue)
    }
    return result
  }

  /// Returns the writer of the store.
  private func writer(_ postal: PostalTables, _ context: ImportContext) -> StoreWriter {
    var writer = StoreWriter(threads: options.threads) { _, fraction in
      context.reporter.didAdvance(.writing, fraction: fraction, objects: 0)
    }
    postal.hand(to: &writer, options.areaLayers)
    writer.isCancelled = options.isCancelled
    writer.warn = { context.reporter.didWarn($0) }
    return writer
  }

  /// Writes the store. If the write stopped because of a cancellation, throws ``ImportError/Code/cancelled``.
  private func write(
    _ content: consuming StoreContent, _ early: EarlyRows, _ metadata: StoreMetadata, _ output: String,
    _ writer: StoreWriter, _ context: ImportContext
  ) throws(ImportError) -> StoreInfo {
    do throws(StoreError) {
      return try writer.write(content, early: early, metadata: metadata, to: output)
    } catch {
      try context.checkCancellation()
      throw ImportError(.unwritableStore, error.message)
    }
  }

  /// Opens files, and fails at the first that cannot be read.
  ///
  /// Files other than plain PBF are decompressed and converted, which is reported as a separate stage.
  private func open(
    _ paths: [String], _ output: String, _ reporter: any ImportReporter, _ summary: inout ImportSummary
  ) throws(ImportError) -> [OSMFileReader] {
    guard paths.count(where: { $0 == "-" }) < 2 else {
      throw ImportError(.badArgument, "standard input (-) can be read only once")
    }
    let start = ContinuousClock.now
    let hasBegun = Mutex(false)
    var readers: [OSMFileReader] = []
    for path in paths {
      var input = OSMInputOptions()
      input.folder = workFolder(output)
      let done = readers.count
      input.shouldContinue = { [options] fraction in
        let isFirst = hasBegun.withLock { hasBegun in
          defer { hasBegun = true }
          return !hasBegun
        }
        if isFirst { reporter.didBegin(.unpacking) }
        reporter.didAdvance(.unpacking, fraction: (Double(done) + fraction) / Double(paths.count), objects: 0)
        return !options.isCancelled()
      }
      do throws(OSMFileError) {
        readers.append(try OSMFileReader(path: path, input))
      } catch {
        throw ImportError(error)
      }
    }
    if hasBegun.withLock({ $0 }) {
      let seconds = start.duration(to: .now) / .seconds(1)
      summary.timings.append(StageTiming(stage: .unpacking, seconds: seconds))
      reporter.didEnd(.unpacking, seconds: seconds)
    }
    return readers
  }

  /// The metadata of the store, from the headers of the extracts and the options.
  private func metadata(
    _ readers: [OSMFileReader], tables: [TableTally], _ postal: PostalTables
  ) -> StoreMetadata {
    var metadata = StoreMetadata()
    metadata.dataDate = readers.compactMap(\.header.replicationTimestamp).max().map {
      UTCTime(seconds: Int($0)).iso8601
    }
    metadata.extracts =
      options.record.extracts ?? readers.map { FileFolder.name(of: $0.path) }
    metadata.replication = options.record.replication ?? Importer.replication(readers.map(\.header))
    metadata.importArguments = options.record.arguments
    metadata.updatedExtracts = options.record.updatedExtracts
    metadata.hasWorldLayer = options.worldLayer != nil
    if options.worldLayer != nil { metadata.attribution += Importer.worldLayerAttribution }
    if !options.addressRanges.isEmpty { metadata.attribution.append(Importer.addressRangesAttribution) }
    metadata.attribution += options.addressTables.attribution
    metadata.addressTables = tables.map(\.info)
    metadata.areaLayers = options.areaLayers.map(\.info)
    metadata.postalAreas = postal.areaTallies.map(\.info)
    metadata.postalPoints = postal.pointTallies.map(\.info)
    return metadata
  }

  /// The bounding box of the extracts by their headers; nil without extracts, or if one has no box or crosses the
  /// antimeridian.
  private static func extent(_ readers: [OSMFileReader]) -> FixedBox? {
    var extent = FixedBox.empty
    for reader in readers where !reader.header.isChange {
      guard let box = reader.header.boundingBox, box.minX <= box.maxX else { return nil }
      extent = extent.union(FixedBox(minX: box.minX, minY: box.minY, maxX: box.maxX, maxY: box.maxY))
    }
    return extent.isEmpty ? nil : extent
  }

  /// The position in a server's series of changes up to which the data is current.
  ///
  /// With several extracts, the oldest decides.
  package static func replication(_ headers: [OSMFileHeader]) -> StoreMetadata.Replication {
    let extracts = headers.filter { !$0.isChange }
    var result = StoreMetadata.Replication()
    let moments = extracts.compactMap(\.replicationTimestamp)
    if moments.count == extracts.count { result.timestamp = moments.min().map { UTCTime(seconds: Int($0)).iso8601 } }
    let (urls, numbers) = (Set(extracts.map(\.replicationBaseURL)), extracts.compactMap(\.replicationSequence))
    guard urls.count == 1, let url = urls.first ?? nil else { return result }
    result.url = WebAddress.withoutCredentials(url)
    if numbers.count == extracts.count { result.sequence = numbers.min() }
    return result
  }

  /// The attribution of address ranges.
  static let addressRangesAttribution = "Address ranges: TIGER/Line, U.S. Census Bureau (public domain)"

  /// The attributions of the world layer's sources other than OpenStreetMap, worded as their licenses require.
  static let worldLayerAttribution = [
    "Cities of the world layer: GeoNames (CC BY 4.0)",
    "Some borders, lakes and rivers of the world layer: Natural Earth (public domain)",
  ]
}
