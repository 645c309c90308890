import GeoMap
import GeoModel
import GeoRender
import GeoSupport
import Testing

// The pictures of "Displaying overlays on a map" (2024) and of the Colorado polygon with its gradient (2010). They are
// drawn line by line as in the documents, each on a base map of two colors.

/// The examples of the sample.
enum OverlayExample: String, CaseIterable {
  case rectangle, circle, dashes, gradient, multiPolygon, blendModes, grid, tiles, colorado
  case geodesic, event, loadedTiles, annotation
}

/// The grid of the sample: a custom overlay.
private final class PeakGroundAccelerationGrid: Overlay {
  let boundingMapRect: MapRect
  var coordinate: Coordinate { boundingMapRect.center.coordinate }
  var title: String? { nil }

  init(_ boundingMapRect: MapRect) { self.boundingMapRect = boundingMapRect }
}

/// Draws a cell for each value of the grid, the stronger the redder.
private final class PeakGroundAccelerationRenderer: OverlayRenderer {
  override func draw(_ mapRect: MapRect, zoomScale: ZoomScale, in context: DrawingContext) {
    let bounds = overlay.boundingMapRect
    let side = bounds.width / 8
    for row in 0..<8 {
      for column in 0..<8 {
        let cell = MapRect(
          x: bounds.minX + Double(column) * side, y: bounds.minY + Double(row) * bounds.height / 8, width: side,
          height: bounds.height / 8)
        guard cell.intersects(mapRect) else { continue }
        let (dx, dy) = (Double(column) - 3.5, Double(row) - 3.5)
        context.setFillColor(.systemRed.withAlpha(max(0, 1 - (dx * dx + dy * dy).squareRoot() / 5)))
        context.fill(rect(for: cell))
      }
    }
  }
}

/// A gradient of four stops, clipped to the polygon's rectangle (guide, listing 5-9).
private final class ColoradoRenderer: PolygonRenderer {
  override func draw(_ mapRect: MapRect, zoomScale: ZoomScale, in context: DrawingContext) {
    super.draw(mapRect, zoomScale: zoomScale, in: context)
    let bounds = rect(for: overlay.boundingMapRect)
    guard
      let gradient = try? Gradient(
        colors: [Color.red, .yellow, .green, .blue].map { $0.withAlpha(0.3) }, locations: [0, 0.33, 0.66, 1])
    else { return }
    context.saveGState()
    context.clip(to: bounds)
    context.drawLinearGradient(
      gradient, start: bounds.origin, end: ScreenPoint(x: bounds.maxX, y: bounds.maxY))
    context.restoreGState()
  }
}

@Suite("Pictures of the sample of overlays")
struct OverlaySamplePictures {
  /// Light land with a lake.
  private struct Ground: BaseMap {
    var attribution: String? { nil }

    func drawing(of part: BaseMapPart) async -> BaseMapDrawing {
      let context = DrawingContext()
      context.setFillColor(Color(red: 0.9, green: 0.85, blue: 0.7))
      context.fill(ScreenRect(origin: .zero, size: part.size))
      context.setFillColor(Color(red: 0.5, green: 0.7, blue: 0.9))
      context.addEllipse(in: ScreenRect(x: 120, y: 20, width: 100, height: 70))
      context.fillPath()
      return BaseMapDrawing(ground: [MapPicture.Layer(drawing: context.drawing)])
    }
  }

  private final class Delegate: MapViewDelegate {
    let example: OverlayExample
    init(_ example: OverlayExample) { self.example = example }

