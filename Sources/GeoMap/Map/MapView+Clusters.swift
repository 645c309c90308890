import GeoModel

extension MapView {
  /// The level of cluster grids, in quarters. Rounding down makes sure that frames that meet on the screen also meet in
  /// the grid.
  var quarterLevel: Int { Int((level * 4 + 1e-9).rounded(.down)) }

  /// Computes which annotations of a group form clusters in sight.
  func solve(_ group: ClusterGroup, _ number: Int, _ sight: Sight, _ touched: inout Set<Int>) {
    group.isDirty = false
    clustersChanged = true
    touched.formUnion(group.singles)
    group.singles = []
    guard group.index.count > 0 else {
      group.solver = nil
      return
    }
    if group.grid.quarterLevel != quarterLevel { group.enlargement = 1 }
    var solver = solve(group, sight)
    // Enlarging frames by half leaves fewer than half as many clusters.
    while solver.found.count > maximumViewCount, group.enlargement < 1_000 {
      group.enlargement *= 1.5
      solver = solve(group, sight)
    }
    for found in solver.found.values where found.sum.count == 1 {
      let slot = Int(found.sum.slots)
      if sight.contains(store[slot].x, store[slot].y) { group.singles.insert(slot) }
    }
    group.solver = solver
    touched.formUnion(group.singles)
  }

  private func solve(_ group: ClusterGroup, _ sight: Sight) -> ClusterSolver {
    group.grid.adopt(quarterLevel: quarterLevel, frame: group.frame.enlarged(by: group.enlargement))
    let frame = group.grid.frame
    let reach = 3 * max(frame.width, frame.height) / group.grid.pointsOfWorld * MapSize.world.width
    return ClusterSolver(in: sight.rect.insetBy(dx: -reach, dy: -reach), &group.grid, group.index)
  }

  /// Annotations whose kind is still unknown and that might join a cluster that affects what is in sight.
  func unknownNeighbors(of group: ClusterGroup) -> [Int] {
    guard unknownCount > 0, let solver = group.solver, !solver.looked.isEmpty else { return [] }
    var ranges = WorldRange.parts(of: solver.area)
    let division = group.grid.division
    for key in solver.beyond {
      let columns = max(0, key.column - solver.reachX)..<min(division.cells, key.column + solver.reachX + 1)
      let rows = max(0, key.row - solver.reachY)..<min(division.cells, key.row + solver.reachY + 1)
      division.range(columns: columns, rows: rows).map { ranges.append($0) }
    }
    var unknown: [Int] = []
    for range in ranges {
      loners.forEach(in: range) { slot, _, _ in
        if store[slot].kind == 0, views[slot] == nil, !awaited.contains(slot) { unknown.append(slot) }
      }
    }
    return unknown
  }

  /// Creates the clusters that came into sight, updates those whose members changed, and removes the others.
  ///
  /// - Returns: whether there was anything to do.
  func updateClusters(_ sight: Sight) -> Bool {
    guard clustersChanged else { return false }
    clustersChanged = false
    var wanted: [ClusterKey: ClusterSolver.Found] = [:]
    for (index, group) in groups.enumerated() {
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
    let annotation = ClusterAnnotation(members: members(of: key, found))
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
    cluster.annotation.members = members(of: cluster.key, found)
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

  private func members(of key: ClusterKey, _ found: ClusterSolver.Found) -> ClusterMembers {
    let group = groups[key.group - 1]
    let ranges = found.cells.compactMap { group.grid.division.range(of: $0) }
    return ClusterMembers(count: found.sum.count, of: self) {
      var slots: [Int] = []
      for range in ranges { group.index.forEach(in: range) { slot, _, _ in slots.append(slot) } }
      return slots
    }
  }

  /// The cluster that contains a slot; nil when none does.
  func cluster(ofSlot slot: Int) -> Cluster? {
    let number = Int(store[slot].home)
    guard let group = group(number), let solver = group.solver else { return nil }
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
