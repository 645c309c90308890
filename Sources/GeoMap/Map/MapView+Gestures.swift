import GeoModel

extension MapView {
  /// Handles a user's input (`touchesBegan` and the others): taps select, long presses drag views, moves pan, and
  /// wheels zoom. The view on which a gesture began is asked first (``AnnotationView/handle(_:)``). Gestures with
  /// invalid points are ignored.
  public func handle(_ gesture: Gesture) {
    switch gesture {
    case .press(let point, let time): if point.isValid { press(point, time, gesture) }
    case .move(let point, let time): if point.isValid { moveTouch(point, time, gesture) }
    case .release: end(gesture, isCanceled: false)
    case .cancel: end(gesture, isCanceled: true)
    case .tap(let point): if point.isValid { tap(point, gesture) }
    case .wheel(let point, let levels): if point.isValid, levels.isFinite { wheel(point, levels) }
    case .key(let key): press(key)
    case .show(let center, let level, let time, let isLast): if level.isFinite { show(center, level, time, isLast) }
    case .lift(let id): lift(id)
    case .carry(let coordinate): carry(coordinate)
    }
    if needsLayout { layout() }
  }

  private func press(_ point: ScreenPoint, _ time: Double, _ gesture: Gesture) {
    end(.cancel(time: time), isCanceled: true)
    let view = annotationView(at: point)
    view?.isHighlighted = true
    touch = Touch(start: point, time: time, view: view, viewport: window.viewport)
    if view?.handle(gesture) == true { touch?.phase = .taken }
  }

  private func moveTouch(_ point: ScreenPoint, _ time: Double, _ gesture: Gesture) {
    guard let now = touch else { return }
    if now.phase != .panning, now.phase != .dragging, now.view?.handle(gesture) == true {
      touch?.phase = .taken
      return
    }
    if now.phase == .pressed, point.distance(to: now.start) >= Touch.slop {
      noteRest(time: time)
      if touch?.phase == .pressed { beginPanning(now) }
    }
    switch touch?.phase {
    case .dragging: now.view?.displacement = point - now.start
    case .panning:
      let (dx, dy) = ((point.x - now.start.x) / zoomScale, (point.y - now.start.y) / zoomScale)
      let center = MapPoint(x: now.viewport.center.x - dx, y: now.viewport.center.y - dy)
      continueGestureChange(to: Viewport(center: center, zoomScale: zoomScale), time: time)
    default: break
    }
  }

  /// Lifts the pressed view if it has been held long enough. Callers with a clock call this when the time has come;
  /// otherwise the next move of the touch does.
  package func noteRest(time: Double) {
    guard let now = touch, now.phase == .pressed, let view = now.view, canDrag(view), time - now.time >= dragHoldTime
    else { return }
    touch?.phase = .dragging
    beginDrag(view)
  }

  /// Begins panning: the touch has moved too far for a tap and holds no view.
  private func beginPanning(_ now: Touch) {
    now.view?.isHighlighted = false
    touch?.phase = isScrollEnabled ? .panning : .ignored
    touch?.viewport = window.viewport
    if isScrollEnabled { beginGestureChange() }
  }

  /// Ends the touch, which has an effect only when it is released.
  private func end(_ gesture: Gesture, isCanceled: Bool) {
    guard let now = touch else { return }
    touch = nil
    now.view?.isHighlighted = false
    switch now.phase {
    case .dragging:
      guard let view = now.view, view.mapView === self else { break }
      if isCanceled { cancelDrag(view) } else { drop(view) }
    case .panning: endGestureChange()
    case .pressed: if now.view?.handle(gesture) != true, !isCanceled { tapped(now.start, now.view) }
    case .taken: _ = now.view?.handle(gesture)
    case .ignored: break
    }
  }

  private func tap(_ point: ScreenPoint, _ gesture: Gesture) {
    let view = annotationView(at: point)
    if view?.handle(gesture) != true { tapped(point, view) }
  }

  private func tapped(_ point: ScreenPoint, _ view: AnnotationView?) {
    if let view, view.mapView === self {
      if view.isEnabled { select(view, animated: true) }
      return
    }
    if let selected = layer.views.selected { deselect(selected, animated: true) }
    delegate?.mapView(self, didTapAt: coordinate(at: point), point: point)
  }

  private func wheel(_ point: ScreenPoint, _ levels: Double) {
    guard isZoomEnabled, levels != 0 else { return }
    gestureStep(to: window.zoomed(by: levels, around: point))
  }

  /// Follows a screen that has panned or zoomed by itself.
  private func show(_ center: Coordinate, _ level: Double, _ time: Double, _ isLast: Bool) {
    guard isScrollEnabled || isZoomEnabled, touch?.phase != .panning else { return }
    // A screen that may only zoom does so about the middle.
    let wanted = Viewport(
      center: isScrollEnabled ? MapPoint(center) : window.viewport.center,
      zoomScale: isZoomEnabled ? MapScale.zoomScale(level: max(0, min(30, level))) : zoomScale)
    if window.constrained(wanted) != window.viewport { beginGestureChange() }
    continueGestureChange(to: wanted, time: time)
    if isLast { endGestureChange() }
  }

  private func lift(_ id: AnnotationID) {
    guard touch == nil, let view = view(for: id), canDrag(view) else { return }
    touch = Touch(start: view.center, time: 0, view: view, viewport: window.viewport, phase: .dragging)
    view.isHighlighted = true
    beginDrag(view)
  }

  private func carry(_ coordinate: Coordinate) {
    guard touch?.phase == .dragging, let view = touch?.view, let place = layer.coordinate(of: view) else { return }
    view.displacement = point(for: coordinate) - point(for: place)
  }

  /// Performs a gesture that consists of a single step.
  private func gestureStep(to wanted: Viewport) {
    guard window.constrained(wanted) != window.viewport, touch?.phase != .panning else { return }
    beginGestureChange()
    continueGestureChange(to: wanted, time: 0)
    endGestureChange()
  }

  private func press(_ key: Gesture.Key) {
    func pan(_ x: Double, _ y: Double) {
      guard isScrollEnabled else { return }
      let center = mapPoint(at: ScreenPoint(x: size.width * (0.5 + x / 8), y: size.height * (0.5 + y / 8)))
      gestureStep(to: Viewport(center: center, zoomScale: zoomScale))
    }
    switch key {
    case .escape: end(.cancel(time: 0), isCanceled: true)
    case .plus: wheel(window.middle, 1)
    case .minus: wheel(window.middle, -1)
    case .left: pan(-1, 0)
    case .right: pan(1, 0)
    case .up: pan(0, -1)
    case .down: pan(0, 1)
    }
  }
}
