import GeoModel
import GeoSupport
import Testing

@testable import GeoMap

@Suite("Areas of a layer, drawn")
struct LayerRendererTests {
  /// Polygons as rings of map points, the largest first.
  private struct Shapes: LayerShapes {
    var polygons: [[[MapPoint]]]
    var mapRect: MapRect

    init(_ polygons: [[[MapPoint]]], mapRect: MapRect? = nil) {
      self.polygons = polygons
      self.mapRect = mapRect ?? MapRect(around: polygons.joined().joined())
    }

    func forEachPolygon(in mapRect: MapRect, from side: Double, _ body: ([[MapPoint]]) -> Bool) {
      for rings in polygons where MapRect(around: rings.joined()).intersects(mapRect) {
        guard body(rings) else { return }
      }
    }
  }

  private func square(_ x: Double, _ y: Double, _ side: Double) -> [MapPoint] {
    [
      MapPoint(x: x, y: y), MapPoint(x: x + side, y: y), MapPoint(x: x + side, y: y + side),
      MapPoint(x: x, y: y + side),
    ]
  }

  private func renderer(_ shapes: Shapes) -> LayerRenderer {
    let renderer = LayerRenderer(layerOverlay: LayerOverlay(layer: "zones", shapes: shapes))
    (renderer.fillColor, renderer.strokeColor, renderer.lineWidth) = (.red, .blue, 2)
    return renderer
  }

  /// The filled paths and the stroked path of a drawing.
  private func paths(_ drawing: Drawing?) -> (fills: [Path], stroke: Path?) {
    var (fills, stroke): ([Path], Path?) = ([], nil)
    for step in drawing?.steps ?? [] {
      switch step {
      case .fill(let path, _, let rule):
        #expect(rule == .evenOdd)
        fills.append(path)
      case .stroke(let path, _, _): stroke = path
      default: break
      }
    }
    return (fills, stroke)
  }

  @Test("each area is filled by itself, with its holes; one line goes around all")
  func areas() {
    let shapes = Shapes([[square(1, 1, 100), square(20, 20, 10)], [square(50, 50, 30)], [square(5_000, 5_000, 9)]])
    let drawn = paths(renderer(shapes).drawing(MapRect(x: -10, y: -10, width: 200, height: 200), zoomScale: 1))
    #expect(drawn.fills.map(\.elements.count) == [10, 5] && drawn.stroke?.elements.count == 15)
    let far = renderer(shapes).drawing(MapRect(x: 9_000, y: 9_000, width: 9, height: 9), zoomScale: 1)
    #expect(paths(far).fills.isEmpty)
    let client = LayerRenderer(layerOverlay: LayerOverlay(layer: "zones"))
    #expect(client.overlay.boundingMapRect == .world)
    #expect(paths(client.drawing(.world, zoomScale: 1)).fills.isEmpty)
  }

  @Test("corners that nobody can tell apart, or that lie far beyond the same edge, are left out; the area stays")
  func thinned() {
    let circle = (0..<10_000).map { step in
      let angle = Double(step) / 10_000 * 2 * .pi
      return MapPoint(x: 5_000 + 1_000 * sin(angle), y: 5_000 + 1_000 * cos(angle))
    }
    let whole = MapRect(x: 3_900, y: 3_900, width: 2_200, height: 2_200)
    func count(_ part: MapRect, _ zoomScale: ZoomScale) -> Int {
      paths(renderer(Shapes([[circle]])).drawing(part, zoomScale: zoomScale)).fills.first?.elements.count ?? 0
    }
    #expect((5_000...10_001).contains(count(whole, 1)))
    #expect((20...2_000).contains(count(whole, 0.1)))
    let corner = MapRect(x: 5_990, y: 4_990, width: 20, height: 20)
    #expect((40...500).contains(count(corner, 1)))
    // Inside of the circle is nothing but its fill.
    #expect((3...60).contains(count(MapRect(x: 4_990, y: 4_990, width: 20, height: 20), 1)))
  }

  @Test("no line is drawn where areas are cut at the antimeridian, and both halves are in one picture")
  func antimeridian() throws {
    let (width, y) = (MapSize.world.width, MapSize.world.width / 2)
    let shapes = Shapes(
      [[square(width - 1_000, y, 1_000)], [square(0, y, 1_000)]],
      mapRect: MapRect(x: width - 1_000, y: y, width: 2_000, height: 1_000))
    for x in [width - 1_500, -1_500] {
      let renderer = renderer(shapes)
      var part = BaseMapPart(mapRect: MapRect(x: x, y: y - 500, width: 3_000, height: 2_000), zoomScale: 0.1)
      part.contentScaleFactor = 1
      let layers = MapPicture.Layer.layers(of: renderer, in: part)
      let layer = try #require(layers.first)
      #expect(layers.count == 1 && layer.origin == ScreenPoint(x: 50, y: 50))
      let drawn = paths(layer.drawing)
      #expect(drawn.fills.count == 2)
      // Two open lines of three sides each.
      let stroke = try #require(drawn.stroke)
      #expect(!stroke.elements.contains(.close))
      #expect(stroke.elements.count { if case .move = $0 { true } else { false } } == 2)
    }
  }

  @Test("what has millions of corners is drawn as far as a picture can have them, the largest areas first")
  func bounded() {
    let many = (0..<100_000).map { [square(Double($0 % 400) * 10, Double($0 / 400) * 10, 8)] }
    let part = MapRect(x: 0, y: 0, width: 4_000, height: 4_000)
    let drawn = paths(renderer(Shapes(many)).drawing(part, zoomScale: 1))
    #expect(drawn.fills.count == LayerRenderer.mostCorners / 4)
  }
}
