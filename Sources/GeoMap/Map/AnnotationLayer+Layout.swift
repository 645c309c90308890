import GeoModel

// The steps of a layout for which the delegate is not asked.
extension AnnotationLayer {
  /// The area that a layout considers.
  ///
  /// - Parameter margin: the margin around the visible rectangle in points.
  func sight(in window: MapWindow, margin points: Double) -> Sight {
    let visible = window.mapRect
    let margin = (points.isFinite ? max(0, points) : 0) / window.zoomScale
    let rect = visible.insetBy(dx: -margin, dy: -margin)
    var reach = margin
    for group in indexes.groups where group.index.count > 0 {
      reach = max(reach, 6 * max(group.frame.width, group.frame.height) / window.zoomScale)
    }
    let kept = visible.insetBy(dx: -margin - reach, dy: -margin - reach)
    return Sight(rect: rect, ranges: WorldRange.parts(of: rect), kept: WorldRange.parts(of: kept))
  }

  /// Whether the delegate must be asked for the view of a slot: it may be visible and has no view.
  func needsQuestion(_ slot: Int) -> Bool {
    guard store.isLive(slot), indexes.kind(of: slot).template < 0, !store[slot].hasView,
      !layoutState.awaited.contains(slot)
    else { return false }
    return layoutState.isCandidate(slot, store, indexes)
  }

  /// Shows or hides the view of a slot as needed.
  ///
  /// - Returns: the view if it was not shown before.
  func show(_ slot: Int, on map: MapView) -> AnnotationView? {
    guard store.isLive(slot) else { return nil }
    let known = store[slot].hasView ? views[slot] : nil
    let stays = known.map { views.isHeld($0) } ?? false
    if stays || (layoutState.isCandidate(slot, store, indexes) && layoutState.front.mayContain(slot)) {
      guard let view = known ?? makeTemplateView(slot, on: map), !view.isShown else { return nil }
      view.prepareForDisplay()
      view.isShown = true
      layoutState.shown.insert(slot)
      return view
    }
    guard let view = known else { return nil }
    view.isShown = false
    layoutState.shown.remove(slot)
    // Views of templates are quick to make again. Others stay attached while a cluster stands for them.
    if indexes.kind(of: slot).template >= 0 || !layoutState.sight.keeps(store[slot].x, store[slot].y) { recycle(view) }
    return nil
  }

  /// Shows or hides the views of all slots as needed; returns those that were not shown before.
  func showAll(on map: MapView) -> [AnnotationView] {
    var added: [AnnotationView] = []
    func look(_ slot: Int) { if let view = show(slot, on: map) { added.append(view) } }
    // Hides first, so that the views can be reused.
    for slot in Array(views.bySlot.keys) { look(slot) }
    for slot in layoutState.front.slots.sorted() where !store[slot].hasView { look(slot) }
    return added
  }

  /// Decides what collisions hide, unless nothing in front can have changed.
  ///
  /// - Parameters:
  ///   - isFull: whether to decide in any case.
  ///   - hasNewClusters: whether clusters came into sight, changed or went.
  func hideColliding(
    _ touched: inout Set<Int>, isFull: Bool, hasNewClusters: Bool, in window: MapWindow, atMost limit: Int
  ) {
    let placement = FrontPlacement(
      store: store, indexes: indexes, layout: layoutState, views: views, size: window.size,
      middle: ScreenMiddle(window.viewport))
    guard
      isFull || layoutState.areCollisionsNeeded || hasNewClusters || !touched.allSatisfy(placement.staysBehind)
    else { return }
    layoutState.areCollisionsNeeded = false
    if !isFull, layoutState.front.isWhole, !indexes.kinds.haveLimitedPriority,
      layoutState.front.atMost + touched.count + clusters.count <= limit
    {
      layoutState.front.atMost += touched.count
      return
    }
    let placed = placement.place(clusters, atMost: limit)
    clusters.hidden = placed.hidden
    layoutState.take(placed.front, &touched)
  }
}
