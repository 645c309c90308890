import GeoModel

// Finds the kinds of views, and makes, reuses and recycles the views.
extension MapView {
  /// The view kind of a template; 0 without one. An unregistered name is reported.
  func kindNumber(ofTemplate name: String?) -> Int {
    if let kind = layer.viewSource.kind(ofTemplate: name) { return kind }
    report(.unknownTemplate(name ?? ""))
    return 0
  }

  /// Switches an annotation to another template, replacing even a view that was set explicitly; nil changes nothing. A
  /// view that is being dragged stays until the drag ends.
  func adopt(template number: Int?, of slot: Int) {
    guard let number, layer.indexes.kind(of: slot).template != number else { return }
    layer.layoutState.awaited.remove(slot)
    layer.views.coveredTemplates[slot] = nil
    let old = layer.views[slot]
    if let old, old.storedDragState == .none { layer.recycle(old) }
    layer.setKind(layer.viewSource.templates.kinds[number], of: slot)
    if let old, old === layer.views.selected, layer.views[slot] == nil {
      passSelection(from: old, to: layer.makeTemplateView(slot, on: self))
    }
  }

  /// Forgets the view and template of an annotation. The delegate is asked again when the annotation is next in sight,
  /// or at once if it is selected. A view that is being dragged stays.
  package func forgetView(of id: AnnotationID) { if let slot = layer.store.slot(of: id) { forgetView(of: slot) } }

  private func forgetView(of slot: Int) {
    layer.layoutState.awaited.remove(slot)
    layer.views.coveredTemplates[slot] = nil
    let old = layer.views[slot]
    if let old, old.storedDragState != .none { return }
    if let old { layer.recycle(old) }
    layer.setKind(0, of: slot)
    guard let old, old === layer.views.selected else { return }
    ask([slot])
    if layer.views[slot] == nil {
      layer.take(layer.viewSource.standardView(for: layer.store.annotation(of: slot)), for: slot, on: self)
    }
    passSelection(from: old, to: layer.views[slot])
  }
}
