import GeoModel

/// The content of a map for one picture, its looks, and the part of the map to show. `geocode map` and the daemon's
/// `/map.png` share it.
///
/// 1. Answers, shapes and points are added, each with its own look.
/// 2. ``show(_:)`` chooses the part of the map, by default so that everything added is visible.
/// 3. The map asks its delegate, which is the scene, and draws.
package final class MapScene: MapViewDelegate {
  /// The role of a point on the map.
  package enum Role: String, Sendable {
    /// The queried point.
    case asked
    /// The best answer.
    case answer
    /// Any other answer.
    case candidate
    /// A point that the user asked to show.
    case marker
  }

  /// A point that was added.
  package struct Item {
    /// The id of its annotation.
    package let id: AnnotationID
    package let role: Role
    package let annotation: any Annotation
    /// The distance from the queried point in meters; nil for points that are not answers.
    package let distanceMeters: Double?
  }

  /// Notes for the user about what was left out.
  package internal(set) var notes: [String] = []
  /// The first problem that the map reported; nil when there was none.
  package private(set) var refusal: MapError?
  /// The reason the base map could not be drawn; nil when it could.
  package private(set) var failure: String?
  /// The points, in the order of their addition.
  package private(set) var items: [Item] = []
  /// Whether the text of the first point that has one appears in a callout instead of below its marker.
  package var hasCallout = false

  let map: MapView
  private var renderers: [OverlayID: (any Overlay) -> OverlayRenderer] = [:]
  private var views: [AnnotationID: (any Annotation) -> AnnotationView] = [:]
  /// The rectangles that decide the region.
  private var extent: [MapRect] = []
  /// The region when nothing else decides it: an overlay as wide as the world.
  private var background = MapRect.null
  private var nextNumber = 1
  private var layerCount = 0

  /// Creates a scene on an empty map, and becomes its delegate.
  package init(_ map: MapView) {
    self.map = map
    map.delegate = self
  }

  /// Adds an overlay in a look.
  func add(_ overlay: any Overlay, _ look: Look, level: OverlayLevel = .aboveLabels, decidesRegion: Bool = true) {
    add(overlay, level: level, decidesRegion: decidesRegion, renderer: look.renderer(of:))
  }

  /// Adds an overlay with a renderer of the caller's choice.
  ///
  /// - Parameters:
  ///   - id: the id; nil to let the scene choose one.
  ///   - decidesRegion: whether the picture shows all of it unless a region is given.
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

  /// Adds the areas of a layer, below the names of the map. Like a background, they decide the region only if nothing
  /// else does.
  package func add(_ layer: LayerOverlay) {
    let number = layerCount
    layerCount += 1
    add(layer, level: .aboveRoads, decidesRegion: false) { _ in MapScene.renderer(of: layer, number: number) }
    background = background.union(layer.boundingMapRect)
  }

  /// Adds a point in a look.
  func add(_ annotation: any Annotation, _ look: ViewLook, _ role: Role, distanceMeters: Double? = nil) {
    add(annotation, role, distanceMeters: distanceMeters) { [unowned self] annotation in
      let view = look.view(of: annotation, hasCallout: hasCallout)
      if isCrowded && role == .marker { view.joinCrowd() }
      return view
    }
  }

  /// Adds a point with a view of the caller's choice.
  ///
  /// - Parameters:
  ///   - id: the id, which must be new; nil to let the scene choose one.
  ///   - template: the map's template that makes its view; nil for none.
  ///   - view: makes its view; nil for the map's standard view.
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

  /// Whether there are more points than views allowed. Points close together are then clustered, because otherwise
  /// those far from the middle would silently be missing.
  private var isCrowded: Bool { items.count > map.maximumViewCount }

  private func newNumber() -> Int {
    defer { nextNumber += 1 }
    return nextNumber
  }

  /// Chooses the part of the map and opens the callout.
  ///
  /// - Throws: ``SceneError`` when nothing decides the part.
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
      // The world has no edges to keep away from.
      let margin = background.width < MapSize.world.width ? 0.04 : 0
      return map.setVisibleMapRect(
        background.insetBy(dx: -margin * background.width, dy: -margin * background.height), animated: false)
    }
    let size = map.size
    // Balloons and their titles reach above and below their points.
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

  // MARK: Delegate

  package func mapView(_ mapView: MapView, viewsFor questions: [ViewQuestion]) -> [ViewAnswer] {
    questions.map { question in
      if let view = views[question.id] { return .view(view(question.annotation)) }
      guard isCrowded, !(question.annotation is ClusterAnnotation) else { return .standard }
      let view = mapView.layer.viewSource.standardView(for: question.annotation)
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
