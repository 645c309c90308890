import GeoModel

extension MapView {
  /// The level of cluster grids, in quarters. Rounding down makes sure that frames that meet on the screen also meet in
  /// the grid.
  var quarterLevel: Int { Int((level * 4 + 1e-9).rounded(.down)) }

  /// Creates the clusters that came into sight, updates those whose members changed, and removes the others.
  ///
  /// - Returns: whether there was anything to do.
  func updateClusters(_ sight: Sight) -> Bool {
    guard layoutState.clustersChanged else { return false }
    layoutState.clustersChanged = false
    let wanted = indexes.clusters(in: sight)
    for cluster in clusters.all where wanted[cluster.key] == nil { drop(cluster) }
    var asked: [Cluster] = []
    for key in wanted.keys.sorted(by: ClusterKey.isBefore) {
      guard let found = wanted[key] else { continue }
      if let cluster = clusters[key] {
        if update(cluster, found) { asked.append(cluster) }
      } else {
        asked.append(make(key, found))
      }
    }
    ask(asked)
    return true
  }

  private func make(_ key: ClusterKey, _ found: ClusterSolver.Found) -> Cluster {
    let annotation = ClusterAnnotation(members: indexes.groups[key.group - 1].members(of: found, on: self))
    annotation.coordinate = found.middle.coordinate
    return clusters.add(key, found, annotation)
  }

  /// Updates a cluster; returns true when the delegate must be asked for its annotation again.
  private func update(_ cluster: Cluster, _ found: ClusterSolver.Found) -> Bool {
    let old = cluster.found.sum
    let isSame = old.count == found.sum.count && old.fingerprint == found.sum.fingerprint
    cluster.found = found
    let middle = found.middle.coordinate
    if cluster.annotation.coordinate != middle {
      cluster.annotation.coordinate = middle
      layoutState.areCollisionsNeeded = true
    }
    guard !isSame else { return false }
    cluster.annotation.members = indexes.groups[cluster.key.group - 1].members(of: found, on: self)
    (cluster.view as? ClusterView)?.prepare()
    cluster.view?.setNeedsDisplay()
    return cluster.isOwn
  }

  private func drop(_ cluster: Cluster) {
    clusters.remove(cluster)
    guard let view = cluster.view else { return }
    if view === views.selected { deselect(view, animated: false) }
    recycle(view)
  }

  /// The cluster that contains a slot; nil when none does.
  func cluster(ofSlot slot: Int) -> Cluster? {
    let number = Int(store[slot].home)
    guard let group = indexes.group(number), let solver = group.solver else { return nil }
    guard let root = solver.roots[group.grid.division.key(store[slot].x, store[slot].y)] else { return nil }
    return clusters[ClusterKey(group: number, quarterLevel: group.grid.quarterLevel, root: root)]
  }

  /// Returns the cluster in sight that currently stands for an annotation; nil when none does.
  public func cluster(of id: AnnotationID) -> AnnotationID? {
    store.slot(of: id).flatMap { cluster(ofSlot: $0)?.id }
  }

  /// The clusters in sight, by id.
  public var clusterAnnotations: [AnnotationID: ClusterAnnotation] {
    Dictionary(uniqueKeysWithValues: clusters.all.map { ($0.id, $0.annotation) })
  }

  /// Shows the views of clusters that are not hidden, and hides the others. Returns the views that were not shown
  /// before.
  func showClusters() -> [AnnotationView] {
    var added: [AnnotationView] = []
    for cluster in clusters.sorted {
      guard let view = cluster.view else { continue }
      let shows = !clusters.hidden.contains(cluster.key) || view === views.selected
      if shows, !view.isShown {
        view.prepareForDisplay()
        added.append(view)
      }
      view.isShown = shows
    }
    return added
  }
}
