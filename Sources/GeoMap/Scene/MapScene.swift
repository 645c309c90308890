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
    /// From the asked point; nil for what is no answer.
    package let distanceMeters: Double?
  }

  /// How a line or area is drawn.
  struct Look {
    var stroke: Color? = .systemBlue
    var width = 3.0
    var fill: Color? = .systemBlue.withAlpha(0.15)
    var dash: [Double]?
  }

  /// How a point is drawn.
  struct ViewLook {
    var color = Color.systemBlue
    var glyph: String?
    var isPin = false
    /// Whether its text stays whatever is around it.
    var isAnswer = true
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
  private var looks: [OverlayID: Look] = [:]
  private var views: [AnnotationID: ViewLook] = [:]
  /// What decides the region.
  private var extent: [MapRect] = []
  private var nextNumber = 1

  /// A scene on a map that is empty, and whose delegate it becomes.
  package init(_ map: MapView) {
    self.map = map
    map.delegate = self
  }

  /// Adds something with a look of its own.
  func add(_ overlay: any Overlay, _ look: Look, level: OverlayLevel = .aboveLabels, decidesRegion: Bool = true) {
    let id = OverlayID.number(nextNumber)
    nextNumber += 1
    looks[id] = look
    map.addOverlay(overlay, level: level, id: id)
    if decidesRegion { extent.append(overlay.boundingMapRect) }
  }

  /// Adds a point with a look of its own.
  func add(_ annotation: any Annotation, _ look: ViewLook, _ role: Role, distanceMeters: Double? = nil) {
    let id = AnnotationID.number(nextNumber)
    nextNumber += 1
    views[id] = look
    map.addAnnotation(annotation, id: id)
    items.append(Item(id: id, role: role, annotation: annotation, distanceMeters: distanceMeters))
    let point = MapPoint(annotation.coordinate)
    extent.append(MapRect(point, point))
  }

  /// Chooses the part of the map, and opens the callout.
  ///
  /// - Throws: ``SceneError`` when nothing says which part.
  package func show(_ frame: SceneFrame) throws(SceneError) {
    try choose(frame)
    guard hasCallout, let item = items.first(where: { $0.annotation.title?.isEmpty == false }) else { return }
    map.layout()
    map.selectAnnotation(item.id, animated: false)
  }

  private func choose(_ frame: SceneFrame) throws(SceneError) {
    if let region = frame.region { return map.setRegion(region, animated: false) }
    if let center = frame.center, extent.isEmpty || frame.level != nil {
      return map.setCenter(center, level: frame.level ?? SceneFrame.usualLevel, animated: false)
    }
    let all = MapRect(aroundOnGlobe: extent.flatMap { [$0.origin, MapPoint(x: $0.maxX, y: $0.maxY)] })
    guard !all.isNull else { throw SceneError("there is nothing that can be shown") }
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
      let look = views[question.id] ?? ViewLook()
      let annotation = question.annotation
      if look.isPin {
        let pin = PinAnnotationView(annotation: annotation, reuseIdentifier: nil)
        pin.displayPriority = .required
        return .view(pin)
      }
      let view = MarkerAnnotationView(annotation: annotation, reuseIdentifier: nil)
      view.markerTintColor = look.color
      view.glyphText = look.glyph
      view.displayPriority = .required
      view.zPriority = look.isAnswer ? .max : .defaultUnselected
      view.titleVisibility = look.isAnswer ? .visible : .adaptive
      view.subtitleVisibility = view.titleVisibility
      view.canShowCallout = hasCallout
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
    overlays.map { id, overlay in
      let look = looks[id] ?? Look()
      let renderer = ShapeRenderer(overlay: overlay)
      renderer.strokeColor = look.stroke
      renderer.lineWidth = look.width
      renderer.fillColor = look.fill
      renderer.lineDashPattern = look.dash
      return .renderer(renderer)
    }
  }

  package func mapView(_ mapView: MapView, didRefuse problem: MapError) { refusal = refusal ?? problem }

  package func mapViewDidFailLoadingMap(_ mapView: MapView, withError error: any Error) {
    failure = failure ?? "\(error)"
  }
}
