import NIOCore

/// How often a connection is looked at: so often that none of its limits is overrun by more than a quarter.
struct LookPace: Hashable {
  /// While its client has taken everything. Thousands that ask nothing must not keep a loop busy.
  let usual: TimeAmount
  /// While something is under way that must not last.
  let close: TimeAmount

  /// The pace for some limits.
  ///
  /// - Parameters:
  ///   - limits: those that always hold.
  ///   - shortest: one that only holds while something is under way.
  init(limits: [TimeAmount], whileUnderWay shortest: TimeAmount) {
    func pace(_ limits: [TimeAmount]) -> TimeAmount {
      max(.milliseconds(10), .nanoseconds((limits.min() ?? shortest).nanoseconds / 4))
    }
    usual = pace(limits)
    close = pace(limits + [shortest])
  }
}

/// A connection whose limits are looked at on its loop: from time to time as long as it lives, and often while something is under way.
protocol WatchedConnection: AnyObject, SendableMetatype {
  /// How often.
  var lookPace: LookPace { get }
  /// Whether its limits are looked at often at the moment.
  var isWatchedClosely: Bool { get set }
  /// Looks at the limits; nil when the connection has ended or ends now.
  func look() -> ChannelHandlerContext?
  /// Whether something is under way: the client has not taken all that is on its way to it.
  func isBusy(_ context: ChannelHandlerContext) -> Bool
}

extension WatchedConnection {
  func isBusy(_ context: ChannelHandlerContext) -> Bool { context.channel.waitingBytes > 0 }

  /// Begins when the connection does.
  func watch(_ context: ChannelHandlerContext) {
    let bound = NIOLoopBound(self, eventLoop: context.eventLoop)
    context.eventLoop.scheduleTask(in: lookPace.usual) {
      if let context = bound.value.look() { bound.value.watch(context) }
    }
  }

  /// Looks often, too, until nothing is under way any more.
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
