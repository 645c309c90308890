import GeoModel

extension MapView {
  /// Creates the clusters that came into sight, updates those whose members changed, and removes the others.
  ///
  /// - Returns: whether there was anything to do.
  func updateClusters(_ sight: Sight) -> Bool {
    guard layer.layoutState.clustersChanged else { return false }
    layer.layoutState.clustersChanged = false
    let wanted = layer.indexes.clusters(in: sight)
    for cluster in layer.clusters.all where wanted[cluster.key] == nil { drop(cluster) }
    ask(layer.takeClusters(wanted, on: self))
    return true
  }

  private func drop(_ cluster: Cluster) {
    layer.clusters.remove(cluster)
    guard let view = cluster.view else { return }
    if view === layer.views.selected { deselect(view, animated: false) }
    layer.recycle(view)
  }

  /// Returns the cluster in sight that currently stands for an annotation; nil when none does.
  public func cluster(of id: AnnotationID) -> AnnotationID? {
    layer.store.slot(of: id).flatMap { layer.cluster(ofSlot: $0)?.id }
  }

  /// The clusters in sight, by id.
  public var clusterAnnotations: [AnnotationID: ClusterAnnotation] {
    Dictionary(uniqueKeysWithValues: layer.clusters.all.map { ($0.id, $0.annotation) })
  }
}
