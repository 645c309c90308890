import GeoSupport
import OSMFile

/// The content of a `state.txt`: a change file, and the time up to which it has data.
package struct ReplicationState: Hashable, Sendable {
  /// The number of the change file.
  package var sequence: Int64
  /// The time in seconds since 1970.
  package var timestamp: Int64

  /// Creates a state from its parts.
  package init(sequence: Int64, timestamp: Int64) {
    self.sequence = sequence
    self.timestamp = timestamp
  }

  /// Parses a `state.txt`: properties of Java, lines of `key=value` or `key: value`, with colons escaped by backslashes,
  /// and comments after `#`. Nil if it is not one.
  package init?(parsing text: String) {
    var values: [Substring: Substring] = [:]
    for line in text.drop(while: { $0 == "\u{FEFF}" }).split(whereSeparator: \.isNewline) {
      let line = line.drop(while: \.isWhitespace)
      let key = line.prefix { $0 != "=" && $0 != ":" && !$0.isWhitespace }
      guard key == "sequenceNumber" || key == "timestamp" else { continue }
      var value = line[key.endIndex...].drop(while: \.isWhitespace)
      if value.first == "=" || value.first == ":" { value = value.dropFirst().drop(while: \.isWhitespace) }
      while value.last?.isWhitespace == true { value.removeLast() }
      // Repeated keys must have the same value.
      if let other = values.updateValue(value, forKey: key), other != value { return nil }
    }
    // OpenStreetMap has no data from before 2004.
    guard let sequence = values["sequenceNumber"].flatMap({ Int64($0) }), (0...999_999_999).contains(sequence),
      let timestamp = values["timestamp"].flatMap({ OSMFileHeader.seconds(String($0)) }), timestamp >= 1_072_915_200
    else { return nil }
    self.init(sequence: sequence, timestamp: timestamp)
  }
}

/// A server's folder of change files, as OpenStreetMap and Geofabrik publish them. `state.txt` has the newest. Change
/// file 3,048 is `000/003/048.osc.gz`, and its state `000/003/048.state.txt`.
package struct ReplicationServer {
  /// The URL of the folder, without a trailing slash.
  package let address: String
  let transfer: Transfer

  /// Creates a server from its URL, or from the path of a local folder.
  package init(_ address: String, _ transfer: Transfer) {
    var address = address
    if address.hasSuffix("/state.txt") { address.removeLast(10) }
    while address.hasSuffix("/"), address.count > 1 { address.removeLast() }
    if !address.contains("://"), let path = realpath(address, nil) {
      // Spaces and other characters must be escaped in a URL.
      let parts = String(cString: path).split(separator: "/", omittingEmptySubsequences: false)
      address = "file://" + parts.map { PercentCoding.encode(String($0)) }.joined(separator: "/")
      free(path)
    }
    self.address = address
    self.transfer = transfer
  }

  /// Fetches the state of the newest change file.
  ///
  /// - Throws: ``UpdateError``.
  package func newest() throws(UpdateError) -> ReplicationState {
    guard let state = try state(at: address + "/state.txt") else {
      throw UpdateError(
        .noServer,
        "\(address)/state.txt: there is no such file, so nobody publishes changes here; give --replication with the address of a folder that has one"
      )
    }
    return state
  }

  /// Fetches the state of one change file; nil if the server does not have it.
  ///
  /// - Throws: ``UpdateError``, also if the file has another number.
  package func state(of sequence: Int64) throws(UpdateError) -> ReplicationState? {
    let place = address(of: sequence, "state.txt")
    let state = try state(at: place)
    guard let state, state.sequence != sequence else { return state }
    throw UpdateError(
      .badData, "\(place) tells the number \(state.sequence); the server's files are mixed up; \(Self.otherServer)")
  }

  /// The URL of a change file or its state.
  package func address(of sequence: Int64, _ ending: String) -> String {
    func part(_ number: Int64) -> String { String(String(1000 + number % 1000).dropFirst()) }
    return "\(address)/\(part(sequence / 1_000_000))/\(part(sequence / 1000))/\(part(sequence)).\(ending)"
  }

  /// Finds the newest change file without data after a given time, by binary search. An extract of that time continues
  /// with the next one.
  ///
  /// - Parameters:
  ///   - moment: the time in seconds since 1970.
  ///   - newest: the newest state of the server.
  ///   - advice: what to do if the server does not go back that far.
  /// - Throws: ``UpdateError``.
  package func sequence(
    before moment: Int64, newest: ReplicationState, orElse advice: String
  ) throws(UpdateError) -> ReplicationState {
    if newest.timestamp <= moment {
      try confirm(newest)
      return newest
    }
    var found: ReplicationState?
    // Up to `low`, files are missing or old enough. From `high` on, they are too new.
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
    if high == newest.sequence { try confirm(newest) }
    throw UpdateError(
      .badData,
      "\(address) goes back to change file \(high) only, which is newer than the extract of \(UTCTime(seconds: Int(moment)).iso8601); "
        + advice)
  }

  /// Rejects a newest state that is missing or different at its place in the series.
  private func confirm(_ newest: ReplicationState) throws(UpdateError) {
    guard let state = try state(of: newest.sequence) else {
      throw isAhead(newest, of: address(of: newest.sequence, "state.txt"))
    }
    guard state != newest else { return }
    throw UpdateError(
      .badData,
      "\(address)/state.txt and \(address(of: newest.sequence, "state.txt")) tell different moments; the server's files are mixed up; "
        + Self.otherServer)
  }

  /// Whether the server responds that it does not have a change file.
  func lacks(_ sequence: Int64) -> Bool {
    do throws(TransferError) { _ = try transfer.version(address(of: sequence, "osc.gz")) } catch {
      return error.kind == .missing
    }
    return false
  }

  /// The error for a server whose state is ahead of its files.
  ///
  /// - Parameter file: the URL of the missing file.
  func isAhead(_ newest: ReplicationState, of file: String) -> UpdateError {
    UpdateError(
      .noServer,
      "\(address)/state.txt tells of change file \(newest.sequence), but there is no \(file); its files come late, or it is wrong: "
        + "try again later, or give another --replication")
  }

  /// The advice for a faulty server.
  static let otherServer = "try again later, ask who runs the server, or give another --replication"

  private func state(at place: String) throws(UpdateError) -> ReplicationState? {
    let text: String?
    do throws(TransferError) { text = try transfer.text(place) } catch { throw UpdateError(error) }
    guard let text else { return nil }
    guard let state = ReplicationState(parsing: text) else {
      throw UpdateError(
        .badData, "\(place) does not tell the number and the moment of a change file; \(Self.otherServer)")
    }
    try UpdateError.checkPast(state.timestamp, "\(place) tells that its changes are")
    return state
  }
}
