import GeoMap
import GeoModel
import Testing

@Suite("Overlays and renderers")
struct OverlayFacts {
  /// A square overlay, given in points of the screen.
  private func block(_ stage: Stage, _ title: String, _ x: Double, _ y: Double, side: Double = 50) throws -> Polygon {
    try Polygon(
      coordinates: [
        stage.at(x, y), stage.at(x + side, y), stage.at(x + side, y + side), stage.at(x, y + side),
      ], title: title)
  }

  @Test("53: an overlay whose renderer is nil, or without a delegate, is not shown")
  func noRenderer() throws {
    let stage = try Stage()
    let id = stage.map.addOverlay(try block(stage, "A", 100, 100))
    stage.map.layout()
    #expect(stage.map.renderer(for: id) == nil && stage.map.overlayDrawings().isEmpty)
    stage.map.layout()
    stage.map.setCenter(stage.at(410, 300), animated: false)
    #expect(stage.recorder.take().filter { $0.hasPrefix("render") } == ["renderer? A"], "asked for once")
    try stage.map.setRenderer(ShapeRenderer(overlay: try block(stage, "A", 100, 100)), for: id)
    #expect(stage.map.renderer(for: id) != nil)
  }

  @Test("54: the renderer is asked for once, when the rectangle first meets the visible one")
  func once() throws {
    let stage = try Stage()
    stage.recorder.renderer = { ShapeRenderer(overlay: $0) }
    stage.map.addOverlay(try block(stage, "A", 900, 100))
    stage.map.layout()
    #expect(stage.recorder.take() == [])
    for x in [600.0, 400, 100, 700] { stage.map.setCenter(stage.at(x, 300), animated: false) }
    let seen = stage.recorder.take().filter { $0.hasPrefix("render") }
    #expect(seen == ["renderer? A", "rendering A"])
  }

  @Test("55: removed and added again, it is asked for again")
  func again() throws {
    let stage = try Stage()
    stage.recorder.renderer = { ShapeRenderer(overlay: $0) }
    let overlay = try block(stage, "A", 100, 100)
    for _ in 0..<2 {
      let id = stage.map.addOverlay(overlay)
      stage.map.layout()
      stage.map.removeOverlay(id)
      #expect(stage.map.renderer(for: id) == nil && stage.map.overlay(for: id) == nil)
    }
    #expect(stage.recorder.take() == ["renderer? A", "rendering A", "renderer? A", "rendering A"])
  }

