import GeoModel

/// A change of the region by a gesture, which has begun and not ended.
struct GestureChange {
  /// When the delegate was last told that the visible region has changed, in seconds; nil: not yet.
  var lastTold: Double?
  /// Whether it has changed since.
  var isUntold = false
}

extension MapView {
  /// Changes what is shown, within the limits; callbacks come in pairs and never nested, so a change that a delegate makes in one of them
  /// waits for its end.
  func change(to wanted: Viewport, animated: Bool) {
    let change = RegionChange(viewport: constrained(wanted), animated: animated)
    if isChangingRegion {
      waitingChange = RegionChange(viewport: change.viewport, animated: animated, size: waitingChange?.size)
      return
    }
    guard change.viewport != viewport else { return }
    endGestureChange()
    perform(change)
  }

  /// Gives the view another size. A gesture that is going on goes on, and tells of it.
  func resize(to size: ScreenSize) {
    if isChangingRegion {
      waitingChange = RegionChange(viewport: waitingChange?.viewport ?? viewport, animated: false, size: size)
    } else if gestureChange != nil {
      viewSize = size
      viewport = constrained(viewport)
      needsFullLayout = true
      delegate?.mapViewDidChangeVisibleRegion(self)
      layout()
    } else {
      perform(RegionChange(viewport: viewport, animated: false, size: size))
    }
  }

  private func perform(_ first: RegionChange) {
    isChangingRegion = true
    var change = first
    var rounds = 0
    while true {
      delegate?.mapView(self, regionWillChangeAnimated: change.animated)
      if let size = change.size { viewSize = size }
      viewport = constrained(change.viewport)
      journal?.isAnimated = change.animated
      needsFullLayout = true
      delegate?.mapViewDidChangeVisibleRegion(self)
      layout()
      delegate?.mapView(self, regionDidChangeAnimated: change.animated)
      guard let next = waitingChange else { break }
      waitingChange = nil
      rounds += 1
      if rounds == 16 {
        report(.endlessChanges)
        break
      }
      if next.viewport == viewport, (next.size ?? viewSize) == viewSize { break }
      change = next
    }
    waitingChange = nil
    isChangingRegion = false
    // What the delegate added at the end of the change.
    if needsLayout { layout() }
  }

  /// Begins a change by a gesture, unless one is going on.
  func beginGestureChange() {
    guard gestureChange == nil, !isChangingRegion else { return }
    if trackingMode != .none { setTrackingMode(.none, animated: false) }
    gestureChange = GestureChange()
    delegate?.mapView(self, regionWillChangeAnimated: true)
  }

  /// Shows another part while a gesture goes on. The delegate is told ten times a second at most.
  func continueGestureChange(to wanted: Viewport, time: Double) {
    let next = constrained(wanted)
    guard gestureChange != nil, next != viewport else { return }
    viewport = next
    journal?.isAnimated = true
    needsFullLayout = true
    if let last = gestureChange?.lastTold, time - last < 0.1, time >= last {
      gestureChange?.isUntold = true
    } else {
      gestureChange?.lastTold = time
      gestureChange?.isUntold = false
      delegate?.mapViewDidChangeVisibleRegion(self)
    }
    layout()
  }

  /// Ends the change by a gesture, if one is going on.
  func endGestureChange() {
    endAdoptedChange()
    guard let change = gestureChange else { return }
    if change.isUntold { delegate?.mapViewDidChangeVisibleRegion(self) }
    gestureChange = nil
    delegate?.mapView(self, regionDidChangeAnimated: true)
    if needsLayout { layout() }
  }
}
