import GeoMap
import GeoModel
import GeoWire
import NIOCore

// Questions to the delegate, and its answers.
extension MapRoom {
  /// Notes views to request from the delegate; false if it does not want such questions.
  func noteViews(_ open: [ViewQuestion]) -> Bool {
    guard let asks = delegate.flatMap({ clients[$0]?.asks }) else { return false }
    if asks.contains(.clusters) {
      questions.waitingClusters += open.filter { $0.annotation is ClusterAnnotation }.map(\.id)
    }
    guard asks.contains(.views) else { return false }
    let ids = open.map(\.id)
    questions.waitingViews += ids
    questions.unanswered.formUnion(ids)
    schedule(MapQuestions.patience) { $0.showDefaults(ids) }
    return true
  }

  /// Notes renderers to request from the delegate; false if it does not want such questions.
  func noteRenderers(_ ids: [OverlayID]) -> Bool {
    guard let asks = delegate.flatMap({ clients[$0]?.asks }), asks.contains(.renderers) else { return false }
    questions.waitingRenderers += ids
    return true
  }

  /// Sends the waiting questions, unless enough are under way. Annotations that are out of sight by now are skipped.
  func askDelegate() {
    guard let delegate, let client = clients[delegate] else { return questions.reset() }
    let sight = map.visibleMapRect.insetBy(
      dx: -map.visibleMapRect.width / 4, dy: -map.visibleMapRect.height / 4)
    func next(_ waiting: inout [AnnotationID]) -> [AnnotationID] {
      var ids: [AnnotationID] = []
      var looked = 0
      for id in waiting {
        if ids.count == MapQuestions.Kind.views.batch { break }
        looked += 1
        if let place = map.annotation(for: id)?.coordinate, sight.containsOnGlobe(MapPoint(place)) { ids.append(id) }
      }
      waiting.removeFirst(looked)
      return ids
    }
    askForParts(client)
    while !questions.waitingViews.isEmpty, questions.mayAsk(.views) {
      let ids = next(&questions.waitingViews)
      ask(client, "mapView.viewsForAnnotations", .views(MapRoom.names(ids) { $0.name })) { json in
        json.member("annotations", array: ids) { $0.questionAnnotation($1, self.map) }
      }
    }
    while !questions.waitingClusters.isEmpty, questions.mayAsk(.clusters) {
      let ids = next(&questions.waitingClusters)
      ask(client, "mapView.clusterAnnotationsForMembers", .clusters(MapRoom.names(ids) { $0.name })) { json in
        json.member("clusters", array: ids) { $0.questionAnnotation($1, self.map, allMembers: true) }
      }
    }
    while !questions.waitingRenderers.isEmpty, questions.mayAsk(.renderers) {
      let batch = questions.waitingRenderers.prefix(MapQuestions.Kind.renderers.batch)
      questions.waitingRenderers.removeFirst(batch.count)
      let ids = batch.filter { map.overlay(for: $0) != nil }
      ask(client, "mapView.renderersForOverlays", .renderers(MapRoom.names(ids) { $0.name })) { json in
        json.member("overlays", array: ids) { $0.questionOverlay($1, self.map) }
      }
    }
  }

  private func askForParts(_ client: Client) {
    for (kind, method) in [(MapQuestions.Kind.drawing, "mapView.drawOverlays"), (.tiles, "mapView.loadTiles")] {
      while let waiting = questions.waitingParts[kind], !waiting.isEmpty, questions.mayAsk(kind) {
        let parts = waiting.prefix(kind.batch).filter { isAwaited($0) }
        questions.waitingParts[kind] = Array(waiting.dropFirst(kind.batch))
        ask(client, method, .parts(kind, parts)) { json in
          json.member(kind == .tiles ? "tiles" : "parts", array: parts) { $0.questionPart($1) }
        }
      }
    }
  }

