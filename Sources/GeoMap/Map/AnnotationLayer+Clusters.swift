// Makes, updates and shows clusters.
extension AnnotationLayer {
  /// Creates the clusters that came into sight, and updates the others.
  ///
  /// - Returns: those about which the delegate must be asked.
  func takeClusters(_ wanted: [ClusterKey: ClusterSolver.Found], on map: MapView) -> [Cluster] {
    var asked: [Cluster] = []
    for key in wanted.keys.sorted(by: ClusterKey.isBefore) {
      guard let found = wanted[key] else { continue }
      if let cluster = clusters[key] {
        if update(cluster, found, on: map) { asked.append(cluster) }
      } else {
        asked.append(make(key, found, on: map))
      }
    }
    return asked
  }

  private func make(_ key: ClusterKey, _ found: ClusterSolver.Found, on map: MapView) -> Cluster {
    let annotation = ClusterAnnotation(members: indexes.groups[key.group - 1].members(of: found, on: map))
    annotation.coordinate = found.middle.coordinate
    return clusters.add(key, found, annotation)
  }

  /// Updates a cluster; returns true when the delegate must be asked for its annotation again.
  private func update(_ cluster: Cluster, _ found: ClusterSolver.Found, on map: MapView) -> Bool {
    let old = cluster.found.sum
    let isSame = old.count == found.sum.count && old.fingerprint == found.sum.fingerprint
    cluster.found = found
    let middle = found.middle.coordinate
    if cluster.annotation.coordinate != middle {
      cluster.annotation.coordinate = middle
      layoutState.areCollisionsNeeded = true
    }
    guard !isSame else { return false }
    cluster.annotation.members = indexes.groups[cluster.key.group - 1].members(of: found, on: map)
    (cluster.view as? ClusterView)?.prepare()
    cluster.view?.setNeedsDisplay()
    return cluster.isOwn
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

  /// The cluster that contains a slot; nil when none does.
  func cluster(ofSlot slot: Int) -> Cluster? {
    let number = Int(store[slot].home)
    guard let group = indexes.group(number), let solver = group.solver else { return nil }
    guard let root = solver.roots[group.grid.division.key(store[slot].x, store[slot].y)] else { return nil }
    return clusters[ClusterKey(group: number, quarterLevel: group.grid.quarterLevel, root: root)]
  }
}
