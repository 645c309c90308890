import GeoMap
import GeoModel
import Testing

// "Displaying overlays on a map" (2024), line by line except where it needs pixels.

/// The grid of the sample: a custom overlay.
private final class PeakGroundAccelerationGrid: Overlay {
  let boundingMapRect: MapRect
  var coordinate: Coordinate { boundingMapRect.center.coordinate }
  var title: String?
  init(_ boundingMapRect: MapRect) { self.boundingMapRect = boundingMapRect }
}

private final class PeakGroundAccelerationRenderer: OverlayRenderer {
  override func draw(_ mapRect: MapRect, zoomScale: ZoomScale, in context: DrawingContext) {
    guard mapRect.intersects(overlay.boundingMapRect) else { return }
    let intersection = mapRect.intersection(overlay.boundingMapRect)
    context.clip(to: rect(for: intersection))
    context.setFillColor(.systemRed)
    context.fill(rect(for: intersection))
  }
}

@Suite("The sample of overlays")
struct OverlaySample {
  private func renderer(for overlay: any Overlay) -> OverlayRenderer? {
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
      renderer.strokeColor = .systemPurple
      return renderer
    case let line as Polyline where line.title == "gradient":
      let renderer = GradientPolylineRenderer(polyline: line)
      let palette: [Color] = [.systemPurple, .systemMint, .systemOrange, .systemTeal]
      renderer.setColors(
        (0..<line.pointCount).map { palette[$0 % palette.count] },
        locations: (0..<line.pointCount).map { line.location(atPointIndex: $0) })
      renderer.lineWidth = 2
      return renderer
    case let polygon as Polygon:
      let renderer = PolygonRenderer(polygon: polygon)
      renderer.fillColor = polygon.interiorPolygons == nil ? .darkGray : .gray
      renderer.blendMode = polygon.interiorPolygons == nil ? .colorBurn : .screen
      return renderer
    case let polygons as MultiPolygon: return MultiPolygonRenderer(multiPolygon: polygons)
    case let grid as PeakGroundAccelerationGrid: return PeakGroundAccelerationRenderer(overlay: grid)
    case let tiles as TileOverlay: return TileOverlayRenderer(tileOverlay: tiles)
    default: return OverlayRenderer(overlay: overlay)
    }
  }

  @Test("each overlay of the sample gets its renderer, in the order in which it lies")
  func renderers() throws {
    let stage = try Stage(level: 12)
    stage.recorder.renderer = { self.renderer(for: $0) }
    let center = stage.at(400, 300)
    let park = try Polygon(
      coordinates: [stage.at(300, 200), stage.at(500, 200), stage.at(500, 400), stage.at(300, 400)],
      title: "Concert Location")
    let world = MapRect.world
    let desaturatedBase = try Polygon(
      points: [
        world.origin, MapPoint(x: world.maxX, y: 0), MapPoint(x: world.maxX, y: world.maxY),
        MapPoint(x: 0, y: world.maxY),
      ], interiorPolygons: [park])
    let grid = PeakGroundAccelerationGrid(park.boundingMapRect)
    stage.map.addOverlay(desaturatedBase, level: .aboveRoads)
    stage.map.addOverlay(park, level: .aboveRoads)
    stage.map.addOverlay(try Circle(center: center, radiusMeters: 1_000))
    stage.map.addOverlay(try Polyline([stage.at(0, 0), stage.at(90, 90), stage.at(300, 50)], title: "gradient"))
    stage.map.addOverlay(try GeodesicPolyline([stage.at(0, 0), stage.at(700, 500)]))
    stage.map.addOverlay(grid)
    stage.map.addOverlay(grid)
    stage.map.addAnnotation(park)
    stage.map.layout()
    let drawings = stage.map.overlayDrawings()
    #expect(drawings.map(\.blendMode) == [.screen, .colorBurn, .normal, .normal, .normal, .normal])
    #expect(drawings.map(\.alpha) == [1, 1, 0.5, 1, 1, 1])
    guard case .fill(let path, _, .evenOdd) = drawings[0].drawing.steps[1] else { return #expect(Bool(false)) }
    #expect(path.elements.count == 10, "the world with a hole")
    guard case .gradientStroke(_, let gradient, _) = drawings[3].drawing.steps[1] else { return #expect(Bool(false)) }
    #expect(gradient.color(at: gradient.locations[1]) == .systemMint)
    guard case .clip = drawings[5].drawing.steps[0] else { return #expect(Bool(false)) }
    #expect(stage.map.annotationViews.first?.annotation?.title == "Concert Location")
    stage.map.removeOverlay(grid)
    #expect(stage.map.overlays.count == 5)
  }

  @Test("a multi-polygon out of GeoJSON, each feature once, with its own properties")
  func geoJSON() throws {
    let text = """
      {"type":"FeatureCollection","features":[{"type":"Feature","properties":{"name":"event"},"geometry":
       {"type":"MultiPolygon","coordinates":[[[[9.51,47.13],[9.52,47.13],[9.52,47.14],[9.51,47.13]]],
        [[[9.53,47.13],[9.54,47.13],[9.54,47.14],[9.53,47.13]]]]}}]}
      """
    let stage = try Stage(level: 12)
    stage.recorder.renderer = { self.renderer(for: $0) }
    for case .feature(let feature) in try GeoJSONDecoder().decode(Array(text.utf8)) {
      for case .multiPolygon(let polygons) in feature.geometry { stage.map.addOverlay(polygons) }
      #expect(feature.properties == Array(#"{"name":"event"}"#.utf8))
    }
    stage.map.layout()
    #expect(stage.recorder.log.filter { $0.hasPrefix("renderer?") }.count == 1)
    #expect(stage.map.renderer(for: stage.map.overlays[0]) is MultiPolygonRenderer)
  }
}
