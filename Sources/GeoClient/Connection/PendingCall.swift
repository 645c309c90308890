import GeoModel
import GeoWire

/// A request that waits for its reply.
struct PendingCall {
  /// The request with its line end, kept so that it can be sent again after the daemon was restarted: asking twice does no
  /// harm. Empty for requests that are written anew for each connection.
  var line: [UInt8]
  /// When the caller stops waiting.
  var deadline: ContinuousClock.Instant
  /// Takes the outcome, once. The node is valid only during the call.
  var finish: @Sendable (Result<JSONNode, GeocodingError>) -> Void
}

/// A watch as the connection sees it. It outlives a restart of the daemon, and then gets another number there.
struct WatchEntry {
  /// The request that starts it, without id.
  var options: WireWatchOptions
  /// Its number on the daemon; nil until the daemon has told.
  var number: Int?
  /// Positions that wait for the number, the oldest first.
  var waiting: [WireFix] = []
  /// Takes what is reported.
  var report: @Sendable (WatchEvent) -> Void
  /// Is told when nothing more will be reported because the client was closed.
  var ended: @Sendable () -> Void

  /// A watch that the daemon does not know yet.
  init(
    options: WireWatchOptions, report: @escaping @Sendable (WatchEvent) -> Void, ended: @escaping @Sendable () -> Void
  ) {
    self.options = options
    self.report = report
    self.ended = ended
  }
}
