// The memory that annotations take, and how it is released.
extension AnnotationLayer {
  /// The memory of annotations, their groups and the views that they will need, in bytes.
  var byteCount: Int {
    store.byteCount + indexes.byteCount + viewSource.templates.byteCount + askedCount * MapView.viewBytes
  }

  /// The memory of views in bytes, of which only so many are on the screen.
  func viewByteCount(atMost limit: Int) -> Int {
    let made = min(views.bySlot.count, limit) + viewSource.queues.count + 2 * clusters.count
    return made * MapView.viewBytes + viewSource.queues.byteCount
  }

  /// The number of annotations without a template. They have a view of their own, or will have one once they come into
  /// sight.
  private var askedCount: Int {
    (0..<store.slotCount).count { store.isLive($0) && indexes.kind(of: $0).template < 0 }
  }

  /// Forgets kinds of views, groups, crowds and names of unregistered templates that nothing uses any more.
  func forgetUnused() {
    let shownGroups = Set(clusters.all.map(\.key.group))
    viewSource.templates.keepOnly(indexes.forgetUnused(kinds: viewSource.templates.kinds, groups: shownGroups))
    if store.count == 0 { empty() }
  }

  /// Recreates tables that have grown large, once the map is empty.
  private func empty() {
    if store.slotCount > 1_000, views.bySlot.isEmpty, layoutState.empty() { store.empty() }
  }
}
