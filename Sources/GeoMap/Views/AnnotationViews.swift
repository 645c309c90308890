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

  /// The coordinate of a view's annotation or cluster; nil when the view is not on the map.
  func coordinate(of view: AnnotationView, _ clusters: ClusterList) -> Coordinate? {
    if let key = view.clusterKey { return clusters[key]?.annotation.coordinate }
    return view.slot.map { store.coordinate(of: $0) }
  }

  /// All visible views, from back to front, as described at ``MapView/annotationViews``.
  func backToFront(_ clusters: ClusterList, _ window: MapWindow) -> [AnnotationView] {
    var all: [(view: AnnotationView, isCluster: Bool, number: Int)] = []
    for (slot, view) in bySlot where view.isShown { all.append((view, false, slot)) }
    for cluster in clusters.all {
      if let view = cluster.view, view.isShown { all.append((view, true, cluster.number)) }
    }
    let keyed = all.map { entry in
      let place = coordinate(of: entry.view, clusters) ?? window.viewport.center.coordinate
      return (entry: entry, place: window.point(for: MapPoint(place)))
    }
    return keyed.sorted { a, b in
      let (first, second) = (a.entry.view.frontPriority, b.entry.view.frontPriority)
      if first != second { return first < second }
      if a.entry.view.isSelected != b.entry.view.isSelected { return b.entry.view.isSelected }
      if a.place.y != b.place.y { return a.place.y < b.place.y }
      if a.place.x != b.place.x { return a.place.x < b.place.x }
      if a.entry.isCluster != b.entry.isCluster { return b.entry.isCluster }
      return a.entry.number < b.entry.number
    }.map(\.entry.view)
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
