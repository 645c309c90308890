import GeoModel

extension MapView {
  /// Changes the viewport within the limits. Callbacks come in pairs and never nest. So a change that a delegate makes
  /// in a callback waits for the end of the current change.
  func change(to wanted: Viewport, animated: Bool) {
    let change = RegionChange(viewport: window.constrained(wanted), animated: animated)
    if regionChanges.isChanging {
      let size = regionChanges.waiting?.size
      regionChanges.waiting = RegionChange(viewport: change.viewport, animated: animated, size: size)
      return
    }
    guard change.viewport != window.viewport else { return }
    endGestureChange()
    perform(change)
  }

  /// Resizes the view. A gesture in progress continues, and the delegate is notified.
  func resize(to size: ScreenSize) {
    if regionChanges.isChanging {
      let viewport = regionChanges.waiting?.viewport ?? window.viewport
      regionChanges.waiting = RegionChange(viewport: viewport, animated: false, size: size)
    } else if regionChanges.gesture != nil {
      window.size = size
      window.viewport = window.constrained(window.viewport)
      layer.layoutState.isFullNeeded = true
      delegate?.mapViewDidChangeVisibleRegion(self)
      layout()
    } else {
      perform(RegionChange(viewport: window.viewport, animated: false, size: size))
    }
  }

  private func perform(_ first: RegionChange) {
    regionChanges.isChanging = true
    var change = first
    var rounds = 0
    while true {
      delegate?.mapView(self, regionWillChangeAnimated: change.animated)
      if let size = change.size { window.size = size }
      window.viewport = window.constrained(change.viewport)
      journal?.isAnimated = change.animated
      layer.layoutState.isFullNeeded = true
      delegate?.mapViewDidChangeVisibleRegion(self)
      layout()
      delegate?.mapView(self, regionDidChangeAnimated: change.animated)
      guard let next = regionChanges.waiting else { break }
      regionChanges.waiting = nil
      rounds += 1
      if rounds == 16 {
        report(.endlessChanges)
        break
      }
      if next.viewport == window.viewport, (next.size ?? window.size) == window.size { break }
      change = next
    }
    regionChanges.waiting = nil
    regionChanges.isChanging = false
    // Lays out what the delegate added at the end of the change.
    if needsLayout { layout() }
  }

  /// Begins a change by a gesture, unless one is in progress.
  func beginGestureChange() {
    guard regionChanges.gesture == nil, !regionChanges.isChanging else { return }
    if user.mode != .none { setTrackingMode(.none, animated: false) }
    regionChanges.gesture = GestureChange()
    delegate?.mapView(self, regionWillChangeAnimated: true)
  }

  /// Moves the viewport during a gesture. The delegate is notified at most ten times a second.
  func continueGestureChange(to wanted: Viewport, time: Double) {
    let next = window.constrained(wanted)
    guard regionChanges.gesture != nil, next != window.viewport else { return }
    window.viewport = next
    journal?.isAnimated = true
    layer.layoutState.isFullNeeded = true
    if regionChanges.gesture?.note(time: time) == true { delegate?.mapViewDidChangeVisibleRegion(self) }
    layout()
  }

  /// Ends the change by a gesture, if one is in progress.
  func endGestureChange() {
    endAdoptedChange()
    guard let change = regionChanges.gesture else { return }
    if change.isUntold { delegate?.mapViewDidChangeVisibleRegion(self) }
    regionChanges.gesture = nil
    delegate?.mapView(self, regionDidChangeAnimated: true)
    if needsLayout { layout() }
  }
}
