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
