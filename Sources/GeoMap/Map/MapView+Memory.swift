import GeoModel

// The memory that a map takes, and how it releases what is no longer needed.
extension MapView {
  /// The memory of annotations, their groups and views in bytes, without their texts and without what programs attach.
  package var heldBytes: Int {
    store.byteCount + indexes.byteCount + viewSource.templates.byteCount + heldViewBytes
      + askedCount * MapView.viewBytes
  }

  /// The memory of all groups in bytes, including their results.
  package var heldGroupBytes: Int { indexes.groupByteCount }

  /// The memory of views in bytes: those in queues, those that templates made for what is in sight, and those of
  /// clusters.
  package var heldViewBytes: Int {
    let made = min(views.bySlot.count, maximumViewCount) + viewSource.queues.count + 2 * clusters.count
    return made * MapView.viewBytes + viewSource.queues.byteCount
  }

  /// The number of annotations without a template. They have a view of their own, or will have one once they come into
  /// sight.
  private var askedCount: Int {
    (0..<store.slotCount).count { store.isLive($0) && indexes.kind(of: $0).template < 0 }
  }

  /// Bytes per view, including its entries in the map's tables.
  package static let viewBytes = 1_000
  /// Bytes per clustering identifier, including its results.
  package static let groupBytes = 2_500
  /// Bytes per annotation that clusters with thousands of others, for the cells in which they are summed.
  package static let memberBytes = 128
  /// Forgets kinds of views, groups, crowds and names of unregistered templates that nothing uses any more. A layout
  /// calls this by itself after many changes.
  package func forgetUnused() {
    let shownGroups = Set(clusters.all.map(\.key.group))
    viewSource.templates.keepOnly(indexes.forgetUnused(kinds: viewSource.templates.kinds, groups: shownGroups))
    if store.count == 0 { empty() }
  }

  /// Recreates tables that have grown large, once the map is empty.
  private func empty() {
    if store.slotCount > 1_000, views.bySlot.isEmpty, layoutState.empty() { store.empty() }
  }
}
