import GeoModel

extension MapView {
  /// Asks for the views and renderers of what came into sight, shows them, and notifies the delegate once
  /// (`layoutIfNeeded`).
  ///
  /// Changes of the region do this by themselves. After adding, moving and removing, the program calls it, so that many
  /// changes cost one layout.
  public func layout() {
    guard !layoutState.isRunning else { return }
    layoutState.isRunning = true
    var rounds = 0
    repeat {
      layOutOnce()
      rounds += 1
      if rounds == 16 {
        report(.endlessChanges)
        break
      }
    } while needsLayout
    layoutState.isRunning = false
    if indexes.areKindsMany { forgetUnused() }
    link?.passOn(from: self)
  }

  /// Whether a layout has anything to do.
  public var needsLayout: Bool { layoutState.isNeeded || overlayList.isDirty || indexes.areGroupsDirty }

  private var sightNow: Sight {
    let visible = visibleMapRect
    let margin = (visibleMargin.isFinite ? max(0, visibleMargin) : 0) / zoomScale
    let rect = visible.insetBy(dx: -margin, dy: -margin)
    var reach = margin
    for group in indexes.groups where group.index.count > 0 {
      reach = max(reach, 6 * max(group.frame.width, group.frame.height) / zoomScale)
    }
    let kept = visible.insetBy(dx: -margin - reach, dy: -margin - reach)
    return Sight(rect: rect, ranges: WorldRange.parts(of: rect), kept: WorldRange.parts(of: kept))
  }

  private func layOutOnce() {
    let isFull = layoutState.isFullNeeded
    layoutState.isFullNeeded = false
    let sight = sightNow
    layoutState.sight = sight
    var touched: Set<Int> = []
    if isFull {
      // Recycles views far out of sight, so that they can be reused.
      for view in views.outside(sight) { recycle(view) }
      layoutState.lookEverywhere(store, indexes)
    }
    askUntilKnown(sight, isFull: isFull, &touched)
    let hasNewClusters = updateClusters(sight)
    hideColliding(&touched, isFull: isFull, hasNewClusters: hasNewClusters)
    let renderers = askForRenderers()
    var added = isFull ? showAll(sight) : touched.compactMap { show($0, sight) }
    added.sort { ($0.slot ?? 0) < ($1.slot ?? 0) }
    added += showClusters()
    if !added.isEmpty { delegate?.mapView(self, didAdd: added) }
    if !renderers.isEmpty { delegate?.mapView(self, didAdd: renderers) }
  }

  /// Decides what collisions hide, unless nothing in front can have changed.
  ///
  /// - Parameter isFull: whether to decide in any case.
  private func hideColliding(_ touched: inout Set<Int>, isFull: Bool, hasNewClusters: Bool) {
    let placement = FrontPlacement(
      store: store, indexes: indexes, layout: layoutState, views: views, size: window.size,
      middle: ScreenMiddle(window.viewport))
    guard isFull || layoutState.areCollisionsNeeded || hasNewClusters || !touched.allSatisfy(placement.staysBehind)
    else { return }
    layoutState.areCollisionsNeeded = false
    if !isFull, layoutState.front.isWhole, !indexes.kinds.haveLimitedPriority,
      layoutState.front.atMost + touched.count + clusters.count <= maximumViewCount
    {
      layoutState.front.atMost += touched.count
      return
    }
    let placed = placement.place(clusters, atMost: maximumViewCount)
    clusters.hidden = placed.hidden
    layoutState.take(placed.front, &touched)
  }

  /// Asks for views until every annotation that is in sight, or affects what is in sight, is known.
  private func askUntilKnown(_ sight: Sight, isFull: Bool, _ touched: inout Set<Int>) {
    var asks = isFull ? layoutState.visible.slots.map { Int($0) }.filter { needsQuestion($0) } : []
    for _ in 0..<64 {
      ask(asks)
      layoutState.lookAtChanges(store, &touched)
      for group in indexes.groups where group.isDirty {
        group.solve(sight, store, quarterLevel: quarterLevel, atMost: maximumViewCount, &touched)
        layoutState.clustersChanged = true
      }
      asks = touched.filter { needsQuestion($0) }
      asks += indexes.unknownNeighbors { views[$0] == nil && !layoutState.awaited.contains($0) }
      asks = Set(asks).sorted()
      if asks.isEmpty { return }
    }
    report(.endlessChanges)
  }

  /// Whether the delegate must be asked for the view of a slot: it may be visible and has no view.
  private func needsQuestion(_ slot: Int) -> Bool {
    guard store.isLive(slot), indexes.kind(of: slot).template < 0, !store[slot].hasView,
      !layoutState.awaited.contains(slot)
    else { return false }
    return layoutState.isCandidate(slot, store, indexes)
  }

  /// Shows or hides the view of a slot as needed.
  ///
  /// - Returns: the view if it was not shown before.
  private func show(_ slot: Int, _ sight: Sight) -> AnnotationView? {
    guard store.isLive(slot) else { return nil }
    let known = store[slot].hasView ? views[slot] : nil
    let stays = known.map { views.isHeld($0) } ?? false
    if stays || (layoutState.isCandidate(slot, store, indexes) && layoutState.front.mayContain(slot)) {
      guard let view = known ?? makeTemplateView(slot), !view.isShown else { return nil }
      view.prepareForDisplay()
      view.isShown = true
      layoutState.shown.insert(slot)
      return view
    }
    guard let view = known else { return nil }
    view.isShown = false
    layoutState.shown.remove(slot)
    // Views of templates are quick to make again. Others stay attached while a cluster stands for them.
    if indexes.kind(of: slot).template >= 0 || !sight.keeps(store[slot].x, store[slot].y) { recycle(view) }
    return nil
  }

  private func showAll(_ sight: Sight) -> [AnnotationView] {
    var added: [AnnotationView] = []
    func look(_ slot: Int) { if let view = show(slot, sight) { added.append(view) } }
    // Hides first, so that the views can be reused.
    for slot in Array(views.bySlot.keys) { look(slot) }
    for slot in layoutState.front.slots.sorted() where !store[slot].hasView { look(slot) }
    return added
  }
}
