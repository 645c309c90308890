import GeoModel

// Slots of the store: where they live, and who must know when they change.
extension MapView {
  /// The index in which a slot should live: that of its group, unless it is selected or dragged.
  private func homeGroup(of slot: Int) -> Int {
    let group = kinds[Int(store[slot].kind)].group
    guard group > 0, let view = views[slot] else { return group }
    return view === selected || view.storedDragState != .none ? 0 : group
  }

  private func index(_ group: Int) -> SpatialIndex { group == 0 ? loners : groups[group - 1].index }

  /// Gives a slot its place in an index, and has it looked at in the next layout.
  func settle(_ slot: Int) {
    let group = homeGroup(of: slot)
    index(group).insert(slot)
    if group > 0 {
      groups[group - 1].grid.add(slot, WorldPoint(x: store[slot].x, y: store[slot].y))
      groups[group - 1].isDirty = true
    }
    if store[slot].kind == 0 { unknownCount += 1 }
    if !needsFullLayout { changed.insert(slot) }
  }

  /// Gives new slots of one kind their places, as ``settle(_:)-(Int)`` does.
  func settle(_ slots: Range<Int>, _ kind: Int) {
    let group = kinds[kind].group
    index(group).insert(slots)
    if group > 0 {
      groups[group - 1].grid.add(slots, store)
      groups[group - 1].isDirty = true
    }
    if kind == 0 { unknownCount += slots.count }
    if !needsFullLayout { for slot in slots { changed.insert(slot) } }
  }

  /// Takes a slot out of its index.
  private func unsettle(_ slot: Int) {
    let group = Int(store[slot].home)
    index(group).remove(slot)
    if group > 0 {
      groups[group - 1].grid.subtract(slot, WorldPoint(x: store[slot].x, y: store[slot].y))
      groups[group - 1].isDirty = true
      groups[group - 1].singles.remove(slot)
    }
    visible.remove(slot)
    if store[slot].kind == 0 { unknownCount -= 1 }
  }

  /// Moves a slot to another index if something about its view says so.
  func resettle(_ slot: Int) {
    guard store.isLive(slot) else { return }
    if homeGroup(of: slot) != Int(store[slot].home) {
      unsettle(slot)
      settle(slot)
    } else {
      changed.insert(slot)
    }
  }

  func setKind(_ number: Int, of slot: Int) {
    guard Int(store[slot].kind) != number else { return }
    if store[slot].kind == 0 { unknownCount -= 1 }
    if number == 0 { unknownCount += 1 }
    store[slot].kind = UInt32(number)
    resettle(slot)
  }

  /// Notes where a slot stands now.
  @inline(__always) func place(_ slot: Int, _ coordinate: Coordinate) {
    let (old, new) = store.place(slot, coordinate)
    guard new != old else { return }
    let home = Int(store[slot].home)
    if home == 0 {
      loners.moved(slot)
      if !needsFullLayout { changed.insert(slot) }
    } else {
      let group = groups[home - 1]
      group.index.moved(slot)
      group.grid.move(slot, old, new)
      group.isDirty = true
    }
  }

  /// Puts another annotation in the place of one.
  func replace(_ slot: Int, _ annotation: any Annotation) {
    if let old = store.extra(of: slot)?.annotation, let object = MapView.object(of: old) { objectIDs[object] = nil }
    store.setExtra(AnnotationStore.Extra(annotation: annotation), of: slot)
    if let object = MapView.object(of: annotation) { objectIDs[object] = store.ids[slot] }
    store.setTitle(nil, of: slot)
    place(slot, annotation.coordinate)
    views[slot]?.annotation = annotation
  }

  func remove(_ slot: Int) {
    if let view = views[slot] {
      if view === selected { deselect(view, animated: false) }
      if touch?.view === view { touch = nil }
      recycle(view)
    }
    // A delegate may have taken it off while it was told.
    guard store.isLive(slot) else { return }
    if let own = store.extra(of: slot)?.annotation, let object = MapView.object(of: own) { objectIDs[object] = nil }
    // Something that it hid may be seen now.
    if front?.slots.contains(slot) == true { needsCollisions = true }
    unsettle(slot)
    awaited.remove(slot)
    shown.remove(slot)
    changed.remove(slot)
    store.remove(slot)
  }
}
