import GeoModel
import GeoWire

/// Follows a moving object, and reports when its street, city, county, state or country changes.
///
/// ```swift
/// let watch = client.watch()
/// Task { for await position in positions { watch.update(position, accuracyMeters: 8) }; await watch.stop() }
/// for await event in watch { print(event) }
/// ```
///
/// Events come in the order of the positions. For each position, they list the areas that were left (fine to coarse),
/// then those that were entered (coarse to fine), then the new placemark. A change is reported once it is certain: a
/// position right on a border waits for more. The sequence ends after ``stop()``, or with the client. It can be
/// iterated once.
///
/// The watch survives a restart of the daemon, which then reports the address again as if everything had changed.
public final class PlacemarkWatch: AsyncSequence, Sendable {
  /// The elements of the sequence.
  public typealias Element = WatchEvent

  private let key: Int
  private let connection: ClientConnection
  private let events: AsyncStream<WatchEvent>
  private let continuation: AsyncStream<WatchEvent>.Continuation

  init(connection: ClientConnection, options: WireWatchOptions) {
    // Events come more slowly than positions, so only a program that never reads events could fill the buffer.
    let (events, continuation) = AsyncStream.makeStream(of: WatchEvent.self, bufferingPolicy: .bufferingNewest(100_000))
    self.events = events
    self.continuation = continuation
    self.connection = connection
    key = connection.addWatch(
      WatchEntry(options: options) {
        continuation.yield($0)
      } ended: {
        continuation.finish()
      })
  }

  deinit { connection.removeWatch(key) }

  /// Sends the current position, without waiting. Before the watch has started, the newest 1,000 positions are kept;
  /// those in transit when a connection breaks may be lost.
  ///
  /// - Parameters:
  ///   - coordinate: WGS84 degrees.
  ///   - accuracyMeters: the radius of 68 % confidence, 0 to 100,000; nil for the watch's own.
  ///   - timestamp: seconds since 1970; positions older than the previous one are ignored.
  ///   - bearingDegrees: the direction of movement, clockwise from north, 0 to 360; it helps to find the road.
  ///   - speedMetersPerSecond: the speed, 0 to 400.
  public func update(
    _ coordinate: Coordinate, accuracyMeters: Double? = nil, timestamp: Double? = nil, bearingDegrees: Double? = nil,
    speedMetersPerSecond: Double? = nil
  ) {
    connection.updateWatch(
      key,
      WireFix(
        watch: 0, coordinate: coordinate, accuracyMeters: accuracyMeters, timestamp: timestamp,
        bearingDegrees: bearingDegrees, speedMetersPerSecond: speedMetersPerSecond))
  }

  /// Waits until the positions sent so far are processed, then ends the sequence.
  public func stop() async {
    await connection.stopWatch(key)
    continuation.finish()
  }

  /// Reads the events.
  public func makeAsyncIterator() -> AsyncStream<WatchEvent>.Iterator { events.makeAsyncIterator() }
}

extension GeoClient {
  /// Begins to follow a moving object. The daemon is notified at once, or as soon as it can be reached.
  ///
  /// - Parameters:
  ///   - template: the options of every query; its coordinate is ignored. With `road`, changes of the road are reported
  ///     too.
  ///   - accuracyMeters: the radius for positions without their own; nil for 10 m.
  ///   - dwellSeconds: how long an object must be in a custom area (`template.layers`) before the area counts as
  ///     entered.
  ///   - marginMeters: how far outside a custom area an object must be before the area counts as left; nil for the
  ///     accuracy of its position.
  ///   - speedToleranceKilometersPerHour: how far above the road's limit the speed must be to be reported; nil for no
  ///     report. Needs `template.road`.
  public func watch(
    template: PlacemarkQuery? = nil, accuracyMeters: Double? = nil, dwellSeconds: Double = 0,
    marginMeters: Double? = nil, speedToleranceKilometersPerHour: Double? = nil
  ) -> PlacemarkWatch {
    let query = template ?? PlacemarkQuery(coordinate: Coordinate(FixedPoint(x: 0, y: 0)))
    return PlacemarkWatch(
      connection: connection,
      options: WireWatchOptions(
        template: query, accuracyMeters: accuracyMeters ?? WireWatchOptions.usualAccuracyMeters,
        dwellSeconds: dwellSeconds, marginMeters: marginMeters,
        speedToleranceKilometersPerHour: speedToleranceKilometersPerHour)
    )
  }
}

