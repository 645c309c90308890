import GeoModel
import GeoWire

/// What a watch reports; see ``PlacemarkWatch``.
public typealias WatchEvent = GeoWire.WatchEvent
/// The levels whose changes a watch reports.
public typealias WatchLevel = GeoWire.WatchLevel
/// An area that a watch entered or left.
public typealias WatchArea = GeoWire.WatchArea
/// What a daemon says about itself.
public typealias ServerInfo = GeoWire.ServerInfo

/// Follows something that moves, and reports when its street, city, county, state or country changes.
///
/// ```swift
/// let watch = client.watch()
/// Task { for await position in positions { watch.update(position, accuracyMeters: 8) }; await watch.stop() }
/// for await event in watch { print(event) }
/// ```
///
/// Events come in the order of the positions; per position first the areas that were left (fine to coarse), then those that
/// were entered (coarse to fine), then the new placemark. A change is reported when it is certain: a position right on a
/// border waits for more. The sequence ends after ``stop()``, or with the client. It can be iterated once.
///
/// The watch survives a restart of the daemon, which then reports the address anew as if everything had changed.
public final class PlacemarkWatch: AsyncSequence, Sendable {
  /// What the sequence consists of.
  public typealias Element = WatchEvent

  private let key: Int
  private let connection: ClientConnection
  private let events: AsyncStream<WatchEvent>
  private let continuation: AsyncStream<WatchEvent>.Continuation

  init(connection: ClientConnection, options: WireWatchOptions) {
    // Events come more slowly than positions are sent, so only a reader that never reads could pile them up.
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

  /// Tells where the thing is now. Does not wait; without a connection the position is lost.
  ///
  /// - Parameters:
  ///   - coordinate: WGS84 degrees.
  ///   - accuracyMeters: radius of 68 % confidence, 0 to 100,000; nil: the watch's own.
  ///   - timestamp: seconds since 1970; positions older than the one before are ignored.
  public func update(_ coordinate: Coordinate, accuracyMeters: Double? = nil, timestamp: Double? = nil) {
    connection.updateWatch(
      key, WireFix(watch: 0, coordinate: coordinate, accuracyMeters: accuracyMeters, timestamp: timestamp))
  }

  /// Waits until the positions sent so far are looked at, then ends the sequence.
  public func stop() async {
    await connection.stopWatch(key)
    continuation.finish()
  }

  /// Reads the events.
  public func makeAsyncIterator() -> AsyncStream<WatchEvent>.Iterator { events.makeAsyncIterator() }
}

extension GeoClient {
  /// Begins to follow something. The daemon is told at once, if it can be reached, else as soon as it can.
  ///
  /// - Parameters:
  ///   - template: the options of every query; its coordinate plays no part.
  ///   - accuracyMeters: radius of positions that do not say their own.
  public func watch(
    template: PlacemarkQuery? = nil, accuracyMeters: Double = WireWatchOptions.usualAccuracyMeters
  ) -> PlacemarkWatch {
    let query = template ?? PlacemarkQuery(coordinate: Coordinate(FixedPoint(x: 0, y: 0)))
    return PlacemarkWatch(
      connection: connection, options: WireWatchOptions(template: query, accuracyMeters: accuracyMeters))
  }
}
