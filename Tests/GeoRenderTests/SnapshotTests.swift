import GeoMap
import GeoModel
import GeoRender
import Testing

@Suite("Snapshots")
struct SnapshotTests {
  private let vaduz = try! Coordinate(latitude: 47.14, longitude: 9.52)

  private final class Delegate: MapViewDelegate {
    var log: [String] = []
    func mapView(_ mapView: MapView, viewFor annotation: any Annotation) -> AnnotationView? {
      let view = AnnotationView(annotation: annotation, reuseIdentifier: nil)
      view.image = nil
      return DotView(annotation: annotation, reuseIdentifier: nil)
    }
    func mapView(_ mapView: MapView, rendererFor overlay: any Overlay) -> OverlayRenderer? {
      let renderer = ShapeRenderer(overlay: overlay)
      renderer.fillColor = .blue
      return renderer
    }
    func mapViewWillStartRenderingMap(_ mapView: MapView) { log.append("will start") }
    func mapViewDidFinishRenderingMap(_ mapView: MapView, fullyRendered: Bool) {
      log.append("did finish \(fullyRendered)")
    }
  }

  /// A red view of ten points.
  private final class DotView: AnnotationView {
    required init(annotation: (any Annotation)?, reuseIdentifier: String?) {
      super.init(annotation: annotation, reuseIdentifier: reuseIdentifier)
      size = ScreenSize(width: 10, height: 10)
      canShowCallout = true
    }
    override func draw(in context: DrawingContext) {
      context.setFillColor(.red)
      context.fill(ScreenRect(x: 0, y: 0, width: 10, height: 10))
    }
  }

  @Test("views lie over overlays, at their coordinates, at every scale", arguments: [1.0, 2, 3, 4])
  func layers(scale: Double) async throws {
    let delegate = Delegate()
    var options = MapSnapshotter.Options()
    options.region = CoordinateRegion(center: vaduz, latitudinalMeters: 1_000, longitudinalMeters: 1_000)
    options.size = ScreenSize(width: 200, height: 100)
    options.scale = scale
    options.background = .white
    let east = try Coordinate(latitude: 47.14, longitude: 9.53)
    let snapshot = try await MapSnapshotter(options: options).start { map in
      map.delegate = delegate
      map.addAnnotation(PointAnnotation(coordinate: vaduz, title: "Vaduz"), id: "here")
      map.addOverlay(try Circle(center: vaduz, radiusMeters: 300))
    }
    #expect(delegate.log == ["will start", "did finish true"])
    let pixels = try Pixels(try snapshot.rendered().bytes)
    let factor = Int(scale)
    #expect(pixels.width == 200 * factor && pixels.height == 100 * factor)
    #expect(pixels.isColor(100 * factor, 50 * factor, [255, 0, 0, 255]))
    #expect(pixels.isColor(115 * factor, 50 * factor, [0, 0, 255, 255]))
    #expect(pixels.isColor(3, 3, [255, 255, 255, 255]))
    #expect(snapshot.point(for: vaduz).distance(to: ScreenPoint(x: 100, y: 50)) < 0.1)
    #expect(snapshot.point(for: east).x > 150 && snapshot.picture.annotationPoints["here"] != nil)
  }

  @Test("the callout of what is selected is in the picture, in light and dark", arguments: UserInterfaceStyle.allCases)
  func callout(style: UserInterfaceStyle) async throws {
    guard TestFonts.areThere else { return }
    let map = MapView(size: ScreenSize(width: 200, height: 120))
    map.userInterfaceStyle = style
    map.setCenter(vaduz, level: 15, animated: false)
    let delegate = Delegate()
    map.delegate = delegate
    let id = map.addAnnotation(PointAnnotation(coordinate: vaduz, title: "Vaduz", subtitle: "Liechtenstein"))
    map.layout()
    let before = try Pixels(try await map.snapshot(background: .systemGreen).rendered().bytes)
    map.selectAnnotation(id, animated: false)
    let after = try Pixels(try await map.snapshot(background: .systemGreen).rendered().bytes)
    let paper = style == .light ? [255, 255, 255, 255] : [43, 43, 46, 255]
    #expect(after.isColor(100, 49, paper, within: 2), "the tip: \(after[100, 49])")
    #expect(!before.isColor(100, 49, paper, within: 2) && after.difference(from: before).clear > 0.1)
  }

