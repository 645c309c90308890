import GeoConsole
import GeoImport
import GeoImportCommand
import GeoModel
import GeoStore
import GeoSupport
import OSMFile

// The way of an update:
// 1. The store says of which extracts it was made, and up to which change file it goes. Changes that an earlier update has fetched go further.
// 2. The server tells its newest change file. The next ones are fetched, one after the other, and gathered: of each object the newest version.
// 3. The changes are written beside the store, with their place in the series in the same file.
// 4. Once they are many, the extracts are written anew with the changes in them.
// 5. Extracts and changes are imported; the new store replaces the old one in one step, and says itself where it stands.
// Whatever ends this, in whatever moment, the next update finds a whole store and whole changes, neither ahead of its data, and goes on.

/// Brings a store up to date.
package struct Updater {
  /// The store.
  package var store: String
  /// Where changes are published; nil for where the store says.
  package var replication: String?
  /// The most change files of one update.
  package var maximumChanges = 1000
  /// What is told about the way of the import.
  package var reporter: any ImportReporter = SilentReporter()
  /// Told how many change files of how many are there.
  package var didFetch: (_ done: Int, _ all: Int) -> Void = { _, _ in }
  /// Asked now and then whether to go on.
  package var shouldContinue: @Sendable () -> Bool = { true }
  /// Changes options of the import, such as threads.
  package var adjust: (inout ImportCommand) -> Void = { _ in }
  /// See ``Transfer/pauses``.
  package var pauses: [Double]?
  /// Beyond this part of the extracts' bytes changes go into new extracts.
  package var largestShare = 0.1
  /// The most bytes of change files of one update, and of gathered changes, as they are in memory while they are merged.
  package var largestBytes = 32 << 20

  /// The most bytes of one change file, packed. A day of the whole planet has about a tenth of that, so what is longer is none.
  package var largestChangeFile: Int64 = 1 << 30

  /// An updater of a store.
  package init(store: String) { self.store = store }

  /// What an update did.
  package struct Outcome {
    /// How many change files it brought.
    package var fetched = 0
    /// Whether it wrote a store.
    package var wrote = false
    /// Where the store is in the series.
    package var position: StoreMetadata.Replication
    /// Whether the server has more.
    package var isMoreToCome = false
    /// What ended it after some change files, which are in the store.
    package var failure: UpdateError?
  }

  /// Updates the store.
  ///
  /// - Throws: ``UpdateError`` if nothing could be done; the store is as it was.
  package func run() throws(UpdateError) -> Outcome {
    let info: StoreInfo
    do throws(StoreError) { info = try StoreReader(path: store).info } catch {
      throw UpdateError(ProgramFailure(error))
    }
    var command: ImportCommand
    do throws(ProgramFailure) { command = try ImportWords.command(info.metadata.importArguments, store: store) } catch {
      throw UpdateError(error)
    }
    adjust(&command)
    let updated = info.metadata.updatedExtracts.map { ImportWords.path($0, store: store) }
    guard !updated.isEmpty || !command.extracts.contains("-") else {
      throw UpdateError(
        .badData, "\(store) was made of standard input, which is gone; import it from a file to update it")
    }
    let folder = try UpdateFolder(of: store)
    let inputs = updated.isEmpty ? command.extracts.map { UpdateFolder.file(of: $0, store: store) } : updated
    let mark = try UpdateFolder.mark(of: inputs)
    let known = info.metadata.replication
    let gathered = ChangeSet(path: folder.changes, for: mark)
    var changes: ChangeSet
    if let gathered { changes = gathered } else { changes = try noChanges(of: inputs) }

    let transfer = Transfer()
    transfer.shouldContinue = { [shouldContinue] _, _ in shouldContinue() }
    if let pauses { transfer.pauses = pauses }
    guard let address = replication ?? changes.end.url ?? known.url else {
      throw noAddress(of: inputs)
    }
    let server = ReplicationServer(address, transfer)
    let newest = try server.newest()
    try settle(&changes.end, server, newest)
    guard let first = changes.end.sequence, newest.sequence >= first else {
      throw UpdateError(
        .noServer,
        "\(server.address) is at change file \(newest.sequence), the store has \(changes.end.sequence ?? 0) already; "
          + "these are not its changes, or they lag behind: give another --replication")
    }

    var outcome = Outcome(position: known)
    outcome.failure = fetch(into: &changes, from: server, to: newest, folder, &outcome)
    if outcome.fetched == 0, let failure = outcome.failure { throw failure }
    outcome.isMoreToCome = (changes.end.sequence ?? 0) < newest.sequence
    if changes.end == known { return outcome }
    // Without a new file, too, what is beside the store says where it stands: the server may just be another one.
    if outcome.fetched > 0 || changes.end != gathered?.end { try changes.write(to: folder.changes, for: mark) }
    try makeStore(with: changes, of: inputs, command, info, folder)
    outcome.wrote = true
    outcome.position = changes.end
    return outcome
  }

  /// No changes yet: what the extracts say counts, not the store, which may have been updated with changes that somebody has removed since.
  private func noChanges(of inputs: [String]) throws(UpdateError) -> ChangeSet {
    var headers: [OSMFileHeader] = []
    for path in inputs {
      do throws(OSMFileError) { headers.append(try OSMFileReader(path: path).header) } catch {
        throw UpdateError(error)
      }
    }
    var changes = ChangeSet()
    changes.end = Importer.replication(headers)
    return changes
  }

  /// Why nobody knows where the changes are: the extracts name no server, or several.
  private func noAddress(of inputs: [String]) -> UpdateError {
    let servers = Set(inputs.compactMap { try? OSMFileReader(path: $0).header.replicationBaseURL }).sorted()
    guard servers.count > 1 else {
      return UpdateError(
        .badArgument,
        "\(store) does not say where its changes are published; give --replication with the address of the folder")
    }
    return UpdateError(
      .badArgument,
      "the extracts of \(store) have their changes in different places (\(servers.joined(separator: ", "))), but an update follows one: "
        + "give --replication with one that covers them all, such as https://planet.openstreetmap.org/replication/day")
  }

  /// Finds out where the changes that are known end in the series of a server, if that is not known or was another's.
  private func settle(
    _ end: inout StoreMetadata.Replication, _ server: ReplicationServer, _ newest: ReplicationState
  ) throws(UpdateError) {
    let isSame = end.url.map { ReplicationServer($0, Transfer()).address == server.address } ?? false
    let isOurs = isSame || (replication == nil)
    if end.sequence != nil, isOurs { return }
    guard let moment = end.timestamp.flatMap(OSMFileHeader.seconds) else {
      throw UpdateError(
        .badData,
        "\(store) does not say how old its data is, so its changes cannot be found; import an extract that tells its date"
      )
    }
    let state = try server.sequence(before: moment, newest: newest)
    end = StoreMetadata.Replication(url: server.address, sequence: state.sequence, timestamp: end.timestamp)
  }

  /// Fetches the change files behind those that are known.
  ///
  /// - Returns: what ended it early; what came until then is in the changes.
  private func fetch(
    into changes: inout ChangeSet, from server: ReplicationServer, to newest: ReplicationState, _ folder: UpdateFolder,
    _ outcome: inout Outcome
  ) -> UpdateError? {
    let first = (changes.end.sequence ?? 0) + 1
    let last = min(newest.sequence, first + Int64(maximumChanges) - 1)
    var bytes = 0
    while let number = changes.end.sequence.map({ $0 + 1 }), number <= last, bytes < largestBytes {
      didFetch(outcome.fetched, Int(last - first + 1))
      do throws(UpdateError) {
        let (contents, size) = try changeFile(number, server, folder)
        // The state comes last in memory as on disk.
        let state = number == newest.sequence ? newest : try server.state(of: number)
        changes.add(contents)
        let moment = state.map { UTCTime(seconds: Int($0.timestamp)).iso8601 }
        changes.end = StoreMetadata.Replication(
          url: server.address, sequence: number, timestamp: moment ?? changes.end.timestamp)
        bytes += size
        outcome.fetched += 1
      } catch { return error }
    }
    didFetch(outcome.fetched, outcome.fetched)
    return nil
  }

  private func changeFile(
    _ number: Int64, _ server: ReplicationServer, _ folder: UpdateFolder
  ) throws(UpdateError) -> (OSMFileContents, size: Int) {
    guard shouldContinue() else { throw .cancelled }
    let (address, path) = (server.address(of: number, "osc.gz"), folder.file("change.osc.gz"))
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else {
      throw UpdateError(.cannotWrite, "\(path) cannot be written: \(systemMessage())")
    }
    defer {
      close(descriptor)
      unlink(path)
    }
    do throws(TransferError) {
      _ = try server.transfer.download(address, to: descriptor, limit: largestChangeFile)
    } catch {
      guard error.kind == .missing else { throw UpdateError(error) }
      // Many servers keep some months only, and mirrors may tell of a file before they have it.
      throw UpdateError(
        .noServer,
        "\(error.message), though the server is beyond it; if it does not come soon, changes of so long ago are gone: "
          + "import a newer extract, and updates go on from there")
    }
    var status = stat()
    fstat(descriptor, &status)
    var options = OSMInputOptions()
    options.folder = folder.path
    options.shouldContinue = { [shouldContinue] _ in shouldContinue() }
    do throws(OSMFileError) {
      let contents = try OSMFileContents(path: path, options)
      guard contents.header.isChange else { throw OSMFileError.notChanges(path) }
      return (contents, Int(status.st_size))
    } catch {
      let error = UpdateError(error)
      guard error.code == .badData else { throw error }
      throw UpdateError(.badData, error.message.replacing(path, with: address))
    }
  }

  /// Imports extracts and changes, or new extracts of both.
  private func makeStore(
    with changes: ChangeSet, of inputs: [String], _ command: ImportCommand, _ info: StoreInfo, _ folder: UpdateFolder
  ) throws(UpdateError) {
    var inputs = inputs
    do {
      let limits = try command.limits()
      var options = try command.options(inputs, limits)
      options.isCancelled = { [shouldContinue] in !shouldContinue() }
      let isLarge =
        Double(size(folder.changes))
        > min(Double(largestBytes), largestShare * Double(inputs.reduce(0) { $0 + size($1) }))
      let rewritten = isLarge ? try newExtracts(changes, of: inputs, region: options.region, folder) : nil
      if let rewritten { inputs = rewritten }
      options.record.arguments = info.metadata.importArguments
      let isUpdated = rewritten != nil || !info.metadata.updatedExtracts.isEmpty
      options.record.updatedExtracts = isUpdated ? inputs.map { ImportWords.kept($0, store: store) } : []
      options.record.replication = changes.end
      options.record.extracts = info.metadata.extracts
      let all = inputs + (rewritten == nil ? [folder.changes] : [])
      _ = try Importer(options).run(extracts: all, output: store, reporter: reporter)
      folder.tidy(keeping: all)
    } catch let error as ProgramFailure {
      throw UpdateError(error)
    } catch let error as ImportError {
      throw UpdateError(ProgramFailure(error))
    } catch let error as OSMFileError {
      throw UpdateError(error)
    } catch {
      throw UpdateError(.badData, "\(error)")
    }
  }

  /// Writes extracts with their changes in them.
  ///
  /// - Returns: the new extracts; nil when there are none to write: what was given are changes, or ways bring their places along in one
  ///   of the old ones, which then lacks their nodes.
  private func newExtracts(
    _ changes: ChangeSet, of inputs: [String], region: ImportRegion?, _ folder: UpdateFolder
  ) throws(OSMFileError) -> [String]? {
    var (changes, readers, paths) = (changes, [OSMFileReader](), [String]())
    var options = OSMInputOptions()
    options.folder = folder.path
    for path in inputs + [folder.changes] { readers.append(try OSMFileReader(path: path, options)) }
    if readers.contains(where: \.header.hasLocationsOnWays) { return nil }
    let cut = RegionCut(region, readers)
    // Change files that were given with the extracts go into them, too.
    for (reader, path) in zip(readers, inputs) where reader.header.isChange {
      changes.add(try OSMFileContents(path: path, options))
    }
    readers.removeAll { $0.header.isChange }
    if readers.isEmpty { return nil }
    for index in readers.indices { paths.append(folder.file("base-\(changes.end.sequence ?? 0)-\(index).osm.pbf")) }
    reporter.didBegin(.merging)
    var rewriter = ExtractRewriter(changes, region: cut?.region) { share in
      reporter.didAdvance(.merging, fraction: share, objects: 0)
      return shouldContinue()
    }
    try rewriter.write(readers, to: paths)
    reporter.didEnd(.merging, seconds: 0)
    return paths
  }

  private func size(_ path: String) -> Int {
    var status = stat()
    return stat(path, &status) == 0 ? Int(status.st_size) : 0
  }
}
