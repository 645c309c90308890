import GeoModel

/// The area that a layout considers.
struct Sight {
  /// The visible rectangle with the margin around it.
  let rect: MapRect
  /// The parts of the world in the rectangle.
  let ranges: [WorldRange]
  /// The parts of the world where views are kept although they are out of sight.
  let kept: [WorldRange]

  /// Whether a place is in sight.
  @inline(__always) func contains(_ x: UInt32, _ y: UInt32) -> Bool { ranges.contains { $0.contains(x, y) } }

  /// Whether views at a place are kept.
  @inline(__always) func keeps(_ x: UInt32, _ y: UInt32) -> Bool { kept.contains { $0.contains(x, y) } }
}

extension MapView {
  /// Asks for the views and renderers of what came into sight, shows them, and notifies the delegate once
  /// (`layoutIfNeeded`).
  ///
  /// Changes of the region do this by themselves. After adding, moving and removing, the program calls it, so that many
  /// changes cost one layout.
  public func layout() {
    guard !isLayingOut else { return }
    isLayingOut = true
    var rounds = 0
    repeat {
      layOutOnce()
      rounds += 1
      if rounds == 16 {
        report(.endlessChanges)
        break
      }
    } while needsLayout
    isLayingOut = false
    if indexes.areKindsMany { forgetUnused() }
    link?.passOn(from: self)
  }

  /// Whether a layout has anything to do.
  public var needsLayout: Bool {
    needsFullLayout || needsCollisions || !changed.isEmpty || overlayList.isDirty || indexes.areGroupsDirty
  }

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
    let isFull = needsFullLayout
    needsFullLayout = false
    let sight = sightNow
    self.sight = sight
    var touched: Set<Int> = []
    if isFull { lookEverywhere(sight) }
    askUntilKnown(sight, isFull: isFull, &touched)
    let hasNewClusters = updateClusters(sight)
    if isFull || needsCollisions || hasNewClusters || !touched.allSatisfy({ staysBehind($0) }) {
      hideColliding(&touched, isFull: isFull)
    }
    let renderers = askForRenderers()
    var added = isFull ? showAll(sight) : touched.compactMap { show($0, sight) }
    added.sort { ($0.slot ?? 0) < ($1.slot ?? 0) }
    added += showClusters()
    if !added.isEmpty { delegate?.mapView(self, didAdd: added) }
    if !renderers.isEmpty { delegate?.mapView(self, didAdd: renderers) }
  }

  /// Finds the loners in sight, and marks all groups for solving. Recycles views far out of sight first, so that they
  /// can be reused.
  private func lookEverywhere(_ sight: Sight) {
    let far = views.filter { slot, view in
      !sight.keeps(store[slot].x, store[slot].y) && view !== selected && view.storedDragState == .none
    }
    for (_, view) in far.sorted(by: { $0.key < $1.key }) {
      view.isShown = false
      recycle(view)
    }
    visible.removeAll()
    for range in sight.ranges { indexes.loners.forEach(in: range) { slot, _, _ in visible.insert(slot) } }
    for group in indexes.groups { group.isDirty = true }
    if !awaited.isEmpty { awaited = awaited.filter { sight.contains(store[$0].x, store[$0].y) } }
  }

  /// Asks for views until every annotation that is in sight, or affects what is in sight, is known.
  private func askUntilKnown(_ sight: Sight, isFull: Bool, _ touched: inout Set<Int>) {
    var asks = isFull ? visible.slots.map { Int($0) }.filter { needsQuestion($0) } : []
    for _ in 0..<64 {
      ask(asks)
      lookAtChanges(sight, &touched)
      for group in indexes.groups where group.isDirty {
        group.solve(sight, store, quarterLevel: quarterLevel, atMost: maximumViewCount, &touched)
        clustersChanged = true
      }
      asks = touched.filter { needsQuestion($0) }
      asks += indexes.unknownNeighbors { views[$0] == nil && !awaited.contains($0) }
      asks = Set(asks).sorted()
      if asks.isEmpty { return }
    }
    report(.endlessChanges)
  }

  /// Processes what was added, moved or changed.
  private func lookAtChanges(_ sight: Sight, _ touched: inout Set<Int>) {
    for slot in changed.slots.map({ Int($0) }) {
      touched.insert(slot)
      guard store.isLive(slot) else { continue }
      if store[slot].home == 0, sight.contains(store[slot].x, store[slot].y) {
        visible.insert(slot)
      } else {
        visible.remove(slot)
        awaited.remove(slot)
      }
    }
    changed.removeAll()
  }

  /// Whether the delegate must be asked for the view of a slot: it may be visible and has no view.
  private func needsQuestion(_ slot: Int) -> Bool {
    guard store.isLive(slot), indexes.kind(of: slot).template < 0, !store[slot].hasView, !awaited.contains(slot)
    else { return false }
    return isCandidate(slot)
  }

  /// Whether a slot may be shown by itself: it is in sight and in no cluster.
  func isCandidate(_ slot: Int) -> Bool {
    let home = Int(store[slot].home)
    if let group = indexes.group(home) { return group.singles.contains(slot) }
    return home == 0 ? visible.contains(slot) : sight.contains(store[slot].x, store[slot].y)
  }

  /// Shows or hides the view of a slot as needed.
  ///
  /// - Returns: the view if it was not shown before.
  private func show(_ slot: Int, _ sight: Sight) -> AnnotationView? {
    guard store.isLive(slot) else { return nil }
    let known = store[slot].hasView ? views[slot] : nil
    let stays = known.map { $0 === selected || $0.storedDragState != .none } ?? false
    if stays || (isCandidate(slot) && (front.isWhole || front.slots.contains(slot))) {
      guard let view = known ?? makeTemplateView(slot), !view.isShown else { return nil }
      view.prepareForDisplay()
      view.isShown = true
      shown.insert(slot)
      return view
    }
    guard let view = known else { return nil }
    view.isShown = false
    shown.remove(slot)
    // Views of templates are quick to make again. Others stay attached while a cluster stands for them.
    if indexes.kind(of: slot).template >= 0 || !sight.keeps(store[slot].x, store[slot].y) { recycle(view) }
    return nil
  }

  private func showAll(_ sight: Sight) -> [AnnotationView] {
    var added: [AnnotationView] = []
    func look(_ slot: Int) { if let view = show(slot, sight) { added.append(view) } }
    // Hides first, so that the views can be reused.
    for slot in Array(views.keys) { look(slot) }
    for slot in front.slots.sorted() where !store[slot].hasView { look(slot) }
    return added
  }
}