    func mapView(_ mapView: MapView, rendererFor overlay: any Overlay) -> OverlayRenderer? {
      switch overlay {
      case let circle as Circle:
        let renderer = CircleRenderer(circle: circle)
        renderer.lineWidth = 2
        renderer.strokeColor = .systemBlue
        renderer.fillColor = .systemTeal
        renderer.alpha = 0.5
        return renderer
      case let line as GeodesicPolyline:
        let renderer = PolylineRenderer(polyline: line)
        renderer.lineWidth = 3
        renderer.strokeColor = .systemPurple
        return renderer
      case let line as Polyline where example == .gradient:
        let renderer = GradientPolylineRenderer(polyline: line)
        let palette: [Color] = [.systemPurple, .systemMint, .systemOrange, .systemTeal]
        renderer.setColors(
          (0..<line.pointCount).map { palette[$0 % palette.count] },
          locations: (0..<line.pointCount).map { line.location(atPointIndex: $0) })
        renderer.lineWidth = 6
        return renderer
      case let line as Polyline:
        let renderer = PolylineRenderer(polyline: line)
        renderer.lineWidth = 2
        renderer.strokeColor = .systemOrange
        renderer.lineDashPattern = [20, 10, 5, 10, 1, 10]
        return renderer
      case let polygon as Polygon where example == .blendModes:
        let renderer = PolygonRenderer(polygon: polygon)
        renderer.fillColor = polygon.interiorPolygons == nil ? .darkGray : .gray
        renderer.blendMode = polygon.interiorPolygons == nil ? .colorBurn : .screen
        return renderer
      case let polygon as Polygon:
        let renderer = example == .colorado ? ColoradoRenderer(polygon: polygon) : PolygonRenderer(polygon: polygon)
        renderer.lineWidth = 3
        renderer.strokeColor = .blue.withAlpha(0.7)
        renderer.fillColor = .cyan.withAlpha(0.2)
        return renderer
      case let polygons as MultiPolygon:
        let renderer = MultiPolygonRenderer(multiPolygon: polygons)
        renderer.fillColor = .systemGreen.withAlpha(0.4)
        renderer.strokeColor = .systemGreen
        renderer.lineWidth = 2
        return renderer
      case let grid as PeakGroundAccelerationGrid: return PeakGroundAccelerationRenderer(overlay: grid)
      case let tiles as TileOverlay: return TileOverlayRenderer(tileOverlay: tiles)
      default: return nil
      }
    }

    func mapView(_ mapView: MapView, viewFor annotation: any Annotation) -> AnnotationView? {
      let view = MarkerAnnotationView(annotation: annotation, reuseIdentifier: nil)
      view.titleVisibility = .visible
      return view
    }
  }

  @Test("each example is as somebody has looked at it", arguments: OverlayExample.allCases)
  func example(_ example: OverlayExample) async throws {
    let map = MapView(size: ScreenSize(width: 240, height: 160), scale: 2)
    let delegate = Delegate(example)
    map.delegate = delegate
    map.baseMap = Ground()
    let (latitude, longitude, span) =
      switch example {
      case .colorado: (39.0, -105.5, CoordinateSpan(latitudeDelta: 6, longitudeDelta: 9))
      case .geodesic: (50.0, -50.0, CoordinateSpan(latitudeDelta: 60, longitudeDelta: 150))
      default: (37.7749, -122.4194, CoordinateSpan(latitudeDelta: 0.04, longitudeDelta: 0.06))
      }
    map.setRegion(
      CoordinateRegion(center: try Coordinate(latitude: latitude, longitude: longitude), span: span), animated: false)
    try await add(example, to: map)
    try Golden.check("overlay-\(example.rawValue)", await map.snapshot())
  }

