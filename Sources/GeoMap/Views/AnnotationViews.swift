import GeoModel

/// The views of annotations on a map, by slot, and the selected view.
final class AnnotationViews {
  private let store: AnnotationStore
  private(set) var bySlot: [Int: AnnotationView] = [:]
  /// The names of templates over which a view was set, by slot. They apply again once that view is gone.
  var coveredTemplates: [Int: String] = [:]
  /// The selected view, which may also be that of a cluster.
  var selected: AnnotationView?
  /// The annotations whose views were recycled; nil to record none.
  var recycled: [AnnotationID]?

  init(_ store: AnnotationStore) { self.store = store }

  subscript(slot: Int) -> AnnotationView? { bySlot[slot] }

  /// Whether a view is selected or dragged, so that it neither clusters nor is hidden.
  func isHeld(_ view: AnnotationView) -> Bool { view === selected || view.storedDragState != .none }

  /// Whether the view of a slot is selected or dragged.
  @inline(__always) func isHeld(_ slot: Int) -> Bool {
    guard store[slot].hasView, let view = bySlot[slot] else { return false }
    return isHeld(view)
  }

  /// Gives a slot a view.
  func attach(_ view: AnnotationView, to slot: Int) {
    bySlot[slot] = view
    store[slot].hasView = true
    view.slot = slot
    view.annotationID = store.ids[slot]
  }

  /// Takes a view from the map; returns the slot that it had.
  func detach(_ view: AnnotationView) -> Int? {
    if let id = view.annotationID { recycled?.append(id) }
    view.mapView = nil
    guard let slot = view.slot, bySlot[slot] === view else { return nil }
    bySlot[slot] = nil
    store[slot].hasView = false
    return slot
  }

  /// The views out of sight that nothing holds, in order of slots.
  func outside(_ sight: Sight) -> [AnnotationView] {
    let far = bySlot.filter { slot, view in !sight.keeps(store[slot].x, store[slot].y) && !isHeld(view) }
    return far.sorted { $0.key < $1.key }.map(\.value)
  }
}

extension AnnotationView {
  /// Clears what the map has set, once the view is no longer on it.
  func clear() {
    slot = nil
    clusterKey = nil
    annotationID = nil
    annotation = nil
    isShown = false
    displacement = .zero
    storedDragState = .none
    isDraggedElsewhere = false
  }
}