  /// A map of 200 by 160 points with an open callout over a place this many points from the upper edge.
  private func selected(_ title: String, y: Double, _ delegate: Delegate) throws -> MapView {
    let map = MapView(size: ScreenSize(width: 200, height: 160))
    map.setCenter(vaduz, level: 15, animated: false)
    map.delegate = delegate
    let place = map.coordinate(at: ScreenPoint(x: 100, y: y))
    let id = map.addAnnotation(PointAnnotation(coordinate: place, title: title))
    map.layout()
    map.selectAnnotation(id, animated: false)
    return map
  }

  @Test("a callout that has no room above its view stands below it, with its tip at it")
  func calloutBelow() async throws {
    let delegate = Delegate()
    for (y, isUnder) in [(100.0, false), (20, true)] {
      let snapshot = try await selected("Vaduz", y: y, delegate).snapshot(background: .systemGreen)
      let frame = try #require(try snapshot.calloutFrame())
      #expect(isUnder ? frame.minY == y + 5 + 8 : frame.maxY == y - 5 - 8, "\(frame)")
      let tip = Int(isUnder ? frame.minY - 3 : frame.maxY + 3)
      #expect(try Pixels(try snapshot.rendered().bytes).isColor(100, tip, [255, 255, 255, 255], within: 2))
    }
  }

  @Test("a callout is as high as the picture that stands beside its text")
  func tallAccessory() async throws {
    let delegate = Delegate()
    let map = try selected("Vaduz", y: 140, delegate)
    let view = try #require(map.selectedAnnotationView)
    let low = try #require(try await map.snapshot().calloutFrame())
    let svg = #"<svg xmlns="http://www.w3.org/2000/svg" width="60" height="80"/>"#
    view.leftCalloutAccessory = .image(
      MapImage(format: .svg, bytes: Array(svg.utf8), size: ScreenSize(width: 60, height: 80)))
    let high = try #require(try await map.snapshot().calloutFrame())
    #expect(low.height < 60 && high.height == 100 && high.width > low.width + 60 && high.maxY == low.maxY)
  }

