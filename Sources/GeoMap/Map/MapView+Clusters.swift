import GeoModel

extension MapView {
  /// The level of cluster grids, in quarters. Rounding down makes sure that frames that meet on the screen also meet in
  /// the grid.
  var quarterLevel: Int { Int((level * 4 + 1e-9).rounded(.down)) }

  /// Creates the clusters that came into sight, updates those whose members changed, and removes the others.
  ///
  /// - Returns: whether there was anything to do.
  func updateClusters(_ sight: Sight) -> Bool {
    guard clustersChanged else { return false }
    clustersChanged = false
    var wanted: [ClusterKey: ClusterSolver.Found] = [:]
    for (index, group) in indexes.groups.enumerated() {
      for found in group.solver?.found.values ?? [:].values where found.sum.count > 1 {
        let place = WorldPoint(found.middle)
        guard sight.contains(place.x, place.y) else { continue }
        wanted[ClusterKey(group: index + 1, quarterLevel: group.grid.quarterLevel, root: found.root)] = found
      }
    }
    for (key, cluster) in clusters where wanted[key] == nil { drop(cluster) }
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
    let cluster = Cluster(key: key, number: nextClusterNumber, found: found, annotation: annotation)
    nextClusterNumber += 1
    clusters[key] = cluster
    clusterKeys[cluster.id] = key
    return cluster
  }

  /// Updates a cluster; returns true when the delegate must be asked for its annotation again.
  private func update(_ cluster: Cluster, _ found: ClusterSolver.Found) -> Bool {
    let old = cluster.found.sum
    let isSame = old.count == found.sum.count && old.fingerprint == found.sum.fingerprint
    cluster.found = found
    let middle = found.middle.coordinate
    if cluster.annotation.coordinate != middle {
      cluster.annotation.coordinate = middle
      needsCollisions = true
    }
    guard !isSame else { return false }
    cluster.annotation.members = indexes.groups[cluster.key.group - 1].members(of: found, on: self)
    (cluster.view as? ClusterView)?.prepare()
    cluster.view?.setNeedsDisplay()
    return cluster.isOwn
  }

  private func drop(_ cluster: Cluster) {
    clusters[cluster.key] = nil
    if let view = cluster.view {
      if view === selected { deselect(view, animated: false) }
      recycle(view)
    }
    clusterKeys[cluster.id] = nil
    hiddenClusters.remove(cluster.key)
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
    Dictionary(uniqueKeysWithValues: clusters.values.map { ($0.id, $0.annotation) })
  }

  /// Shows the views of clusters that are not hidden, and hides the others. Returns the views that were not shown
  /// before.
  func showClusters() -> [AnnotationView] {
    var added: [AnnotationView] = []
    for key in clusters.keys.sorted(by: ClusterKey.isBefore) {
      guard let view = clusters[key]?.view else { continue }
      let shows = !hiddenClusters.contains(key) || view === selected
      if shows, !view.isShown {
        view.prepareForDisplay()
        added.append(view)
      }
      view.isShown = shows
    }
    return added
  }
}

extension ClusterKey {
  /// A deterministic order of clusters.
  static func isBefore(_ a: ClusterKey, _ b: ClusterKey) -> Bool {
    (a.group, a.root.row, a.root.column, a.quarterLevel) < (b.group, b.root.row, b.root.column, b.quarterLevel)
  }
}
