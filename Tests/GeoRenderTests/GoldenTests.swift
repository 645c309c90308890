import GeoMap
import GeoModel
import GeoRender
import GeoSupport
import Testing

@Suite("Golden pictures")
struct GoldenTests {
  @Test("shapes: joins, caps, dashes, holes, a gradient along a line, groups and clips")
  func shapes() async throws {
    let gradient = try Gradient(
      colors: [.systemPurple, .systemMint, .systemOrange, .systemTeal], locations: [0, 0.3, 0.6, 1])
    let snapshot = await sheet(240, 160) { context in
      func corner(_ x: Double, _ y: Double) -> [ScreenPoint] {
        [(0.0, 30.0), (20, 0), (40, 30)].map { ScreenPoint(x: x + $0.0, y: y + $0.1) }
      }
      context.setStrokeColor(.systemBlue)
      context.setLineWidth(8)
      for (index, join) in LineJoin.allCases.enumerated() {
        context.setLineJoin(join)
        context.setLineCap(LineCap.allCases[index])
        context.addLines(between: corner(15 + Double(index) * 70, 15))
        context.strokePath()
      }
      context.setLineWidth(3)
      context.setLineDash(phase: 5, lengths: [20, 10, 5, 10, 1, 10])
      context.addEllipse(in: ScreenRect(x: 10, y: 65, width: 60, height: 40))
      context.strokePath()
      context.setLineDash(phase: 0, lengths: [])
      context.setFillColor(.systemGreen.withAlpha(0.5))
      context.addRect(ScreenRect(x: 85, y: 65, width: 60, height: 40))
      context.addEllipse(in: ScreenRect(x: 95, y: 70, width: 40, height: 30))
      context.fillPath(using: .evenOdd)
      context.setLineWidth(6)
      context.setLineCap(.round)
      context.move(to: ScreenPoint(x: 160, y: 100))
      context.addCurve(
        to: ScreenPoint(x: 225, y: 75), control1: ScreenPoint(x: 170, y: 30), control2: ScreenPoint(x: 215, y: 140))
      context.strokePath(gradient)
      context.saveGState()
      context.addEllipse(in: ScreenRect(x: 10, y: 115, width: 80, height: 40))
      context.clip()
      context.drawLinearGradient(gradient, start: ScreenPoint(x: 10, y: 0), end: ScreenPoint(x: 90, y: 0))
      context.restoreGState()
      context.beginTransparencyLayer()
      context.setFillColor(.red)
      context.fill(ScreenRect(x: 110, y: 115, width: 50, height: 30))
      context.setFillColor(.blue)
      context.fill(ScreenRect(x: 130, y: 125, width: 50, height: 30))
      context.endTransparencyLayer(alpha: 0.4)
      context.draw(MapImage(symbol: "detailDisclosure"), in: ScreenRect(x: 200, y: 120, width: 30, height: 30))
    }
    try Golden.check("shapes", snapshot)
  }

  @Test("letters of several scripts, weights and anchors, with halos")
  func letters() async throws {
    let snapshot = await sheet(240, 120, background: .systemTeal) { context in
      let lines = ["Zürich Genève", "Москва Αθήνα", "القاهرة תל אביב", "თბილისი Երևան"]
      for (index, line) in lines.enumerated() {
        let style = TextStyle(
          size: 14 + Double(index), weight: index % 2 == 0 ? 400 : 700, color: .black, halo: .white, anchor: .center)
        context.draw(line, at: ScreenPoint(x: 120, y: 18 + Double(index) * 28), style: style)
      }
    }
    try Golden.check("letters", snapshot)
  }

  private final class Delegate: MapViewDelegate {
    func mapView(_ mapView: MapView, viewFor annotation: any Annotation) -> AnnotationView? {
      guard annotation.title != "asked", !(annotation is UserLocation) else { return nil }
      let view = MarkerAnnotationView(annotation: annotation, reuseIdentifier: nil)
      view.glyphText = annotation is ClusterAnnotation ? "3" : "7"
      view.clusteringIdentifier = annotation.title?.hasPrefix("Bus") == true ? "bus" : nil
      view.titleVisibility = .visible
      view.canShowCallout = true
      view.leftCalloutAccessory = .text("left")
      view.rightCalloutAccessory = .button(.detailDisclosure, id: "details")
      return view
    }
    func mapView(_ mapView: MapView, rendererFor overlay: any Overlay) -> OverlayRenderer? {
      let renderer = ShapeRenderer(overlay: overlay)
      renderer.strokeColor = .systemBlue
      renderer.fillColor = .systemBlue.withAlpha(0.3)
      renderer.lineWidth = 3
      renderer.lineDashPattern = [10, 6]
      renderer.blendMode = .multiply
      return renderer
    }
  }

  @Test("a map with views, a cluster, an overlay, a callout and the user", arguments: UserInterfaceStyle.allCases)
  func map(style: UserInterfaceStyle) async throws {
    let delegate = Delegate()
    var options = MapSnapshotter.Options()
    options.size = ScreenSize(width: 300, height: 220)
    options.scale = 2
    options.userInterfaceStyle = style
    options.attribution = "© OpenStreetMap contributors"
    options.camera = MapCamera(
      centerCoordinate: try Coordinate(latitude: 47.14, longitude: 9.52), centerCoordinateDistance: 3_000)
    let snapshot = try await MapSnapshotter(options: options).start { map in
      map.delegate = delegate
      func add(_ title: String, _ x: Double, _ y: Double, _ subtitle: String? = nil) {
        map.addAnnotation(
          PointAnnotation(coordinate: map.coordinate(at: ScreenPoint(x: x, y: y)), title: title, subtitle: subtitle),
          id: .text(title))
      }
      add("Vaduz", 150, 140, "Liechtenstein")
      add("asked", 60, 120)
      for (index, x) in [230.0, 236, 240].enumerated() { add("Bus \(index)", x, 190) }
      map.showsUserLocation = true
      map.updateUserLocation(
        UserLocation.Location(coordinate: map.coordinate(at: ScreenPoint(x: 250, y: 90)), accuracyMeters: 150))
      map.addOverlay(
        try Circle(center: map.coordinate(at: ScreenPoint(x: 100, y: 150)), radiusMeters: 250))
      map.layout()
      map.selectAnnotation("Vaduz", animated: false)
    }
    try Golden.check("map-\(style.rawValue)", snapshot)
  }
}
