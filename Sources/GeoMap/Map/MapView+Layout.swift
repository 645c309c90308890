import GeoModel

extension MapView {
  /// Asks for the views and renderers of what came into sight, shows them, and notifies the delegate once
  /// (`layoutIfNeeded`).
  ///
  /// Changes of the region do this by themselves. After adding, moving and removing, the program calls it, so that many
  /// changes cost one layout.
  public func layout() {
    guard !layer.layoutState.isRunning else { return }
    layer.layoutState.isRunning = true
    var rounds = 0
    repeat {
      layOutOnce()
      rounds += 1
      if rounds == 16 {
        report(.endlessChanges)
        break
      }
    } while needsLayout
    layer.layoutState.isRunning = false
    if layer.indexes.areKindsMany { forgetUnused() }
    link?.passOn(from: self)
  }

  /// Whether a layout has anything to do.
  public var needsLayout: Bool { layer.layoutState.isNeeded || overlayList.isDirty || layer.indexes.areGroupsDirty }

  private func layOutOnce() {
    let isFull = layer.layoutState.isFullNeeded
    layer.layoutState.isFullNeeded = false
    let sight = layer.sight(in: window, margin: visibleMargin)
    layer.layoutState.sight = sight
    var touched: Set<Int> = []
    if isFull {
      // Recycles views far out of sight, so that they can be reused.
      for view in layer.views.outside(sight) { layer.recycle(view) }
      layer.layoutState.lookEverywhere(layer.store, layer.indexes)
    }
    askUntilKnown(sight, isFull: isFull, &touched)
    let hasNewClusters = updateClusters(sight)
    layer.hideColliding(
      &touched, isFull: isFull, hasNewClusters: hasNewClusters, in: window, atMost: maximumViewCount)
    let renderers = askForRenderers()
    var added = isFull ? layer.showAll(on: self) : touched.compactMap { layer.show($0, on: self) }
    added.sort { ($0.slot ?? 0) < ($1.slot ?? 0) }
    added += layer.showClusters()
    if !added.isEmpty { delegate?.mapView(self, didAdd: added) }
    if !renderers.isEmpty { delegate?.mapView(self, didAdd: renderers) }
  }

  /// Asks for views until every annotation that is in sight, or affects what is in sight, is known.
  private func askUntilKnown(_ sight: Sight, isFull: Bool, _ touched: inout Set<Int>) {
    var asks = isFull ? layer.layoutState.visible.slots.map { Int($0) }.filter { layer.needsQuestion($0) } : []
    for _ in 0..<64 {
      ask(asks)
      layer.layoutState.lookAtChanges(layer.store, &touched)
      for group in layer.indexes.groups where group.isDirty {
        group.solve(sight, layer.store, quarterLevel: window.quarterLevel, atMost: maximumViewCount, &touched)
        layer.layoutState.clustersChanged = true
      }
      asks = touched.filter { layer.needsQuestion($0) }
      asks += layer.indexes.unknownNeighbors { layer.views[$0] == nil && !layer.layoutState.awaited.contains($0) }
      asks = Set(asks).sorted()
      if asks.isEmpty { return }
    }
    report(.endlessChanges)
  }
}
