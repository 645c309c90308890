import GeoModel

// Maintains the spatial indexes and cluster grids when slots of the store change.
extension MapView {
  /// Replaces the annotation of a slot.
  func replace(_ slot: Int, _ annotation: any Annotation) {
    layer.store.setOwn(annotation, of: slot)
    layer.place(slot, annotation.coordinate)
    layer.views[slot]?.annotation = annotation
    journal?.note(.said, layer.store.ids[slot])
  }

  func remove(_ slot: Int) {
    if let view = layer.views[slot] {
      if view === layer.views.selected { deselect(view, animated: false) }
      if touch?.view === view { touch = nil }
      endDrag(ofRemoved: view)
      if view.slot == slot { layer.recycle(view) }
    }
    // A delegate may have removed the annotation during a callback.
    guard layer.store.isLive(slot) else { return }
    layer.indexes.remove(slot)
    layer.layoutState.forget(slot)
    journal?.note(.removed, layer.store.ids[slot])
    layer.store.remove(slot)
  }
}
