import GeoMap
import GeoModel
import Testing

@Suite("Order of callbacks")
struct CallbackOrderTests {
  @Test("region set: will change, visible region, questions, added views, added renderers, did change")
  func region() throws {
    let stage = try Stage()
    stage.recorder.renderer = { ShapeRenderer(overlay: $0) }
    stage.add("A", 2_000, 300)
    stage.map.addOverlay(try Circle(center: stage.at(2_000, 300), radiusMeters: 10, title: "circle"))
    stage.map.layout()
    #expect(stage.recorder.take() == [])
    stage.map.setCenter(stage.at(2_000, 300), animated: true)
    #expect(
      stage.recorder.take() == [
        "will true", "visible", "view? A", "renderer? circle", "added A", "rendering circle", "did true",
      ])
  }

  @Test(
    "a gesture: will change once, the visible region ten times a second at most and the last one always, did change once"
  )
  func gesture() throws {
    let stage = try Stage()
    stage.map.handle(.press(ScreenPoint(x: 400, y: 300), time: 0))
    for step in 1...30 {
      stage.map.handle(.move(ScreenPoint(x: 400 + Double(step) * 6, y: 300), time: Double(step) * 0.01))
    }
    stage.map.handle(.release(ScreenPoint(x: 580, y: 300), time: 0.31))
    let log = stage.recorder.take()
    #expect(log.first == "will true" && log.last == "did true" && log.count { $0 == "visible" } == 4, "\(log)")
    #expect(log.count { $0.hasPrefix("will") } == 1)
    #expect(abs(stage.map.point(for: stage.at(0, 0)).x) < 0.01)
  }

  @Test("a view that gets another size while a gesture goes on tells of it within the gesture, which goes on")
  func sizeWithinGesture() throws {
    let stage = try Stage()
    stage.map.handle(.press(ScreenPoint(x: 400, y: 300), time: 0))
    stage.map.handle(.move(ScreenPoint(x: 420, y: 300), time: 0.1))
    stage.map.size = ScreenSize(width: 600, height: 900)
    stage.map.handle(.move(ScreenPoint(x: 460, y: 300), time: 0.3))
    stage.map.handle(.release(ScreenPoint(x: 460, y: 300), time: 0.4))
    #expect(stage.recorder.take() == ["will true", "visible", "visible", "visible", "did true"])
    #expect(stage.map.size == ScreenSize(width: 600, height: 900))
    #expect(abs(stage.map.point(for: try Coordinate(latitude: 47.14, longitude: 9.52)).x - 360) < 0.01)
  }

  @Test("a size that is set in a callback of a change waits for its end")
  func sizeWithinChange() throws {
    let stage = try Stage()
    stage.recorder.didChange = { $0.size = ScreenSize(width: 500, height: 400) }
    stage.map.centerCoordinate = stage.at(500, 300)
    #expect(stage.recorder.take() == ["will false", "visible", "did false", "will false", "visible", "did false"])
    #expect(stage.map.size == ScreenSize(width: 500, height: 400))
    #expect(abs(stage.map.point(for: stage.at(250, 200)).x - 250) < 0.01)
  }

  @Test("annotations that make clusters: views, the cluster's annotation, its view, and what is shown in the end")
  func clusters() throws {
    let stage = try Stage()
    stage.clusterAll()
    stage.add("A", 400, 300)
    stage.add("B", 405, 300)
    stage.add("C", 600, 300)
    stage.map.layout()
    #expect(
      stage.recorder.take() == [
        "view? A", "view? B", "view? C", "cluster? 2", "view? cluster of 2", "added C cluster of 2",
      ])
    stage.map.selectedAnnotations = [.text("C")]
    stage.map.handle(.key(.plus))
    stage.map.handle(.key(.plus))
    let log = stage.recorder.take()
    #expect(log.contains("added A B") && !log.contains("view? A"), "their views were kept: \(log)")
  }

  @Test("a cluster that is selected is deselected when it falls apart")
  func selectedCluster() throws {
    let stage = try Stage()
    stage.clusterAll()
    stage.add("A", 400, 300)
    stage.add("B", 405, 300)
    stage.map.layout()
    let id = try #require(stage.map.cluster(of: "A"))
    #expect(stage.map.selectAnnotation(id, animated: false))
    _ = stage.recorder.take()
    stage.map.setCenter(stage.map.annotation(for: "A")!.coordinate, level: 20, animated: false)
    #expect(stage.recorder.take().contains("deselect cluster of 2") && stage.map.selectedAnnotations.isEmpty)
  }

  @Test("drawing: what became visible is asked for first; then will start and did finish, once each")
  func rendering() async throws {
    let stage = try Stage()
    stage.recorder.view = { _, annotation in
      let view = MarkerAnnotationView(annotation: annotation, reuseIdentifier: nil)
      view.canShowCallout = true
      return view
    }
    stage.recorder.renderer = { ShapeRenderer(overlay: $0) }
    stage.add("A", 400, 300)
    let circle = try Circle(center: stage.at(200, 100), radiusMeters: 50, title: "circle")
    stage.map.addOverlay(circle)
    let picture = await stage.map.render()
    #expect(
      stage.recorder.take() == [
        "view? A", "renderer? circle", "added A", "rendering circle", "drawing", "drawn true",
      ])
    #expect(picture.layers.count == 3 && picture.callout == nil)
    #expect(picture.annotationPoints["A"] == stage.map.point(for: stage.at(400, 300)))
    let corner = ScreenPoint(x: picture.layers[0].origin.x, y: picture.layers[0].origin.y)
    #expect(corner.distance(to: stage.map.rect(for: circle.boundingMapRect).origin) < 0.01)
    #expect(picture.point(for: stage.at(10, 20)).distance(to: ScreenPoint(x: 10, y: 20)) < 0.01)
    #expect(picture.layers[2].drawing.steps.count == 1, "the title below the balloon")
    stage.map.selectAnnotation("A", animated: false)
    #expect(await stage.map.render().callout?.title == "A")
  }

  @Test("a wheel keeps the place under the pointer; keys pan and zoom; limits for the user hold only for gestures")
  func wheelAndKeys() throws {
    let stage = try Stage()
    let place = stage.at(100, 500)
    stage.map.handle(.wheel(ScreenPoint(x: 100, y: 500), levels: 1.5))
    #expect(
      abs(stage.map.level - 17.5) < 1e-9 && stage.map.point(for: place).distance(to: ScreenPoint(x: 100, y: 500)) < 0.01
    )
    #expect(stage.recorder.take() == ["will true", "visible", "did true"])
    let right = stage.at(500, 300)
    stage.map.handle(.key(.right))
    #expect(stage.map.point(for: right).distance(to: ScreenPoint(x: 400, y: 300)) < 0.01)
    _ = stage.recorder.take()
    stage.map.isZoomEnabled = false
    stage.map.isScrollEnabled = false
    for gesture in [Gesture.key(.plus), .key(.up), .wheel(ScreenPoint(x: 1, y: 1), levels: 1)] {
      stage.map.handle(gesture)
    }
    stage.map.handle(.press(ScreenPoint(x: 400, y: 300), time: 0))
    stage.map.handle(.move(ScreenPoint(x: 500, y: 300), time: 0.1))
    stage.map.handle(.release(ScreenPoint(x: 500, y: 300), time: 0.2))
    #expect(stage.recorder.take() == [])
    stage.map.setCenter(right, level: 3, animated: false)
    #expect(stage.recorder.take().count == 3)
  }

  @Test("a delegate that adds, removes and moves in its callbacks gets what it asks for")
  func reentrant() throws {
    let stage = try Stage()
    stage.add("A", 400, 300)
    stage.add("B", 500, 300)
    var hasAdded = false
    stage.recorder.view = { map, annotation in
      if annotation.title == "A", !hasAdded {
        hasAdded = true
        map.removeAnnotation("B")
        map.addAnnotation(PointAnnotation(coordinate: annotation.coordinate, title: "C"), id: "C")
      }
      return nil
    }
    stage.map.layout()
    #expect(stage.letters == ["A", "C"] && !stage.map.needsLayout)
    stage.recorder.didChange = { map in map.removeAnnotation("A") }
    stage.map.selectAnnotation("A", animated: false)
    stage.map.setCenter(stage.at(420, 300), animated: false)
    #expect(stage.letters == ["C"] && stage.map.selectedAnnotations.isEmpty)
  }

  @Test("answers that come later are used when they come")
  func later() throws {
    final class Slow: MapViewDelegate {
      var batches: [Int] = []
      func mapView(_ mapView: MapView, viewsFor questions: [ViewQuestion]) -> [ViewAnswer] {
        batches.append(questions.count)
        return questions.map { _ in .later }
      }
      func mapView(
        _ mapView: MapView, renderersFor overlays: [(id: OverlayID, overlay: any Overlay)]
      ) -> [RendererAnswer] { overlays.map { _ in .later } }
    }
    let stage = try Stage()
    let slow = Slow()
    stage.map.delegate = slow
    for number in 0..<700 { stage.add("\(number)", Double(number), 300) }
    let overlay = stage.map.addOverlay(try Circle(center: stage.at(1, 1), radiusMeters: 5))
    stage.map.layout()
    stage.map.layout()
    #expect(slow.batches == [500, 200] && stage.map.annotationViews.isEmpty)
    try stage.map.setView(square("a"), for: "7")
    try stage.map.setView(nil, for: "8")
    #expect(stage.map.view(for: "7")?.reuseIdentifier == "a" && stage.map.view(for: "8") is PinAnnotationView)
    try stage.map.setRenderer(OverlayRenderer(overlay: stage.map.overlay(for: overlay)!), for: overlay)
    #expect(stage.map.renderer(for: overlay) != nil)
  }
}
