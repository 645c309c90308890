import GeoMap
import GeoModel
import Testing

// The listings of "Annotating Maps" (2010), with other names.

/// Listings 5-1 and 5-2: the minimal annotation.
private final class MyCustomAnnotation: Annotation {
  let coordinate: Coordinate
  init(location: Coordinate) { coordinate = location }
}

/// Listings 5-4 and 5-5: a view of 40 by 40 points that draws itself.
private final class MyCustomAnnotationView: AnnotationView {
  required init(annotation: (any Annotation)?, reuseIdentifier: String?) {
    super.init(annotation: annotation, reuseIdentifier: reuseIdentifier)
    size = ScreenSize(width: 40, height: 40)
  }

  override func draw(in context: DrawingContext) {
    context.setFillColor(.orange)
    context.addEllipse(in: ScreenRect(x: 5, y: 5, width: 30, height: 30))
    context.fillPath()
  }
}

@Suite("Listings of the guide of 2010")
struct GuideListings {
  @Test("5-3: a view with an image and a center offset")
  func imageView() throws {
    let stage = try Stage()
    stage.recorder.view = { _, annotation in
      let view = AnnotationView(annotation: annotation, reuseIdentifier: "MyCustomAnnotation")
      view.image = MapImage(format: .png, bytes: [], size: ScreenSize(width: 32, height: 32))
      view.centerOffset = ScreenPoint(x: 10, y: -20)
      return view
    }
    let annotation = MyCustomAnnotation(location: stage.at(400, 300))
    stage.map.addAnnotation(annotation)
    stage.map.layout()
    let frame = try #require(stage.map.view(for: annotation)?.frame)
    #expect(abs(frame.minX - 394) < 0.01 && abs(frame.minY - 264) < 0.01 && frame.width == 32)
  }

  @Test("5-4, 5-5: a view that draws itself")
  func ownDrawing() throws {
    let view = MyCustomAnnotationView(annotation: nil, reuseIdentifier: nil)
    guard case .fill(let path, .orange, .winding) = view.drawing().steps.first else {
      return #expect(Bool(false), "nothing drawn")
    }
    #expect(path.points.allSatisfy { (5...35).contains($0.x) && (5...35).contains($0.y) })
    let version = view.contentVersion
    view.setNeedsDisplay()
    #expect(view.contentVersion > version)
  }

  @Test("5-6: views are dequeued or made, with callout and detail button; the user's location gets the standard view")
  func viewFor() throws {
    let stage = try Stage()
    stage.recorder.view = { mapView, annotation in
      if annotation is UserLocation { return nil }
      guard annotation is MyCustomAnnotation else { return nil }
      if let view = mapView.dequeueReusableAnnotationView(withIdentifier: "CustomPinAnnotationView") {
        view.annotation = annotation
        return view
      }
      let pin = PinAnnotationView(annotation: annotation, reuseIdentifier: "CustomPinAnnotationView")
      pin.pinColor = .purple
      pin.animatesDrop = true
      pin.canShowCallout = true
      pin.rightCalloutAccessory = .button(.detailDisclosure, id: "details")
      return pin
    }
    stage.map.showsUserLocation = true
    stage.map.updateUserLocation(.init(coordinate: stage.at(1, 1)))
    for round in 0..<3 {
      let annotation = MyCustomAnnotation(location: stage.at(400, 300))
      stage.map.addAnnotation(annotation)
      stage.map.layout()
      let pin = try #require(stage.map.view(for: annotation) as? PinAnnotationView)
      #expect(pin.pinColor == .purple && pin.annotation as? MyCustomAnnotation === annotation, "round \(round)")
      stage.map.removeAnnotation(annotation)
    }
    #expect(stage.map.view(for: .userLocation) is UserLocationView && stage.recorder.refused.isEmpty)
  }

