import GeoModel

extension MapView {
  /// The largest number of questions in one batch.
  private static let batch = 500

  /// Asks the delegate for the views of slots, and attaches the views that it returns.
  func ask(_ slots: [Int]) {
    for start in stride(from: 0, to: slots.count, by: MapView.batch) {
      let batch = slots[start..<min(slots.count, start + MapView.batch)].filter { layer.store.isLive($0) }
      let questions = batch.map { ViewQuestion(id: layer.store.ids[$0], annotation: layer.store.annotation(of: $0)) }
      let answers = delegate?.mapView(self, viewsFor: questions) ?? []
      for (index, slot) in batch.enumerated() {
        // The delegate may have removed the annotation or set a view meanwhile.
        guard layer.store.isLive(slot), layer.store.ids[slot] == questions[index].id, layer.views[slot] == nil else {
          continue
        }
        switch index < answers.count ? answers[index] : .standard {
        case .view(let view): layer.take(view, for: slot, on: self)
        case .standard: layer.take(layer.viewSource.standardView(for: questions[index].annotation), for: slot, on: self)
        case .later: layer.layoutState.awaited.insert(slot)
        }
      }
      tellVain()
    }
  }

  /// Reports reuse identifiers whose queues are never used.
  private func tellVain() {
    for identifier in layer.viewSource.queues.takeVain() { report(.reuseIdentifierNeverUsed(identifier)) }
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
        guard layer.clusters[cluster.key] === cluster, cluster.view == nil else { continue }
        switch index < answers.count ? answers[index] : .standard {
        case .view(let view): layer.take(view, for: cluster, on: self)
        case .standard: layer.take(layer.viewSource.standardView(for: cluster.annotation), for: cluster, on: self)
        case .later: break
        }
      }
      tellVain()
    }
  }

  /// The view kind of a template; 0 without one. An unregistered name is reported.
  func kindNumber(ofTemplate name: String?) -> Int {
    if let kind = layer.viewSource.kind(ofTemplate: name) { return kind }
    report(.unknownTemplate(name ?? ""))
    return 0
  }

  /// Forgets the view and template of an annotation. The delegate is asked again when the annotation is next in sight,
  /// or at once if it is selected. A view that is being dragged stays.
  package func forgetView(of id: AnnotationID) { if let slot = layer.store.slot(of: id) { forgetView(of: slot) } }

  private func forgetView(of slot: Int) {
    layer.layoutState.awaited.remove(slot)
    layer.views.coveredTemplates[slot] = nil
    let old = layer.views[slot]
    if let old, old.storedDragState != .none { return }
    if let old { layer.recycle(old) }
    layer.setKind(0, of: slot)
    guard let old, old === layer.views.selected else { return }
    ask([slot])
    if layer.views[slot] == nil {
      layer.take(layer.viewSource.standardView(for: layer.store.annotation(of: slot)), for: slot, on: self)
    }
    layer.passSelection(from: old, to: layer.views[slot])
  }
}