  private func add(_ example: OverlayExample, to map: MapView) async throws {
    func at(_ x: Double, _ y: Double) -> Coordinate { map.coordinate(at: ScreenPoint(x: x, y: y)) }
    let corners = [at(60, 40), at(180, 40), at(180, 120), at(60, 120)]
    switch example {
    case .rectangle: map.addOverlay(try Polygon(coordinates: corners))
    case .circle: map.addOverlay(try Circle(center: at(120, 80), radiusMeters: 1_000))
    case .dashes: map.addOverlay(try Polyline(corners + [at(20, 20)]))
    case .gradient: map.addOverlay(try Polyline([at(20, 20), at(80, 130), at(140, 30), at(220, 120)]))
    case .multiPolygon:
      let ring = { (x: Double) in
        "[["
          + [at(x, 40), at(x + 60, 40), at(x + 60, 120), at(x, 40)].map { "[\($0.longitude),\($0.latitude)]" }
          .joined(separator: ",") + "]]"
      }
      let text = #"{"type":"MultiPolygon","coordinates":["# + ring(30) + "," + ring(130) + "]}"
      for object in try GeoJSONDecoder().decode(Array(text.utf8)) { object.overlay.map { _ = map.addOverlay($0) } }
    case .blendModes:
      let world = MapRect.world
      let park = try Polygon(coordinates: corners)
      map.addOverlay(
        try Polygon(
          points: [
            world.origin, MapPoint(x: world.maxX, y: 0), MapPoint(x: world.maxX, y: world.maxY),
            MapPoint(x: 0, y: world.maxY),
          ], interiorPolygons: [park]), level: .aboveRoads)
      map.addOverlay(park, level: .aboveRoads)
    case .grid: map.addOverlay(PeakGroundAccelerationGrid(MapRect(MapPoint(corners[0]), MapPoint(corners[2]))))
    case .tiles:
      let tile = try await picture(256, 256, background: .clear) { context in
        context.setStrokeColor(.systemPink)
        context.setLineWidth(8)
        context.stroke(ScreenRect(x: 4, y: 4, width: 248, height: 248))
      }
      let folder = TemporaryFolder()
      try tile.write(to: folder.path + "/tile.png")
      map.addOverlay(TileOverlay(urlTemplate: "file://\(folder.path)/tile.png"))
      map.layout()
      await map.loadTiles()
      withExtendedLifetime(folder) {}
    case .geodesic:
      map.addOverlay(
        try GeodesicPolyline([
          Coordinate(latitude: 37.7749, longitude: -122.4194), Coordinate(latitude: 51.5074, longitude: -0.1278),
        ]))
    case .event: try addEvent(booth: corners, stage: at(210, 80), to: map)
    case .loadedTiles:
      map.addOverlay(CustomLoadingTiles.overlay, level: .aboveLabels)
      map.layout()
      await map.loadTiles()
    case .annotation:
      let park = try Polygon(coordinates: corners, title: "Concert Location")
      map.addOverlay(park)
      map.addAnnotation(park)
    case .colorado:
      map.addOverlay(
        try Polygon(
          coordinates: [(41.0, -109.05), (41, -102.05), (37, -102.05), (37, -109.05)].map {
            try Coordinate(latitude: $0.0, longitude: $0.1)
          }))
    }
  }
  /// The event of the sample: shapes of features become overlays, and points become annotations with their names.
  ///
  /// Features may stand alone at the top level.
  private func addEvent(booth: [Coordinate], stage: Coordinate, to map: MapView) throws {
    func position(_ coordinate: Coordinate) -> String { "[\(coordinate.longitude),\(coordinate.latitude)]" }
    let ring = (booth + booth.prefix(1)).map(position).joined(separator: ",")
    let text = """
      {"type":"FeatureCollection","features":[
      {"type":"Feature","properties":{},"geometry":{"type":"MultiPolygon","coordinates":[[[\(ring)]]]}},
      {"type":"Feature","properties":{"name":"Stage"},"geometry":{"type":"Point","coordinates":\(position(stage))}}]}
      """
    for case .feature(let feature) in try GeoJSONDecoder().decode(Array(text.utf8)) {
      for geometry in feature.geometry {
        switch geometry {
        case .multiPolygon(let polygons): map.addOverlay(polygons)
        case .point(var point):
          let properties = String(decoding: feature.properties ?? [], as: UTF8.self)
          point.title = properties.contains("Stage") ? "Stage" : nil
          map.addAnnotation(point)
        default: Issue.record("the event has only areas and points")
        }
      }
    }
  }
}

/// Tiles that a program loads itself, like `CustomLoadingTileOverlay` of the sample: they come from its own pictures,
/// whatever the template is.
private enum CustomLoadingTiles {
  static var overlay: TileOverlay {
    TileOverlay { path in
      let colors: [Color] = [.systemGreen, .systemBlue, .systemOrange, .systemPurple]
      let color = colors[path.x % 2 + path.y % 2 * 2].withAlpha(0.5)
      return try await picture(256, 256, background: .clear) { context in
        context.setFillColor(color)
        context.fill(ScreenRect(x: 16, y: 16, width: 224, height: 224))
      }.bytes
    }
  }
}
