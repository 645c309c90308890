import GeoMap
import GeoModel
import Testing

// "Displaying Maps and Annotations" (2009), and the examples in the reference of annotation views.

/// The bullseye view, which tracks a touch itself.
///
/// It moves after more than 5 points, reports the final position to its annotation, and returns if the touch is lost.
private final class BullseyeAnnotationView: AnnotationView {
  private var isMoving = false
  private var startLocation = ScreenPoint.zero
  private var originalCenter = ScreenPoint.zero

  required init(annotation: (any Annotation)?, reuseIdentifier: String?) {
    super.init(annotation: annotation, reuseIdentifier: reuseIdentifier)
    image = MapImage(symbol: "bullseye", points: 32)
    canShowCallout = true
    rightCalloutAccessory = .button(.detailDisclosure, id: "target")
  }

  override func handle(_ gesture: Gesture) -> Bool {
    switch gesture {
    case .press(let point, _):
      startLocation = point
      originalCenter = center
      return false
    case .move(let point, _):
      if abs(point.x - startLocation.x) > 5 || abs(point.y - startLocation.y) > 5 { isMoving = true }
      guard isMoving else { return false }
      center = ScreenPoint(
        x: originalCenter.x + point.x - startLocation.x, y: originalCenter.y + point.y - startLocation.y)
      return true
    case .release:
      guard isMoving, let mapView, let annotationID else { return false }
      isMoving = false
      let coordinate = mapView.coordinate(at: center)
      center = originalCenter
      try? mapView.move(annotationID, to: coordinate)
      return true
    case .cancel:
      if isMoving { center = originalCenter }
      isMoving = false
      return true
    default: return false
    }
  }
}

@Suite("Listings of the tutorial of 2009")
struct TutorialListings {
  @Test("pan to the left by half a width, then zoom out by two")
  func panAndZoom() throws {
    let stage = try Stage(level: 12)
    let left = stage.at(0, 300)
    let region = stage.map.region
    stage.map.setCenter(
      try Coordinate(
        latitude: stage.map.centerCoordinate.latitude,
        longitude: region.center.longitude - region.span.longitudeDelta / 2), animated: true)
    #expect(stage.map.point(for: left).distance(to: ScreenPoint(x: 400, y: 300)) < 0.01)
    var theRegion = stage.map.region
    theRegion.span = CoordinateSpan(
      latitudeDelta: theRegion.span.latitudeDelta * 2, longitudeDelta: theRegion.span.longitudeDelta * 2)
    stage.map.setRegion(theRegion, animated: true)
    #expect(abs(stage.map.level - 11) < 0.001)
  }

  @Test("the bullseye follows the finger from 5 points on, and its annotation is where it was left")
  func bullseye() throws {
    let stage = try Stage()
    stage.recorder.view = { _, annotation in BullseyeAnnotationView(annotation: annotation, reuseIdentifier: "bullseye")
    }
    stage.add("A", 400, 300)
    stage.map.layout()
    let view = try #require(stage.map.view(for: "A"))
    _ = stage.recorder.take()
    func touch(_ end: Gesture) {
      stage.map.handle(.press(ScreenPoint(x: 402, y: 300), time: 0))
      stage.map.handle(.move(ScreenPoint(x: 406, y: 300), time: 0.1))
      #expect(abs(view.center.x - 400) < 0.01)
      stage.map.handle(.move(ScreenPoint(x: 442, y: 310), time: 0.2))
      #expect(abs(view.center.x - 440) < 0.01 && abs(view.center.y - 310) < 0.01)
      stage.map.handle(end)
    }
    let target = stage.at(440, 310)
    touch(.cancel(time: 0.3))
    #expect(abs(view.center.x - 400) < 0.01)
    touch(.release(ScreenPoint(x: 442, y: 310), time: 0.3))
    let moved = try #require(stage.map.annotation(for: "A")?.coordinate)
    #expect(abs(moved.latitude - target.latitude) < 1e-7 && abs(moved.longitude - target.longitude) < 1e-7)
    #expect(abs(view.center.x - 440) < 0.01 && stage.recorder.take() == [])
    stage.map.handle(.tap(view.center))
    stage.map.tapCalloutAccessory(.right)
    #expect(stage.recorder.take() == ["select A", "tapped target"])
  }

  @Test("a placemark is an annotation, and its overlay is an overlay")
  func placemark() throws {
    let stage = try Stage()
    var placemark = Placemark(coordinate: stage.at(300, 200), distanceMeters: 4, match: .address, source: nil)
    placemark.title = "465 10th Street"
    placemark.subtitle = "San Francisco, CA 94103"
    placemark.overlay = ShapeOverlay(
      coordinate: stage.at(300, 200), title: "10th Street",
      boundingRegion: CoordinateRegion(MapRect(MapPoint(stage.at(250, 200)), MapPoint(stage.at(350, 260)))),
      shape: .polyline([stage.at(250, 200), stage.at(350, 260)]))
    stage.recorder.renderer = { overlay in
      let renderer = ShapeRenderer(overlay: overlay)
      renderer.strokeColor = .systemBlue
      return renderer
    }
    stage.map.addAnnotation(placemark, id: "answer")
    if let street = placemark.overlay { stage.map.addOverlay(street, level: .aboveRoads) }
    stage.map.layout()
    let view = try #require(stage.map.view(for: "answer"))
    view.canShowCallout = true
    stage.map.selectAnnotation("answer", animated: false)
    #expect(view.callout?.title == "465 10th Street" && view.callout?.subtitle == "San Francisco, CA 94103")
    #expect(stage.map.overlayDrawings().count == 1)
  }

  @Test("a registered class stands for all annotations, another one for all clusters, and dequeue is never nil")
  func registered() throws {
    final class Round: AnnotationView {
      required init(annotation: (any Annotation)?, reuseIdentifier: String?) {
        super.init(annotation: annotation, reuseIdentifier: reuseIdentifier)
        size = ScreenSize(width: 20, height: 20)
        clusteringIdentifier = "round"
      }
    }
    final class Many: AnnotationView {}
    let stage = try Stage()
    stage.map.register(
      Round.self, forAnnotationViewWithReuseIdentifier: MapView.defaultAnnotationViewReuseIdentifier)
    stage.map.register(
      Many.self, forAnnotationViewWithReuseIdentifier: MapView.defaultClusterAnnotationViewReuseIdentifier)
    stage.add("A", 100, 100)
    stage.add("B", 100, 100)
    stage.add("C", 300, 300)
    stage.map.layout()
    #expect(stage.map.view(for: "C") is Round)
    #expect(stage.map.annotationViews.contains { $0 is Many })
    let dequeued = try stage.map.dequeueReusableAnnotationView(
      withIdentifier: MapView.defaultAnnotationViewReuseIdentifier, for: PointAnnotation(coordinate: stage.at(1, 1)))
    #expect(dequeued is Round && dequeued.annotation != nil)
  }
}
