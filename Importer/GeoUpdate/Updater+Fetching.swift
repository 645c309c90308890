import GeoStore
import GeoSupport
import OSMFile

extension Updater {
  /// Finds the end of the known changes in the server's series, if it is unknown or was that of another server.
  ///
  /// - Throws: ``UpdateError`` if the end cannot be found, or is ahead of the server.
  func settle(
    _ end: inout StoreMetadata.Replication, _ server: ReplicationServer, _ newest: ReplicationState,
    _ recipe: StoreRecipe
  ) throws(UpdateError) {
    let isSame = end.url.map { ReplicationServer($0, Transfer()).address == server.address } ?? false
    let isOurs = isSame || (replication == nil)
    guard isOurs, let last = end.sequence else { return try find(&end, server, newest, recipe) }
    guard newest.sequence >= last else {
      throw UpdateError(
        .noServer,
        "\(server.address)/state.txt is at change file \(newest.sequence), the store has \(last) already; these are not its changes, or they "
          + "lag behind: try again later, or give another --replication; if the server has begun anew, \(recipe.newerExtract)"
      )
    }
  }

  /// Finds the change file by the date of the data.
  private func find(
    _ end: inout StoreMetadata.Replication, _ server: ReplicationServer, _ newest: ReplicationState,
    _ recipe: StoreRecipe
  ) throws(UpdateError) {
    guard let moment = end.timestamp.flatMap(OSMFileHeader.seconds) else {
      throw UpdateError(
        .badData,
        "\(store) does not say how old its data is, so its changes cannot be found; import an extract that tells its date"
      )
    }
    try UpdateError.checkPast(moment, "\(store) says that its data is")
    let state = try server.sequence(before: moment, newest: newest, orElse: recipe.newerExtract)
    end = StoreMetadata.Replication(url: server.address, sequence: state.sequence, timestamp: end.timestamp)
  }

  /// Fetches the change files that follow the known changes.
  ///
  /// - Returns: the error that stopped it. Change files fetched before are in the changes.
  func fetch(
    into changes: inout ChangeSet, from server: ReplicationServer, to newest: ReplicationState, _ recipe: StoreRecipe,
    _ folder: UpdateFolder, _ outcome: inout Outcome
  ) -> UpdateError? {
    let first = (changes.end.sequence ?? 0) + 1
    let last = min(newest.sequence, first + Int64(maximumChanges) - 1)
    var bytes = 0
    while let number = changes.end.sequence.map({ $0 + 1 }), number <= last, bytes < largestBytes {
      didFetch(outcome.fetched, Int(last - first + 1))
      do throws(UpdateError) {
        let (contents, size) = try changeFile(number, server, newest, recipe, folder)
        // The state is updated last, in memory as on disk.
        let state = number == newest.sequence ? newest : try server.state(of: number)
        changes.add(contents)
        // The time of the data never goes back, whatever a server states.
        let moments = [changes.end.timestamp, state.map { UTCTime(seconds: Int($0.timestamp)).iso8601 }]
        changes.end = StoreMetadata.Replication(
          url: server.address, sequence: number, timestamp: moments.compactMap(\.self).max())
        bytes += size
        outcome.fetched += 1
      } catch { return error }
    }
    didFetch(outcome.fetched, outcome.fetched)
    return nil
  }

  private func changeFile(
    _ number: Int64, _ server: ReplicationServer, _ newest: ReplicationState, _ recipe: StoreRecipe,
    _ folder: UpdateFolder
  ) throws(UpdateError) -> (OSMFileContents, size: Int) {
    guard shouldContinue() else { throw .cancelled }
    let (address, path) = (server.address(of: number, "osc.gz"), folder.file("change.osc.gz"))
    let descriptor = SystemCall.open(path, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW, mode: 0o644)
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
      // Mirrors may announce a file before they have it, and many servers keep only some months.
      if number == newest.sequence || server.lacks(newest.sequence) { throw server.isAhead(newest, of: address) }
      throw UpdateError(
        .noServer,
        "\(address): there is no such file, but there are later ones; if it does not come soon, changes of so long ago are gone: "
          + recipe.newerExtract)
    }
    guard let status = SystemCall.status(of: descriptor) else {
      throw UpdateError(.limited, "\(path) cannot be read: \(systemMessage())")
    }
    var options = OSMInputOptions()
    options.folder = folder.path
    options.leastBoundBytes = largestUnpacked
    options.shouldContinue = { [shouldContinue] _ in shouldContinue() }
    do throws(OSMFileError) {
      let contents = try OSMFileContents(path: path, options)
      guard contents.header.isChange else { throw OSMFileError.notChanges(path) }
      return (contents, Int(status.st_size))
    } catch {
      let error = UpdateError(error)
      guard error.code == .badData else { throw error }
      // The message begins with a path unknown to the user, and ends with advice for the user's own files.
      let hasPath = error.message.utf8.starts(with: path.utf8)
      let rest = error.message.utf8.dropFirst(hasPath ? path.utf8.count : 0).prefix { $0 != UInt8(ascii: ";") }
      throw UpdateError(
        .badData,
        address + (hasPath ? "" : ": ") + String(decoding: rest, as: UTF8.self)
          + "; try again later, and if it stays so, \(recipe.newerExtract)")
    }
  }
}
