import NIOCore

/// The intervals between checks of a connection's limits, so that no limit is exceeded by more than a quarter.
struct LookPace: Hashable {
  /// The interval while the client has read everything. Thousands of idle clients must not keep a loop busy.
  let usual: TimeAmount
  /// The interval while something with a short limit is under way.
  let close: TimeAmount

  /// Creates the intervals for some limits.
  ///
  /// - Parameters:
  ///   - limits: the limits that always apply.
  ///   - shortest: a limit that applies only while something is under way.
  init(limits: [TimeAmount], whileUnderWay shortest: TimeAmount) {
    func pace(_ limits: [TimeAmount]) -> TimeAmount {
      max(.milliseconds(10), .nanoseconds((limits.min() ?? shortest).nanoseconds / 4))
    }
    usual = pace(limits)
    close = pace(limits + [shortest])
  }
}

/// A connection whose limits are checked on its loop: at long intervals while it is open, and at short ones while
/// something is under way.
protocol WatchedConnection: AnyObject, SendableMetatype {
  /// The intervals between checks.
  var lookPace: LookPace { get }
  /// Whether its limits are checked at short intervals now.
  var isWatchedClosely: Bool { get set }
  /// Checks the limits; nil if the connection has ended or ends now.
  func look() -> ChannelHandlerContext?
  /// Whether something is under way: the client has not read all bytes on their way to it.
  func isBusy(_ context: ChannelHandlerContext) -> Bool
}

extension WatchedConnection {
  func isBusy(_ context: ChannelHandlerContext) -> Bool { context.channel.waitingBytes > 0 }

  /// Checks at long intervals, from the start of the connection.
  func watch(_ context: ChannelHandlerContext) {
    let bound = NIOLoopBound(self, eventLoop: context.eventLoop)
    context.eventLoop.scheduleTask(in: lookPace.usual) {
      if let context = bound.value.look() { bound.value.watch(context) }
    }
  }

  /// Checks at short intervals too, until nothing is under way.
  func watchClosely(_ context: ChannelHandlerContext) {
    guard !isWatchedClosely else { return }
    isWatchedClosely = true
    let bound = NIOLoopBound(self, eventLoop: context.eventLoop)
    context.eventLoop.scheduleTask(in: lookPace.close) {
      bound.value.isWatchedClosely = false
      if let context = bound.value.look(), bound.value.isBusy(context) { bound.value.watchClosely(context) }
    }
  }
}
