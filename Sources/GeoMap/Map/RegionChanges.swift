/// The region changes of a map that are in progress or wait.
struct RegionChanges {
  /// Whether a change by the program is being carried out.
  var isChanging = false
  /// A change that a delegate made in a callback; it waits for the end of the current one.
  var waiting: RegionChange?
  var gesture: GestureChange?
  /// A change on another map that is followed.
  var adopted: AdoptedChange?
}

/// A region change that waits for the end of another one.
struct RegionChange {
  var viewport: Viewport
  var animated: Bool
  /// The new size of the view; nil to keep it.
  var size: ScreenSize?
}

/// A region change by a gesture that is in progress.
struct GestureChange {
  /// When the delegate was last notified of the visible region, in seconds; nil if it was not yet.
  private var lastTold: Double?
  /// Whether the region has changed since then.
  private(set) var isUntold = false

  /// Records a change of the region; returns whether to notify the delegate, at most ten times a second.
  mutating func note(time: Double) -> Bool {
    isUntold = lastTold.map { time - $0 < 0.1 && time >= $0 } ?? false
    if !isUntold { lastTold = time }
    return !isUntold
  }
}

/// A region change on another map that has begun.
struct AdoptedChange {
  let animated: Bool
  /// Whether the delegate was notified.
  var isTold = false
}