  @Test(
    "a title that is wider than the picture is broken, and ends with an ellipsis where it is too long",
    arguments: [
      "a title of many words that has no room in one line of this picture",
      String(repeating: "many words ", count: 2_000), String(repeating: "w", count: 20_000),
    ])
  func longTitle(_ title: String) async throws {
    let delegate = Delegate()
    let frame = try #require(
      try await selected(title, y: 130, delegate).snapshot(background: .white).calloutFrame())
    #expect(frame.minX >= 4 && frame.maxX <= 196.01, "\(frame)")
    #expect(frame.height > 2 * 14 + 20 && frame.height < 3 * 20 + 20)
  }

  @Test("of region, rectangle and camera the last one set counts")
  func options() async throws {
    var options = MapSnapshotter.Options()
    options.camera = MapCamera(centerCoordinate: vaduz, centerCoordinateDistance: 2_000)
    let byCamera = try await MapSnapshotter(options: options).start()
    #expect(byCamera.point(for: vaduz).distance(to: ScreenPoint(x: 128, y: 128)) < 0.1)
    options.mapRect = .world
    let byRect = try await MapSnapshotter(options: options).start()
    #expect(byRect.picture.visibleMapRect == .world && options.camera == nil)
  }

  /// A map that shows only its attribution.
  private struct NamedMap: BaseMap {
    var attribution: String? { "somebody" }
    func drawing(of part: BaseMapPart) async -> BaseMapDrawing { BaseMapDrawing() }
  }

  @Test("a base map can be asked for, and is named in the picture")
  func baseMap() async throws {
    var options = MapSnapshotter.Options()
    options.baseMap = NamedMap()
    #expect(try await MapSnapshotter(options: options).start().attribution == "somebody")
  }

  @Test("a snapshotter makes one picture at a time, and can be told to give it up")
  func cancel() async throws {
    var options = MapSnapshotter.Options()
    let snapshotter = MapSnapshotter(options: options)
    await #expect(throws: SnapshotError.canceled) {
      _ = try await snapshotter.start { _ in
        #expect(snapshotter.isLoading)
        snapshotter.cancel()
      }
    }
    #expect(!snapshotter.isLoading)
    _ = try await snapshotter.start()
    options.scale = 5
    await #expect(throws: SnapshotError.scale(5)) { _ = try await MapSnapshotter(options: options).start() }
  }

  @Test("tiles are drawn where they belong, without seams; one that fails is left out and told")
  func tiles() async throws {
    // A tile of one color each.
    let green = try await picture(8, 8, background: .systemGreen) { _ in }.bytes
    final class Tiles: MapViewDelegate {
      var log: [String] = []
      func mapView(_ mapView: MapView, rendererFor overlay: any Overlay) -> OverlayRenderer? {
        TileOverlayRenderer(overlay: overlay)
      }
      func mapViewDidFinishRenderingMap(_ mapView: MapView, fullyRendered: Bool) { log.append("\(fullyRendered)") }
    }
    struct NoTile: Error {}
    for fails in [false, true] {
      let delegate = Tiles()
      let map = MapView(size: ScreenSize(width: 300, height: 300))
      map.setCenter(try Coordinate(latitude: 0, longitude: 0), level: 3.3, animated: false)
      map.delegate = delegate
      map.addOverlay(
        TileOverlay { path in
          if fails, path.x == 4, path.y == 4 { throw NoTile() }
          return green
        })
      let pixels = try Pixels(try await map.snapshot(background: .white).rendered().bytes)
      let color = pixels[100, 100]
      #expect(color != [255, 255, 255, 255] && delegate.log == ["\(!fails)"])
      for step in 0..<140 { #expect(pixels.isColor(step, step, color, within: 2), "\(step)") }
      #expect(pixels.isColor(200, 200, fails ? [255, 255, 255, 255] : color, within: 2))
    }
  }

  @Test("who made the data is named in as many lines as a narrow picture needs, none of them cut off")
  func attribution() async throws {
    let text = "© OpenStreetMap contributors (ODbL 1.0), Cities of the world layer: GeoNames (CC BY 4.0)"
    func inked(_ width: Double) async throws -> (left: Bool, rows: ClosedRange<Int>) {
      var snapshot = await sheet(width, 120) { _ in }
      snapshot.attribution = text
      let pixels = try Pixels(snapshot.rendered().bytes)
      let rows = (0..<120).filter { y in (0..<Int(width)).contains { pixels[$0, y][0] < 200 } }
      let left = (0..<120).contains { y in (0..<3).contains { pixels[$0, y][0] < 200 } }
      return (left, try #require(rows.first)...(try #require(rows.last)))
    }
    let (wide, narrow) = (try await inked(800), try await inked(200))
    #expect(!wide.left && wide.rows.count < 14)
    #expect(!narrow.left && narrow.rows.count > 20 && abs(narrow.rows.upperBound - wide.rows.upperBound) < 4)
    let tiny = try await inked(60)
    #expect(tiny.rows.lowerBound > 70, "two thirds stay free: \(tiny.rows)")
  }

  @Test("what lies below the name of who made the data is pale, so that it can be read, and nothing else is")
  func plate() async throws {
    var snapshot = await sheet(300, 100) { _ in }
    snapshot.background = .black
    snapshot.attribution = "© somebody"
    let pixels = try Pixels(snapshot.rendered().bytes)
    for (x, y) in [(298, 98), (298, 86), (290, 98)] { #expect(pixels[x, y][0] > 150, "\(x) \(y)") }
    for (x, y) in [(298, 80), (150, 98), (2, 2)] { #expect(pixels[x, y][0] < 5, "\(x) \(y)") }
  }
}
