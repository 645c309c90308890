import GeoConsole
import GeoEngine
import GeoMap
import GeoModel
import GeoStore
import GeoSupport

/// What is put on the map, what it looks like, and which part of the map shows it.
final class Scene: MapViewDelegate {
  /// Notes for a person about what was left out.
  private(set) var notes: [String] = []
  /// What the map refused; nil when nothing was.
  private(set) var problem: String?

  private let map: MapView
  private var looks: [OverlayID: Look] = [:]
  private var views: [AnnotationID: ViewLook] = [:]
  /// What decides the region.
  private var extent: [MapRect] = []
  private var nextNumber = 1

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

  init(_ map: MapView) {
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
  func add(_ annotation: any Annotation, _ look: ViewLook) {
    let id = AnnotationID.number(nextNumber)
    nextNumber += 1
    views[id] = look
    map.addAnnotation(annotation, id: id)
    let point = MapPoint(annotation.coordinate)
    extent.append(MapRect(point, point))
  }

  /// A marker of the command line.
  func add(_ marker: MarkerArgument) {
    add(
      PointAnnotation(coordinate: marker.coordinate, title: marker.title), ViewLook(color: marker.color ?? .systemRed))
  }

  /// Chooses the part of the map.
  ///
  /// - Throws: `ProgramFailure` when there is nothing that could decide it.
  func show(_ frame: ContentOptions.Frame?) throws {
    if case .region(let region) = frame { return map.setRegion(region, animated: false) }
    let all = MapRect(
      aroundOnGlobe: extent.flatMap { [$0.origin, MapPoint(x: $0.maxX, y: $0.maxY)] })
    guard !all.isNull else { throw ProgramFailure(.badData, "the files have nothing that can be shown") }
    let size = ScreenSize(
      width: map.visibleMapRect.width * map.zoomScale, height: map.visibleMapRect.height * map.zoomScale)
    // Balloons and their titles stand above and below their points.
    let inset = min(70, size.width / 4, size.height / 4)
    var scale = min(
      (size.width - 2 * inset) / max(1e-6, all.width), (size.height - 2 * inset) / max(1e-6, all.height),
      MapScale.zoomScale(level: 17.3))
    if case .level(let level) = frame { scale = MapScale.zoomScale(level: level) }
    let (width, height) = (size.width / scale, size.height / scale)
    map.setVisibleMapRect(
      MapRect(x: all.midX - width / 2, y: all.midY - height / 2, width: width, height: height), animated: false)
  }

  // MARK: The delegate

  func mapView(_ mapView: MapView, viewsFor questions: [ViewQuestion]) -> [ViewAnswer] {
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
      return .view(view)
    }
  }

  func mapView(
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

  func mapView(_ mapView: MapView, didRefuse problem: MapError) { self.problem = self.problem ?? problem.description }

  func mapViewDidFailLoadingMap(_ mapView: MapView, withError error: any Error) {
    problem = problem ?? "\(error)"
  }

  func note(_ text: String) { notes.append(text) }
}
