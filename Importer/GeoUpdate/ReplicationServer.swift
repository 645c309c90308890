import GeoSupport
import OSMFile

/// What a `state.txt` says: a change file and the moment up to which it brings data.
package struct ReplicationState: Hashable, Sendable {
  /// The number of the change file.
  package var sequence: Int64
  /// In seconds since 1970.
  package var timestamp: Int64

  /// A state from its parts.
  package init(sequence: Int64, timestamp: Int64) {
    self.sequence = sequence
    self.timestamp = timestamp
  }

  /// Reads a `state.txt`: lines of `key=value`, colons escaped by backslashes, comments behind `#`. Nil when it is none.
  package init?(parsing text: String) {
    var values: [Substring: Substring] = [:]
    for line in text.split(whereSeparator: \.isNewline) where !line.hasPrefix("#") {
      let parts = line.split(separator: "=", maxSplits: 1)
      if parts.count == 2 { values[parts[0]] = parts[1] }
    }
    guard let sequence = values["sequenceNumber"].flatMap({ Int64($0) }), (0...999_999_999).contains(sequence),
      let timestamp = values["timestamp"].flatMap({ OSMFileHeader.seconds(String($0)) })
    else { return nil }
    self.init(sequence: sequence, timestamp: timestamp)
  }
}

/// A folder of change files that somebody publishes, as OpenStreetMap and Geofabrik do: `state.txt` tells the newest, and change
/// file 3,048 is `000/003/048.osc.gz`, its state `000/003/048.state.txt`.
package struct ReplicationServer {
  /// The address of the folder, without a slash at its end.
  package let address: String
  let transfer: Transfer

  /// A server by its address; a path stands for a folder of this machine.
  package init(_ address: String, _ transfer: Transfer) {
    var address = address
    if address.hasSuffix("/state.txt") { address.removeLast(10) }
    while address.hasSuffix("/"), address.count > 1 { address.removeLast() }
    if !address.contains("://"), let path = realpath(address, nil) {
      // Spaces and such may not stand in an address.
      let parts = String(cString: path).split(separator: "/", omittingEmptySubsequences: false)
      address = "file://" + parts.map { PercentCoding.encode(String($0)) }.joined(separator: "/")
      free(path)
    }
    self.address = address
    self.transfer = transfer
  }

  /// The newest change file.
  ///
  /// - Throws: ``UpdateError``.
  package func newest() throws(UpdateError) -> ReplicationState {
    guard let state = try state(at: address + "/state.txt") else {
      throw UpdateError(.noServer, "\(address)/state.txt: there is no such file, so nobody publishes changes here")
    }
    return state
  }

  /// The state of one change file; nil when the server does not have it.
  ///
  /// - Throws: ``UpdateError``, also when the file tells another number.
  package func state(of sequence: Int64) throws(UpdateError) -> ReplicationState? {
    let place = address(of: sequence, "state.txt")
    let state = try state(at: place)
    guard let state, state.sequence != sequence else { return state }
    throw UpdateError(.badData, "\(place) tells the number \(state.sequence); the server's files are mixed up")
  }

  /// The address of a change file or its state.
  package func address(of sequence: Int64, _ ending: String) -> String {
    func part(_ number: Int64) -> String { String(String(1000 + number % 1000).dropFirst()) }
    return "\(address)/\(part(sequence / 1_000_000))/\(part(sequence / 1000))/\(part(sequence)).\(ending)"
  }

  /// The newest change file that brings nothing from after a moment: where an extract of that moment goes on. It is found by halving.
  ///
  /// - Parameters:
  ///   - moment: in seconds since 1970.
  ///   - newest: the newest state of the server.
  /// - Throws: ``UpdateError``, also when the server does not go back so far.
  package func sequence(before moment: Int64, newest: ReplicationState) throws(UpdateError) -> ReplicationState {
    if newest.timestamp <= moment { return newest }
    var found: ReplicationState?
    // Below `low` files are missing or old enough, from `high` on they are too new.
    var (low, high) = (Int64(-1), newest.sequence)
    while high - low > 1 {
      let middle = low + (high - low) / 2
      let state = try state(of: middle)
      if let state, state.timestamp > moment {
        high = middle
      } else {
        found = state ?? found
        low = middle
      }
    }
    if let found, found.sequence == low { return found }
    throw UpdateError(
      .badData,
      "\(address) goes back to change file \(high) only, which is newer than the extract of \(UTCTime(seconds: Int(moment)).iso8601); "
        + "import a newer extract")
  }

  private func state(at place: String) throws(UpdateError) -> ReplicationState? {
    let text: String?
    do throws(TransferError) { text = try transfer.text(place) } catch { throw UpdateError(error) }
    guard let text else { return nil }
    guard let state = ReplicationState(parsing: text) else {
      throw UpdateError(.badData, "\(place) does not tell the number and the moment of a change file")
    }
    try UpdateError.checkPast(state.timestamp, "\(place) tells that its changes are")
    return state
  }
}