  @Test("5-7, 5-8: Colorado, filled in cyan 0.2 and stroked in blue 0.7 with 3 points")
  func colorado() throws {
    let points = try [
      (41.000512, -109.050116), (41.002371, -102.052066), (36.993076, -102.041981), (36.99892, -109.045267),
    ].map { try Coordinate(latitude: $0.0, longitude: $0.1) }
    let polygon = try Polygon(coordinates: points, title: "Colorado")
    let stage = try Stage()
    stage.recorder.renderer = { overlay in
      guard let polygon = overlay as? Polygon else { return nil }
      let renderer = PolygonRenderer(polygon: polygon)
      renderer.fillColor = .cyan.withAlpha(0.2)
      renderer.strokeColor = .blue.withAlpha(0.7)
      renderer.lineWidth = 3
      return renderer
    }
    stage.map.addOverlay(polygon)
    stage.map.setVisibleMapRect(polygon.boundingMapRect, edgePadding: EdgeInsets(all: 20), animated: false)
    let steps = try #require(stage.map.overlayDrawings().first?.drawing.steps)
    guard steps.count == 6, case .fill(let path, let fill, _) = steps[1],
      case .stroke(_, let stroke, let style) = steps[4]
    else { return #expect(Bool(false), "\(steps)") }
    #expect(path.points.count == 4 && fill.light.alpha == 0.2 && stroke.light.alpha == 0.7)
    #expect(abs(style.width - 3) < 1e-9)
    #expect(abs(polygon.coordinate.latitude - 39) < 0.1 && abs(polygon.coordinate.longitude + 105.55) < 0.1)
  }

  @Test("5-9: a gradient of four stops, clipped to the rectangle of the overlay")
  func clippedGradient() throws {
    final class GradientRenderer: OverlayRenderer {
      override func draw(_ mapRect: MapRect, zoomScale: ZoomScale, in context: DrawingContext) {
        let theRect = rect(for: overlay.boundingMapRect)
        context.addRect(theRect)
        context.clip()
        let ends = Color(red: 0, green: 0, blue: 1, alpha: 0.5)
        let middle = Color(red: 1, green: 1, blue: 1, alpha: 0.8)
        guard let gradient = try? Gradient(colors: [ends, middle, middle, ends], locations: [0, 0.33, 0.66, 1]) else {
          return
        }
        context.drawLinearGradient(
          gradient, start: ScreenPoint(x: theRect.midX, y: theRect.minY),
          end: ScreenPoint(x: theRect.midX, y: theRect.maxY))
      }
    }
    let stage = try Stage()
    let circle = try Circle(center: stage.at(400, 300), radiusMeters: 100)
    stage.recorder.renderer = { GradientRenderer(overlay: $0) }
    stage.map.addOverlay(circle)
    stage.map.layout()
    let steps = try #require(stage.map.overlayDrawings().first?.drawing.steps)
    guard case .clip(let path, _) = steps[0], case .linearGradient(let gradient, let from, let to) = steps[1] else {
      return #expect(Bool(false), "\(steps)")
    }
    #expect(path.points.first == ScreenPoint(x: 0, y: 0) && gradient.colors.count == 4)
    #expect(from.y == 0 && abs(to.y - circle.boundingMapRect.height) < 1e-6 && from.x == to.x)
  }

  @Test("weather: cities by zoom level, added and removed after each change; an overlap is exchanged")
  func weather() throws {
    final class Weather: MapViewDelegate {
      let large = ["Zurich": (47.37, 8.54)]
      let small = ["Vaduz": (47.14, 9.52), "Buchs": (47.16, 9.47)]
      var exchanged = 0
      func mapView(_ mapView: MapView, regionDidChangeAnimated animated: Bool) {
        for (name, place) in small {
          guard mapView.level > 9 else {
            mapView.removeAnnotation(.text(name))
            continue
          }
          guard mapView.annotation(for: .text(name)) == nil,
            let coordinate = try? Coordinate(latitude: place.0, longitude: place.1)
          else { continue }
          mapView.addAnnotation(PointAnnotation(coordinate: coordinate, title: name), id: .text(name))
        }
      }
      func mapView(_ mapView: MapView, rendererFor overlay: any Overlay) -> OverlayRenderer? {
        ShapeRenderer(overlay: overlay)
      }
      func mapView(_ mapView: MapView, didAdd renderers: [OverlayRenderer]) {
        let ids = mapView.overlays(in: .aboveLabels)
        for (a, b) in zip(ids, ids.dropFirst()) {
          guard let first = mapView.overlay(for: a), let second = mapView.overlay(for: b),
            first.boundingMapRect.intersects(second.boundingMapRect), first.title == "high"
          else { continue }
          try? mapView.exchangeOverlay(a, with: b)
          exchanged += 1
        }
      }
    }
    let map = MapView()
    let weather = Weather()
    map.delegate = weather
    let zurich = try Coordinate(latitude: 47.37, longitude: 8.54)
    let vaduz = try Coordinate(latitude: 47.14, longitude: 9.52)
    map.addAnnotation(PointAnnotation(coordinate: zurich, title: "Zurich"), id: "Zurich")
    map.addOverlay(try Circle(center: vaduz, radiusMeters: 5_000, title: "high"), id: "high")
    map.addOverlay(try Circle(center: vaduz, radiusMeters: 9_000, title: "low"), id: "low")
    map.setCenter(vaduz, level: 7, animated: false)
    #expect(map.annotationViews.count == 1)
    map.setCenter(vaduz, level: 11, animated: false)
    #expect(Set(map.annotationViews.compactMap { $0.annotation?.title }) == ["Vaduz", "Buchs"])
    map.setCenter(vaduz, level: 7, animated: false)
    #expect(map.annotationCount == 1 && weather.exchanged == 1)
    #expect(map.overlays(in: .aboveLabels) == ["low", "high"])
  }
}
