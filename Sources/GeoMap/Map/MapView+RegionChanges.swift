import GeoModel

/// A region change by a gesture that is in progress.
struct GestureChange {
  /// When the delegate was last notified of the visible region, in seconds; nil if it was not yet.
  var lastTold: Double?
  /// Whether the region has changed since then.
  var isUntold = false
}

extension MapView {
  /// Changes the viewport within the limits. Callbacks come in pairs and never nest. So a change that a delegate makes
  /// in a callback waits for the end of the current change.
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

  /// Resizes the view. A gesture in progress continues, and the delegate is notified.
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
    // Lays out what the delegate added at the end of the change.
    if needsLayout { layout() }
  }

  /// Begins a change by a gesture, unless one is in progress.
  func beginGestureChange() {
    guard gestureChange == nil, !isChangingRegion else { return }
    if trackingMode != .none { setTrackingMode(.none, animated: false) }
    gestureChange = GestureChange()
    delegate?.mapView(self, regionWillChangeAnimated: true)
  }

  /// Moves the viewport during a gesture. The delegate is notified at most ten times a second.
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

  /// Ends the change by a gesture, if one is in progress.
  func endGestureChange() {
    endAdoptedChange()
    guard let change = gestureChange else { return }
    if change.isUntold { delegate?.mapViewDidChangeVisibleRegion(self) }
    gestureChange = nil
    delegate?.mapView(self, regionDidChangeAnimated: true)
    if needsLayout { layout() }
  }
}
