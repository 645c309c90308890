import GeoModel

/// The annotations of a map with their views and clusters, without the delegate.
final class AnnotationLayer {
  let store = AnnotationStore()
  let indexes: AnnotationIndexes
  let views: AnnotationViews
  let viewSource = ViewSource()
  let layoutState = LayoutState()
  var clusters = ClusterList()

  init() {
    indexes = AnnotationIndexes(store)
    views = AnnotationViews(store)
  }

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

  /// Moves the annotation of a slot; returns false when it cannot be moved.
  ///
  /// - Parameter heading: the new heading; nil to keep it.
  func setCoordinate(_ coordinate: Coordinate, heading: Double? = nil, of slot: Int) -> Bool {
    let stored = store.setExtra(coordinate, heading: heading, of: slot)
    guard stored.isMovable else { return false }
    if let own = stored.own {
      views[slot]?.annotation = own
    } else if store[slot].hasView, let view = views[slot], var column = view.annotation as? ColumnAnnotation {
      column.coordinate = coordinate
      if let heading { column.heading = heading }
      view.annotation = column
    }
    place(slot, coordinate)
    return true
  }

  /// Returns the coordinate of a view's annotation; nil when the view is not on the map.
  func coordinate(of view: AnnotationView) -> Coordinate? { views.coordinate(of: view, clusters) }

  /// Adds a row of columns, or replaces the data of a known id; returns its slot.
  func add(_ columns: AnnotationColumns, _ row: Int, _ kind: Int) -> Int {
    let coordinate = Coordinate(clampingLatitude: columns.latitudes[row], longitude: columns.longitudes[row])
    let title = columns.titles?[row]
    let known = store.slot(of: columns.ids[row])
    let slot = known ?? store.insert(columns.ids[row], coordinate, title: title, kind: kind)
    if known != nil {
      place(slot, coordinate)
      store.setTitle(title, of: slot)
    }
    let hasExtra = columns.subtitles != nil || columns.headings != nil
    let extra = AnnotationStore.Extra(subtitle: columns.subtitles?[row], heading: columns.headings?[row])
    store.setExtra(hasExtra ? extra : nil, of: slot)
    if known == nil { settle(slot) } else { views[slot]?.annotation = store.annotation(of: slot) }
    return slot
  }
}
