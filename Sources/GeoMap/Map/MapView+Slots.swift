import GeoModel

// Maintains the spatial indexes and cluster grids when slots of the store change.
extension MapView {
  /// The index to which a slot belongs: that of its group or crowd.
  ///
  /// A slot without group or crowd belongs to the loners, and so does a slot whose view is selected or dragged.
  private func wantedHome(of slot: Int) -> Int {
    let home = indexes.home(ofKind: Int(store[slot].kind))
    return home > 0 && views.isHeld(slot) ? 0 : home
  }

  /// Inserts a slot into its index, and marks it for the next layout.
  func settle(_ slot: Int) {
    indexes.insert(slot, home: wantedHome(of: slot))
    layoutState.note(CollectionOfOne(slot))
  }

  /// Moves a slot to another index if its view requires it, and marks it for the next layout.
  func resettle(_ slot: Int) {
    guard store.isLive(slot) else { return }
    if wantedHome(of: slot) != Int(store[slot].home) {
      indexes.remove(slot)
      layoutState.visible.remove(slot)
      settle(slot)
    } else {
      layoutState.note(slot)
    }
  }

  func setKind(_ number: Int, of slot: Int) {
    guard Int(store[slot].kind) != number else { return }
    indexes.setKind(number, of: slot)
    resettle(slot)
  }

  /// Moves a slot to a coordinate.
  func place(_ slot: Int, _ coordinate: Coordinate) {
    let step = store.place(slot, coordinate)
    if step.new != step.old { note(CollectionOfOne(step), home: Int(step.home)) }
  }

  /// Moves slots to coordinates.
  func place(_ moves: [(slot: Int, coordinate: Coordinate)]) {
    let steps = store.place(moves).filter { $0.new != $0.old }
    var start = 0
    while start < steps.count {
      let home = steps[start].home
      let end = steps[start...].firstIndex { $0.home != home } ?? steps.count
      note(steps[start..<end], home: Int(home))
      start = end
    }
  }

  private func note(_ steps: some Sequence<AnnotationStore.Step>, home: Int) {
    if !indexes.moved(steps, home: home) { layoutState.note(steps.lazy.map(\.slot)) }
  }

  /// Replaces the annotation of a slot.
  func replace(_ slot: Int, _ annotation: any Annotation) {
    store.setOwn(annotation, of: slot)
    place(slot, annotation.coordinate)
    views[slot]?.annotation = annotation
    journal?.note(.said, store.ids[slot])
  }

  func remove(_ slot: Int) {
    if let view = views[slot] {
      if view === views.selected { deselect(view, animated: false) }
      if touch?.view === view { touch = nil }
      endDrag(ofRemoved: view)
      if view.slot == slot { recycle(view) }
    }
    // A delegate may have removed the annotation during a callback.
    guard store.isLive(slot) else { return }
    indexes.remove(slot)
    layoutState.forget(slot)
    journal?.note(.removed, store.ids[slot])
    store.remove(slot)
  }
}
