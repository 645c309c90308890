import GeoBaseMap
import GeoMap
import GeoModel
import GeoRender
import GeoTestKit
import Testing

@Suite("Base maps")
struct BaseMapTests {
  private final class Delegate: MapViewDelegate {
    var failures: [any Error] = []
    func mapViewDidFailLoadingMap(_ mapView: MapView, withError error: any Error) {
      failures.append(error)
    }
    func mapView(_ mapView: MapView, rendererFor overlay: any Overlay) -> OverlayRenderer? {
      let renderer = ShapeRenderer(overlay: overlay)
      renderer.fillColor = overlay.title == "below" ? .red : .blue
      return renderer
    }
  }

  /// Draws the ground yellow and a label as large as the view in green.
  private struct Flags: BaseMap {
    var attribution: String? { "Flags" }
    func drawing(of part: BaseMapPart) async -> BaseMapDrawing {
      func layer(_ color: Color, _ rect: ScreenRect) -> [MapPicture.Layer] {
        let context = DrawingContext()
        context.setFillColor(color)
        context.fill(rect)
        return [MapPicture.Layer(drawing: context.drawing)]
      }
      return BaseMapDrawing(
        ground: layer(.yellow, ScreenRect(origin: .zero, size: part.size)),
        labels: layer(.green, ScreenRect(x: 0, y: 0, width: part.size.width, height: 20)))
    }
  }

  @Test("overlays above roads are under the labels, those above labels over them")
  func order() async throws {
    let map = MapView(size: ScreenSize(width: 100, height: 100))
    let delegate = Delegate()
    map.delegate = delegate
    map.baseMap = Flags()
    func polygon(_ title: String, _ x: Double) throws -> Polygon {
      try Polygon(
        coordinates: [(x, 10.0), (x + 30, 10), (x + 30, 60), (x, 60)].map {
          map.coordinate(at: ScreenPoint(x: $0.0, y: $0.1))
        },
        title: title)
    }
    map.addOverlay(try polygon("below", 10), level: .aboveRoads)
    map.addOverlay(try polygon("above", 60), level: .aboveLabels)
    let snapshot = await map.snapshot()
    #expect(snapshot.attribution == "Flags")
    let pixels = try Pixels(try snapshot.rendered().bytes)
    #expect(pixels.isColor(20, 15, [0, 255, 0, 255]) && pixels.isColor(20, 50, [255, 0, 0, 255]))
    #expect(pixels.isColor(70, 15, [0, 0, 255, 255]) && pixels.isColor(50, 50, [255, 255, 0, 255]))
  }

  @Test("tiles of others are a base map; one that fails is missing alone, and told")
  func tiles() async throws {
    _ = TestFonts.areThere
    let blue = try await picture(256, 256, background: .blue) { _ in }.bytes
    let delegate = Delegate()
    let map = MapView(size: ScreenSize(width: 256, height: 256))
    map.delegate = delegate
    struct Gone: Error, CustomStringConvertible { var description: String { "it is gone" } }
    map.baseMap = TileBaseMap(
      TileOverlay { path in
        if path.x == 1, path.y == 1 { throw Gone() }
        return blue
      }, attribution: "Others")
    map.setVisibleMapRect(
      MapRect(x: 0, y: 0, width: MapSize.world.width / 2, height: MapSize.world.height / 2), animated: false)
    let whole = await map.snapshot()
    #expect(whole.attribution == "Others" && whole.picture.isFullyRendered && delegate.failures.isEmpty)
    #expect(try Pixels(try whole.rendered().bytes).isColor(128, 128, [0, 0, 255, 255]))
    map.setVisibleMapRect(
      MapRect(
        x: MapSize.world.width / 4, y: MapSize.world.height / 4, width: MapSize.world.width / 2,
        height: MapSize.world.height / 2), animated: false)
    let part = await map.snapshot(attribution: "")
    #expect(!part.picture.isFullyRendered && delegate.failures.count == 1)
    #expect("\(delegate.failures)".contains("it is gone"))
    let pixels = try Pixels(try part.rendered().bytes)
    #expect(pixels.isColor(64, 64, [0, 0, 255, 255]) && pixels.isColor(192, 192, [0, 0, 0, 0]))
  }

  @Test("without a base map there are overlays and views alone")
  func none() async throws {
    let map = MapView(size: ScreenSize(width: 50, height: 50))
    let snapshot = await map.snapshot()
    #expect(snapshot.attribution == nil && snapshot.picture.isFullyRendered)
    #expect(try Pixels(try snapshot.rendered().bytes).isColor(25, 25, [0, 0, 0, 0]))
  }

  @Test("text is turned around its point, clockwise")
  func rotation() async throws {
    guard TestFonts.areThere else { return }
    let pixels = try Pixels(
      try await picture(100, 100) { context in
        context.draw(
          "IIIIIIIIIIIIIIII", at: ScreenPoint(x: 50, y: 50),
          style: TextStyle(size: 16, anchor: .left, rotation: .pi / 2))
      }.bytes)
    func ink(_ columns: Range<Int>, _ rows: Range<Int>) -> Int {
      columns.reduce(0) { sum, x in sum + rows.count { pixels[x, $0][0] < 128 } }
    }
    #expect(ink(40..<60, 55..<100) > 50 && ink(0..<100, 0..<48) == 0 && ink(65..<100, 0..<100) == 0)
  }

  @Test("oblique text leans to the right around its middle line")
  func slant() async throws {
    guard TestFonts.areThere else { return }
    /// The mean position of the ink of a letter from left to right, in its upper and in its lower half.
    func halves(isOblique: Bool) async throws -> (upper: Double, lower: Double) {
      let pixels = try Pixels(
        try await picture(100, 100) { context in
          context.draw("I", at: ScreenPoint(x: 50, y: 50), style: TextStyle(size: 60, isOblique: isOblique))
        }.bytes)
      func middle(_ rows: Range<Int>) -> Double {
        var (sum, count) = (0, 0)
        for y in rows { for x in 0..<100 where pixels[x, y][0] < 128 { (sum, count) = (sum + x, count + 1) } }
        return Double(sum) / Double(count)
      }
      return (middle(0..<48), middle(52..<100))
    }
    let (upright, oblique) = (try await halves(isOblique: false), try await halves(isOblique: true))
    #expect(abs(upright.upper - upright.lower) < 0.5 && oblique.upper > oblique.lower + 3)
  }
}
