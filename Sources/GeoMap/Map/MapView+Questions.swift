import GeoModel

extension MapView {
  /// The largest number of questions in one batch.
  private static let batch = 500

  /// Asks the delegate for the views of slots, and attaches the views that it returns.
  func ask(_ slots: [Int]) {
    for start in stride(from: 0, to: slots.count, by: MapView.batch) {
      let batch = slots[start..<min(slots.count, start + MapView.batch)].filter { store.isLive($0) }
      let questions = batch.map { ViewQuestion(id: store.ids[$0], annotation: store.annotation(of: $0)) }
      let answers = delegate?.mapView(self, viewsFor: questions) ?? []
      for (index, slot) in batch.enumerated() {
        // The delegate may have removed the annotation or set a view meanwhile.
        guard store.isLive(slot), store.ids[slot] == questions[index].id, views[slot] == nil else { continue }
        switch index < answers.count ? answers[index] : .standard {
        case .view(let view): take(view, for: slot)
        case .standard: take(viewSource.standardView(for: questions[index].annotation), for: slot)
        case .later: layoutState.awaited.insert(slot)
        }
      }
      tellVain()
    }
  }

  /// Reports reuse identifiers whose queues are never used.
  private func tellVain() {
    for identifier in viewSource.queues.takeVain() { report(.reuseIdentifierNeverUsed(identifier)) }
  }

  /// Asks the delegate for the annotations and views of clusters.
  func ask(_ clusters: [Cluster]) {
    for cluster in clusters {
      let members = cluster.annotation.members
      let own = delegate?.mapView(self, clusterAnnotationForMemberAnnotations: members)
      guard let own else { continue }
      guard own.members === members || (own.memberCount == members.count && Set(own.memberIDs) == Set(members.ids))
      else {
        report(.foreignClusterMembers)
        continue
      }
      own.coordinate = cluster.annotation.coordinate
      own.members = members
      cluster.annotation = own
      cluster.isOwn = true
      cluster.view?.annotation = own
    }
    let open = clusters.filter { $0.view == nil && !$0.isAsked }
    for start in stride(from: 0, to: open.count, by: MapView.batch) {
      let batch = open[start..<min(open.count, start + MapView.batch)]
      let questions = batch.map { ViewQuestion(id: $0.id, annotation: $0.annotation) }
      let answers = delegate?.mapView(self, viewsFor: questions) ?? []
      for (index, cluster) in batch.enumerated() {
        cluster.isAsked = true
        guard self.clusters[cluster.key] === cluster, cluster.view == nil else { continue }
        switch index < answers.count ? answers[index] : .standard {
        case .view(let view): take(view, for: cluster)
        case .standard: take(viewSource.standardView(for: cluster.annotation), for: cluster)
        case .later: break
        }
      }
      tellVain()
    }
  }
}