/// The watches of the connection. Each has a key of this client; the daemon's number changes with every connection.
extension ClientConnection {
  /// Registers a watch and starts it in the daemon.
  func addWatch(_ entry: WatchEntry) -> Int {
    state.withLock { state in
      state.lastID += 1
      let key = state.lastID
      state.watches[key] = entry
      if state.socket != nil { startWatch(key, &state) }
      ensureAwake(&state)
      return key
    }
  }

  /// Requests a watch from the daemon. The reply has its number; positions that came meanwhile are sent then.
  func startWatch(_ key: Int, _ state: inout State) {
    guard let entry = state.watches[key] else { return }
    state.lastID += 1
    let id = state.lastID
    var writer = JSONWriter()
    writer.request("locationWatch.start", id: .integer(id)) { $0.watchMembers(entry.options) }
    writer.endLine()
    state.calls[id] = PendingCall(line: [], deadline: .now + options.timeout) { [weak self] outcome in
      self?.adopt(key, outcome)
    }
    state.write(writer.bytes, wakePipe)
  }

  private func adopt(_ key: Int, _ outcome: Result<JSONNode, GeocodingError>) {
    switch outcome {
    case .success(let node):
      guard let number = node.member("watch")?.integer else { return }
      state.withLock { state in
        guard state.watches[key] != nil else { return }
        state.watches[key]?.number = number
        state.watchNumbers[number] = key
        let waiting = state.watches[key]?.waiting ?? []
        state.watches[key]?.waiting = []
        for fix in waiting { send(fix, to: number, &state) }
      }
    case .failure(let error):
      let report = state.withLock { $0.watches[key]?.report }
      report?(.didFail(error))
    }
  }

  /// Sends a position to a watch.
  func updateWatch(_ key: Int, _ fix: WireFix) {
    state.withLock { state in
      guard let entry = state.watches[key] else { return }
      if let number = entry.number { return send(fix, to: number, &state) }
      // Without a connection the newest positions are kept, because a restart of the daemon takes a moment.
      state.watches[key]?.waiting.append(fix)
      if entry.waiting.count >= 1000 { state.watches[key]?.waiting.removeFirst() }
    }
  }

  private func send(_ fix: WireFix, to number: Int, _ state: inout State) {
    var fix = fix
    fix.watch = number
    var writer = JSONWriter()
    writer.request("locationWatch.update", id: .absent) { $0.fixMembers(fix) }
    writer.endLine()
    state.write(writer.bytes, wakePipe)
  }

  /// Ends a watch after the positions that were sent.
  func stopWatch(_ key: Int) async {
    // The number is unknown until the daemon has replied to the start.
    while state.withLock({ $0.watches[key].map { $0.number == nil } ?? false }), (try? await ping()) != nil {}
    if let number = state.withLock({ $0.watches[key]?.number }) {
      let _: Bool? = try? await call("locationWatch.stop", { $0.member("watch", number) }, { _ in true })
    }
    removeWatch(key)
  }

  private func ping() async throws(GeocodingError) {
    let _: Bool = try await call("server.ping", nil) { _ in true }
  }

  /// Removes a watch, and stops it in the daemon.
  func removeWatch(_ key: Int) {
    state.withLock { state in
      guard let entry = state.watches.removeValue(forKey: key), let number = entry.number else { return }
      state.watchNumbers[number] = nil
      guard state.socket != nil else { return }
      var writer = JSONWriter()
      writer.request("locationWatch.stop", id: .absent) { $0.member("watch", number) }
      writer.endLine()
      state.write(writer.bytes, wakePipe)
    }
  }
}
