import GeoModel

// The memory that a map takes, and how it releases what is no longer needed.
extension MapView {
  /// The memory of annotations, their groups and views in bytes, without their texts and without what programs attach.
  package var heldBytes: Int { layer.byteCount + heldViewBytes }

  /// The memory of all groups in bytes, including their results.
  package var heldGroupBytes: Int { layer.indexes.groupByteCount }

  /// The memory of views in bytes: those in queues, those that templates made for what is in sight, and those of
  /// clusters.
  package var heldViewBytes: Int { layer.viewByteCount(atMost: maximumViewCount) }

  /// Bytes per view, including its entries in the map's tables.
  package static let viewBytes = 1_000
  /// Bytes per clustering identifier, including its results.
  package static let groupBytes = 2_500
  /// Bytes per annotation that clusters with thousands of others, for the cells in which they are summed.
  package static let memberBytes = 128

  /// Forgets kinds of views, groups, crowds and names of unregistered templates that nothing uses any more. A layout
  /// calls this by itself after many changes.
  package func forgetUnused() { layer.forgetUnused() }
}
