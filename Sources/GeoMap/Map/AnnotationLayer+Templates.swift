// Changes of templates, and the views that replace others by them.
extension AnnotationLayer {
  /// Switches an annotation to another template, replacing even a view that was set explicitly; nil changes nothing. A
  /// view that is being dragged stays until the drag ends.
  func adopt(template number: Int?, of slot: Int, on map: MapView) {
    guard let number, indexes.kind(of: slot).template != number else { return }
    layoutState.awaited.remove(slot)
    views.coveredTemplates[slot] = nil
    let old = views[slot]
    if let old, old.storedDragState == .none { recycle(old) }
    setKind(viewSource.templates.kinds[number], of: slot)
    if let old, old === views.selected, views[slot] == nil {
      passSelection(from: old, to: makeTemplateView(slot, on: map))
    }
  }

  /// Applies a changed template to the annotations that were added with it; without a template the delegate is asked.
  /// Views that are being dragged stay.
  func redress(_ number: Int, from old: Int, on map: MapView) {
    let kind = viewSource.templates.kinds[number]
    let dressed = views.bySlot.filter {
      indexes.kind(of: $0.key).template == number && $0.value.storedDragState == .none
    }
    for view in dressed.values { recycle(view) }
    // Views in the queue still have the former class and look.
    viewSource.queues.forget(viewSource.templates[number].name)
    for slot in dressed.keys { setKind(kind, of: slot) }
    if old != kind {
      for slot in 0..<store.slotCount where store.isLive(slot) && Int(store[slot].kind) == old {
        setKind(kind, of: slot)
      }
    }
    if let selected = views.selected, let slot = dressed.first(where: { $0.value === selected })?.key {
      passSelection(from: selected, to: makeTemplateView(slot, on: map))
    }
    layoutState.isFullNeeded = true
  }

  /// Passes the selection to the view that replaces the selected one, without notifying the delegate.
  func passSelection(from old: AnnotationView?, to new: AnnotationView?) {
    old?.setSelected(false, animated: false)
    new?.setSelected(true, animated: false)
    views.selected = new
    if let slot = new?.slot { resettle(slot) }
  }
}