  @Test("56: first is at the bottom; insert above, below, at and exchange change just that")
  func order() throws {
    let stage = try Stage()
    func add(_ name: String, _ level: OverlayLevel) throws {
      stage.map.addOverlay(try block(stage, name, 1, 1), level: level, id: .text(name))
    }
    for name in ["a", "b", "c"] { try add(name, .aboveLabels) }
    for name in ["x", "y"] { try add(name, .aboveRoads) }
    let d = try stage.map.insertOverlay(try block(stage, "d", 1, 1), above: "a")
    let e = try stage.map.insertOverlay(try block(stage, "e", 1, 1), below: "a")
    #expect(stage.map.overlays(in: .aboveLabels) == [e, "a", d, "b", "c"])
    try stage.map.exchangeOverlay("a", with: "c")
    #expect(stage.map.overlays(in: .aboveLabels) == [e, "c", d, "b", "a"])
    #expect(stage.map.overlays(in: .aboveRoads) == ["x", "y"])
    try stage.map.exchangeOverlay("x", with: "b")
    #expect(stage.map.overlays(in: .aboveLabels) == [e, "c", d, "x", "a"])
    #expect(stage.map.overlays(in: .aboveRoads) == ["b", "y"] && stage.map.level(of: "b") == .aboveRoads)
    stage.map.exchangeOverlay(at: 0, withOverlayAt: 1)
    stage.map.exchangeOverlay(at: 0, withOverlayAt: 99)
    #expect(stage.map.overlays(in: .aboveLabels) == ["c", e, d, "x", "a"])
    let last = stage.map.insertOverlay(try block(stage, "z", 1, 1), at: 99)
    let first = stage.map.insertOverlay(try block(stage, "w", 1, 1), at: -5)
    #expect(stage.map.overlays(in: .aboveLabels) == [first, "c", e, d, "x", "a", last])
    // An existing overlay keeps its position when added again, and moves when inserted.
    try add("b", .aboveLabels)
    #expect(stage.map.overlays(in: .aboveRoads) == ["b", "y"])
    stage.map.insertOverlay(try block(stage, "b", 1, 1), at: 1, id: "b")
    #expect(stage.map.overlays(in: .aboveLabels) == [first, "b", "c", e, d, "x", "a", last])
    #expect(stage.map.overlays(in: .aboveRoads) == ["y"] && stage.map.level(of: "b") == .aboveLabels)
    #expect(throws: MapError.unknownOverlay("?")) { try stage.map.exchangeOverlay("a", with: "?") }
    #expect(throws: MapError.unknownOverlay("?")) {
      try stage.map.insertOverlay(try block(stage, "", 1, 1), above: "?")
    }
  }

  @Test("57: what is above roads is drawn before what is above labels")
  func levels() throws {
    let stage = try Stage()
    stage.recorder.renderer = { overlay in
      let renderer = ShapeRenderer(overlay: overlay)
      renderer.fillColor = .red
      return renderer
    }
    stage.map.addOverlay(try block(stage, "labels", 100, 100), level: .aboveLabels, id: "labels")
    stage.map.addOverlay(try block(stage, "roads", 100, 100), level: .aboveRoads, id: "roads")
    stage.map.layout()
    #expect(stage.map.overlayDrawings().map(\.id) == ["roads", "labels"])
    #expect(stage.map.overlayDrawings(level: .aboveRoads).map(\.level) == [.aboveRoads])
    #expect(stage.map.overlays == ["roads", "labels"])
  }

  @Test("66: when it cannot draw, nothing is drawn until setNeedsDisplay; then it is asked again")
  func canDraw() throws {
    final class Slow: OverlayRenderer {
      var isReady = false
      var asked = 0
      override func canDraw(_ mapRect: MapRect, zoomScale: ZoomScale) -> Bool {
        asked += 1
        return isReady
      }
      override func draw(_ mapRect: MapRect, zoomScale: ZoomScale, in context: DrawingContext) {
        context.fill(rect(for: mapRect))
      }
    }
    let stage = try Stage()
    let slow = Slow(overlay: try block(stage, "A", 100, 100))
    stage.recorder.renderer = { _ in slow }
    stage.map.addOverlay(slow.overlay)
    stage.map.layout()
    #expect(stage.map.overlayDrawings().isEmpty && stage.map.overlayDrawings().isEmpty && slow.asked == 1)
    slow.isReady = true
    #expect(stage.map.overlayDrawings().isEmpty)
    slow.setNeedsDisplay(MapRect(x: 0, y: 0, width: 5, height: 5))
    #expect(stage.map.overlayDrawings().isEmpty, "another part")
    slow.setNeedsDisplay(slow.overlay.boundingMapRect)
    #expect(stage.map.overlayDrawings().count == 1 && slow.asked == 2)
  }

  @Test("67: draw is not called for parts that the rectangle does not meet")
  func parts() throws {
    final class Counting: OverlayRenderer {
      var parts: [MapRect] = []
      override func draw(_ mapRect: MapRect, zoomScale: ZoomScale, in context: DrawingContext) { parts.append(mapRect) }
    }
    let stage = try Stage()
    let overlay = try block(stage, "A", 100, 100)
    let renderer = Counting(overlay: overlay)
    stage.recorder.renderer = { _ in renderer }
    stage.map.addOverlay(overlay)
    stage.map.layout()
    let bounds = overlay.boundingMapRect
    #expect(stage.map.overlayDrawings(in: bounds.offsetBy(dx: bounds.width, dy: 0)).isEmpty)
    #expect(stage.map.overlayDrawings(in: bounds).count == 1 && renderer.parts == [bounds])
  }

  @Test("68: a multi-polygon asks for one renderer")
  func multiPolygon() throws {
    let stage = try Stage()
    stage.recorder.renderer = { ShapeRenderer(overlay: $0) }
    let blocks = try [block(stage, "", 100, 100), block(stage, "", 300, 100), block(stage, "", 500, 100)]
    stage.map.addOverlay(try MultiPolygon(blocks, title: "many"))
    stage.map.layout()
    #expect(stage.recorder.take() == ["renderer? many", "rendering many"])
  }

  @Test("69: an overlay that is an annotation, too, is asked for both; removed from one list it stays in the other")
  func both() throws {
    let stage = try Stage()
    stage.recorder.renderer = { ShapeRenderer(overlay: $0) }
    let park = try block(stage, "Concert Location", 300, 300)
    let overlay = stage.map.addOverlay(park)
    let annotation = stage.map.addAnnotation(park)
    stage.map.layout()
    #expect(stage.recorder.asked == ["Concert Location"] && stage.map.renderer(for: overlay) != nil)
    let view = try #require(stage.map.view(for: annotation))
    #expect(abs(view.center.x - 325) < 0.1 && abs(view.center.y - 325 + 17) < 0.1, "the pin stands in the middle")
    stage.map.removeOverlay(overlay)
    #expect(stage.map.view(for: annotation) === view && stage.map.overlays.isEmpty)
  }

  @Test("an overlay over the antimeridian is drawn on both sides of it")
  func antimeridian() throws {
    let map = try Home.map()
    defer { Home.check(map) }
    let recorder = Recorder()
    map.delegate = recorder
    recorder.renderer = { overlay in
      let renderer = ShapeRenderer(overlay: overlay)
      renderer.fillColor = .red
      return renderer
    }
    map.addOverlay(try Circle(center: try Coordinate(latitude: 0, longitude: 179.99), radiusMeters: 5_000))
    for longitude in [179.9, -179.95] {
      map.setCenter(try Coordinate(latitude: 0, longitude: longitude), level: 11, animated: false)
      let drawing = try #require(map.overlayDrawings().first)
      #expect(
        abs(map.point(for: drawing.origin).x - map.point(for: try Coordinate(latitude: 0, longitude: 179.99)).x) < 100)
    }
  }
}
