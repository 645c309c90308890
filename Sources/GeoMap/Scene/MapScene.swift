import GeoModel

/// What is put on a map for one picture, what it looks like, and which part of the map shows it: the same for `geocode map` and the daemon's
/// `/map.png`.
///
/// 1. Answers, shapes and points are added, each with a look of its own.
/// 2. ``show(_:)`` chooses the part of the map, by what was added unless something else is said.
/// 3. The map asks its delegate, which the scene is, and draws.
package final class MapScene: MapViewDelegate {
  /// What a point is on the map.
  package enum Role: String, Sendable {
    /// What was asked about.
    case asked
    /// The best answer.
    case answer
    /// Another answer, farther away.
    case candidate
    /// What somebody wanted to be shown.
    case marker
  }

  /// A point as it was added.
  package struct Item {
    /// Its annotation's id.
    package let id: AnnotationID
    package let role: Role
    package let annotation: any Annotation
    /// From the asked point; nil for what is not an answer.
    package let distanceMeters: Double?
  }

  /// Notes for a person about what was left out.
  package internal(set) var notes: [String] = []
  /// What the map refused; nil when nothing was.
  package private(set) var refusal: MapError?
  /// What could not be drawn of the map below; nil when nothing was.
  package private(set) var failure: String?
  /// The points, in the order in which they were added.
  package private(set) var items: [Item] = []
  /// Whether the text of the answer, or of the first point that has one, is in a callout and not below its marker.
  package var hasCallout = false

  let map: MapView
  private var renderers: [OverlayID: (any Overlay) -> OverlayRenderer] = [:]
  private var views: [AnnotationID: (any Annotation) -> AnnotationView] = [:]
  /// What decides the region.
  private var extent: [MapRect] = []
  /// What is shown where nothing decides: something as wide as the world.
  private var background = MapRect.null
  private var nextNumber = 1

  /// A scene on a map that is empty, and whose delegate it becomes.
  package init(_ map: MapView) {
    self.map = map
    map.delegate = self
  }

  /// Adds something with a look of its own.
  func add(_ overlay: any Overlay, _ look: Look, level: OverlayLevel = .aboveLabels, decidesRegion: Bool = true) {
    add(overlay, level: level, decidesRegion: decidesRegion, renderer: look.renderer(of:))
  }

  /// Adds something that is drawn by whoever adds it.
  ///
  /// - Parameters:
  ///   - id: names it; nil for one that the scene gives.
  ///   - decidesRegion: whether the picture shows all of it where nobody says what is shown.
  package func add(
    _ overlay: any Overlay, id: OverlayID? = nil, level: OverlayLevel, decidesRegion: Bool = true,
    renderer: @escaping (any Overlay) -> OverlayRenderer
  ) {
    let id = id ?? .automatic(newNumber())
    renderers[id] = renderer
    map.addOverlay(overlay, level: level, id: id)
    let parts = overlay.partMapRects
    let rect = MapRect(aroundOnGlobe: parts)
    if rect.width >= MapRect.world.width {
      background = rect
    } else if decidesRegion {
      extent += parts
    }
  }

  /// Adds a point with a look of its own.
  func add(_ annotation: any Annotation, _ look: ViewLook, _ role: Role, distanceMeters: Double? = nil) {
    add(annotation, role, distanceMeters: distanceMeters) { [unowned self] annotation in
      let view = look.view(of: annotation, hasCallout: hasCallout)
      if isCrowded && role == .marker { view.joinCrowd() }
      return view
    }
  }

  /// Adds a point that is drawn by whoever adds it.
  ///
  /// - Parameters:
  ///   - id: names it; nil for one that the scene gives. It may be there only once.
  ///   - template: the map's template that makes its view; nil without one.
  ///   - view: makes its view; nil: as the map shows what nobody speaks for.
  package func add(
    _ annotation: any Annotation, _ role: Role, id: AnnotationID? = nil, template: String? = nil,
    distanceMeters: Double? = nil, view: ((any Annotation) -> AnnotationView)?
  ) {
    let id = id ?? .automatic(newNumber())
    views[id] = view
    map.addAnnotation(annotation, id: id, template: template)
    items.append(Item(id: id, role: role, annotation: annotation, distanceMeters: distanceMeters))
    let point = MapPoint(annotation.coordinate)
    extent.append(MapRect(point, point))
  }

  /// Whether there are more points than a map shows views: those that are close together are then one with their number, as else whatever
  /// is far from the middle would be missing without a word.
  private var isCrowded: Bool { items.count > map.maximumViewCount }

  private func newNumber() -> Int {
    defer { nextNumber += 1 }
    return nextNumber
  }

  /// Chooses the part of the map, and opens the callout.
  ///
  /// - Throws: ``SceneError`` when nothing says which part.
  package func show(_ frame: SceneFrame) throws(SceneError) {
    try choose(frame)
    if isCrowded {
      notes.append("markers that stand close together are shown as one with their number, as there are \(items.count)")
    }
    guard hasCallout, let item = items.first(where: { $0.annotation.title?.isEmpty == false }) else { return }
    map.layout()
    map.selectAnnotation(item.id, animated: false)
  }

  private func choose(_ frame: SceneFrame) throws(SceneError) {
    if let region = frame.region { return map.setRegion(region, animated: false) }
    if let center = frame.center, extent.isEmpty || frame.level != nil {
      return map.setCenter(center, level: frame.level ?? SceneFrame.usualLevel, animated: false)
    }
    let all = MapRect(aroundOnGlobe: extent)
    guard !all.isNull else {
      guard !background.isNull else { throw SceneError("there is nothing that can be shown") }
      return map.setVisibleMapRect(background, animated: false)
    }
    let size = map.size
    // Balloons and their titles stand above and below their points.
    let inset = min(70, size.width / 4, size.height / 4)
    let middle = frame.center.map { MapPoint($0).near(all.center) } ?? all.center
    let reach = (
      width: 2 * max(all.maxX - middle.x, middle.x - all.minX),
      height: 2 * max(all.maxY - middle.y, middle.y - all.minY)
    )
    var scale = min(
      (size.width - 2 * inset) / max(1e-6, reach.width), (size.height - 2 * inset) / max(1e-6, reach.height),
      MapScale.zoomScale(level: 17.3))
    if let level = frame.level { scale = MapScale.zoomScale(level: level) }
    let (width, height) = (size.width / scale, size.height / scale)
    map.setVisibleMapRect(
      MapRect(x: middle.x - width / 2, y: middle.y - height / 2, width: width, height: height), animated: false)
  }

  // MARK: The delegate

  package func mapView(_ mapView: MapView, viewsFor questions: [ViewQuestion]) -> [ViewAnswer] {
    questions.map { question in
      if let view = views[question.id] { return .view(view(question.annotation)) }
      guard isCrowded, !(question.annotation is ClusterAnnotation) else { return .standard }
      let view = mapView.standardView(for: question.annotation)
      if view.clusteringIdentifier == nil { view.joinCrowd() }
      return .view(view)
    }
  }

  package func mapView(_ mapView: MapView, didSelect view: AnnotationView) {
    guard let view = view as? MarkerAnnotationView else { return }
    (view.titleVisibility, view.subtitleVisibility) = (.hidden, .hidden)
  }

  package func mapView(
    _ mapView: MapView, renderersFor overlays: [(id: OverlayID, overlay: any Overlay)]
  ) -> [RendererAnswer] {
    overlays.map { id, overlay in renderers[id].map { .renderer($0(overlay)) } ?? .none }
  }

  package func mapView(_ mapView: MapView, didRefuse problem: MapError) { refusal = refusal ?? problem }

  package func mapViewDidFailLoadingMap(_ mapView: MapView, withError error: any Error) {
    failure = failure ?? "\(error)"
  }
}
