import GeoModel

extension MapView {
  /// The level of cluster grids, in quarters. Rounding down makes sure that frames that meet on the screen also meet in
  /// the grid.
  var quarterLevel: Int { Int((level * 4 + 1e-9).rounded(.down)) }

  /// Creates the clusters that came into sight, updates those whose members changed, and removes the others.
  ///
  /// - Returns: whether there was anything to do.
  func updateClusters(_ sight: Sight) -> Bool {
    guard layer.layoutState.clustersChanged else { return false }
    layer.layoutState.clustersChanged = false
    let wanted = layer.indexes.clusters(in: sight)
    for cluster in layer.clusters.all where wanted[cluster.key] == nil { drop(cluster) }
    var asked: [Cluster] = []
    for key in wanted.keys.sorted(by: ClusterKey.isBefore) {
      guard let found = wanted[key] else { continue }
      if let cluster = layer.clusters[key] {
        if update(cluster, found) { asked.append(cluster) }
      } else {
        asked.append(make(key, found))
      }
    }
    ask(asked)
    return true
  }

  private func make(_ key: ClusterKey, _ found: ClusterSolver.Found) -> Cluster {
    let annotation = ClusterAnnotation(members: layer.indexes.groups[key.group - 1].members(of: found, on: self))
    annotation.coordinate = found.middle.coordinate
    return layer.clusters.add(key, found, annotation)
  }

  /// Updates a cluster; returns true when the delegate must be asked for its annotation again.
  private func update(_ cluster: Cluster, _ found: ClusterSolver.Found) -> Bool {
    let old = cluster.found.sum
    let isSame = old.count == found.sum.count && old.fingerprint == found.sum.fingerprint
    cluster.found = found
    let middle = found.middle.coordinate
    if cluster.annotation.coordinate != middle {
      cluster.annotation.coordinate = middle
      layer.layoutState.areCollisionsNeeded = true
    }
    guard !isSame else { return false }
    cluster.annotation.members = layer.indexes.groups[cluster.key.group - 1].members(of: found, on: self)
    (cluster.view as? ClusterView)?.prepare()
    cluster.view?.setNeedsDisplay()
    return cluster.isOwn
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