  private static func names<ID>(_ ids: [ID], _ name: (ID) -> String) -> [String: [ID]] {
    Dictionary(ids.map { (name($0), [$0]) }, uniquingKeysWith: +)
  }

  private func ask(
    _ client: Client, _ method: String, _ content: MapQuestions.Content, _ write: (inout JSONWriter) -> Void
  ) {
    if case .views(let ids) = content, ids.isEmpty { return }
    if case .clusters(let ids) = content, ids.isEmpty { return }
    if case .renderers(let ids) = content, ids.isEmpty { return }
    if case .parts(_, let parts) = content, parts.isEmpty { return }
    let number = questions.ask(content)
    var writer = JSONWriter()
    writer.object(write)
    client.deliver([
      .question(
        MapQuestion(
          number: number, deadline: content.kind.deadline, method: method,
          members: Array(writer.bytes.dropFirst().dropLast())))
    ])
    schedule(content.kind.deadline) { room in
      if content.kind == .tiles { room.forget(number) } else { room.questions.expire(number) }
    }
    schedule(MapQuestions.memory) { $0.forget(number) }
  }

  /// Drops a question whose answer would come too late.
  private func forget(_ question: Int) {
    if case .parts(_, let parts) = questions.finish(question) { giveUp(parts) }
  }

  /// Gives annotations without an answer the default appearance until it comes.
  private func showDefaults(_ ids: [AnnotationID]) {
    let open = ids.filter { questions.unanswered.remove($0) != nil && map.view(for: $0) == nil }
    if !open.isEmpty { map.setViews(open.map { ($0, nil) }) }
  }

  /// Runs a closure later, if the map still exists, and reports the outcome to all clients.
  func schedule(_ time: TimeAmount, _ body: @escaping @Sendable (MapRoom) -> Void) {
    let seat = seat
    seat.loop.scheduleTask(in: time) {
      seat.ifThere { room in
        body(room)
        room.settle()
      }
    }
  }
}

extension JSONWriter {
  /// Writes an annotation for a question to the delegate. For a cluster it lists some members, or all.
  fileprivate mutating func questionAnnotation(_ id: AnnotationID, _ map: MapView, allMembers: Bool = false) {
    guard let annotation = map.annotation(for: id) else { return null() }
    object { json in
      json.annotationMembers(id, annotation)
      if id == .userLocation { json.member("kind", word: "userLocation") }
      guard let cluster = annotation as? ClusterAnnotation else { return }
      json.member("members") { json in
        json.member("count", cluster.memberCount)
        json.member("ids", array: cluster.memberIDs.prefix(allMembers ? .max : 20)) { $0.annotationID($1) }
      }
    }
  }

  fileprivate mutating func questionPart(_ part: GivenPart) {
    object { json in
      json.key("overlay")
      json.overlayID(part.overlay)
      switch part {
      case .drawing(_, let rect, let zoomScale, let scale):
        json.key("mapRect")
        json.mapRect(rect)
        json.member("zoomScale", number: zoomScale)
        json.member("scale", number: scale)
      case .tile(_, let path):
        json.member("path") { json in
          json.member("x", path.x)
          json.member("y", path.y)
          json.member("z", path.z)
          json.member("scale", number: path.contentScaleFactor)
        }
      }
    }
  }

  fileprivate mutating func questionOverlay(_ id: OverlayID, _ map: MapView) { object { $0.overlayMembers(id, map) } }

  /// Writes an overlay without its vertices, as members of an open object.
  mutating func overlayMembers(_ id: OverlayID, _ map: MapView) {
    key("id")
    overlayID(id)
    guard let overlay = map.overlay(for: id) as? WireOverlay else { return }
    member("title", overlay.title)
    key("boundingMapRect")
    mapRect(overlay.boundingMapRect)
    key("coordinate")
    coordinate(overlay.coordinate)
    if let data = overlay.data {
      key("data")
      raw(data)
    }
  }
}
