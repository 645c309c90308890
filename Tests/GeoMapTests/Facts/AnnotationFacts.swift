import GeoMap
import GeoModel
import Testing

@Suite("Annotations and views")
struct AnnotationFacts {
  @Test("1: a view is asked for when the coordinate is in sight, not when it is added")
  func inSight() throws {
    let stage = try Stage()
    stage.add("in", 400, 300)
    stage.add("out", 2_000, 300)
    #expect(stage.recorder.asked.isEmpty)
    stage.map.layout()
    #expect(stage.recorder.asked == ["in"])
  }

  @Test("2: added outside and panned to, it is asked for once, at that moment")
  func pannedTo() throws {
    let stage = try Stage()
    stage.add("far", 5_000, 300)
    stage.map.layout()
    #expect(stage.recorder.asked.isEmpty)
    stage.map.setCenter(stage.at(5_000, 300), animated: false)
    stage.map.setCenter(stage.at(420, 300), animated: false)
    #expect(stage.recorder.asked == ["far"])
  }

  @Test("3: nil gives the standard pin, dot and cluster")
  func standardViews() throws {
    let stage = try Stage()
    stage.clusterAll()
    stage.map.showsUserLocation = true
    stage.map.updateUserLocation(.init(coordinate: stage.at(600, 300)))
    stage.add("A", 100, 100)
    stage.add("B", 105, 100)
    stage.map.layout()
    #expect(stage.map.view(for: .userLocation) is UserLocationView)
    #expect(stage.clusters == [["A", "B"]])
    let cluster = stage.map.annotationViews.first { $0.annotation is ClusterAnnotation }
    #expect((cluster as? MarkerAnnotationView)?.glyphText == "2")
    stage.recorder.view = { _, _ in nil }
    stage.add("C", 300, 500)
    stage.map.layout()
    #expect(stage.map.view(for: "C") is PinAnnotationView)
  }

  @Test("4: a delegate without viewFor behaves as one that returns nil")
  func noMethod() throws {
    final class Nobody: MapViewDelegate {}
    let stage = try Stage()
    let nobody = Nobody()
    stage.map.delegate = nobody
    stage.add("A", 400, 300)
    stage.map.layout()
    #expect(stage.map.view(for: "A") is PinAnnotationView)
    stage.map.delegate = nil
    stage.add("B", 500, 300)
    stage.map.layout()
    #expect(stage.map.view(for: "B") is PinAnnotationView)
  }

  @Test("5: a view without an identifier is never queued; one class may have several identifiers")
  func withoutIdentifier() throws {
    let stage = try Stage()
    stage.recorder.view = { _, annotation in square(annotation.title == "A" ? nil : "b") }
    stage.add("A", 400, 300)
    stage.add("B", 500, 300)
    stage.map.layout()
    stage.map.removeAnnotations(["A", "B"])
    #expect(stage.map.dequeueReusableAnnotationView(withIdentifier: "b") != nil)
    #expect(stage.map.dequeueReusableAnnotationView(withIdentifier: "b") == nil)
  }

  @Test("6: dequeue gives nil for an empty queue, and never a view of another identifier")
  func otherIdentifier() throws {
    let stage = try Stage()
    stage.recorder.view = { _, _ in square("a") }
    stage.add("A", 400, 300)
    stage.map.layout()
    stage.map.removeAnnotation("A")
    #expect(stage.map.dequeueReusableAnnotationView(withIdentifier: "b") == nil)
    #expect(stage.map.dequeueReusableAnnotationView(withIdentifier: "a")?.reuseIdentifier == "a")
  }

  @Test("7: a view is queued when it has left or its annotation was removed; a selected one stays")
  func queued() throws {
    let stage = try Stage()
    stage.recorder.view = { _, _ in square("a") }
    stage.add("A", 400, 300)
    stage.add("B", 500, 300)
    stage.map.layout()
    let (a, b) = (stage.map.view(for: "A"), stage.map.view(for: "B"))
    #expect(stage.map.selectAnnotation("B", animated: false))
    stage.map.setCenter(stage.at(9_000, 300), animated: false)
    #expect(stage.map.dequeueReusableAnnotationView(withIdentifier: "a") === a)
    #expect(stage.map.dequeueReusableAnnotationView(withIdentifier: "a") == nil)
    #expect(stage.map.view(for: "B") === b && a?.annotation == nil && a?.mapView == nil)
  }

  @Test("8: prepareForReuse is called each time a view leaves the queue, not for new ones")
  func prepared() throws {
    final class Counting: AnnotationView {
      var count = 0
      override func prepareForReuse() {
        super.prepareForReuse()
        count += 1
      }
    }
    let stage = try Stage()
    let view = Counting(annotation: nil, reuseIdentifier: "a")
    view.size = ScreenSize(width: 9, height: 9)
    stage.recorder.view = { map, _ in map.dequeueReusableAnnotationView(withIdentifier: "a") ?? view }
    for round in 0..<3 {
      stage.add("A", 400, 300)
      stage.map.layout()
      #expect(stage.map.view(for: "A") === view && view.count == round)
      stage.map.removeAnnotation("A")
    }
  }

  @Test("9: a dequeued view has the annotation that the delegate sets; if it forgets, the map does")
  func annotationIsSet() throws {
    let stage = try Stage()
    stage.recorder.view = { map, _ in map.dequeueReusableAnnotationView(withIdentifier: "a") ?? square("a") }
    stage.add("A", 400, 300)
    stage.map.layout()
    #expect(stage.map.view(for: "A")?.annotation?.title == "A")
    stage.map.removeAnnotation("A")
    stage.add("B", 400, 300)
    stage.map.layout()
    #expect(stage.map.view(for: "B")?.annotation?.title == "B")
  }

  @Test("10: views keep their size at every zoom")
  func size() throws {
    let stage = try Stage()
    stage.recorder.view = { _, _ in square("a", side: 30) }
    stage.add("A", 400, 300)
    for level in [3.0, 10, 21] {
      stage.map.setCenter(stage.map.annotation(for: "A")!.coordinate, level: level, animated: false)
      #expect(stage.map.view(for: "A")?.frame.width == 30)
    }
  }

  @Test("11: the middle of a view is at the coordinate plus centerOffset, right and down")
  func centerOffset() throws {
    let stage = try Stage()
    stage.add("A", 123, 456)
    stage.map.layout()
    let view = try #require(stage.map.view(for: "A"))
    view.centerOffset = ScreenPoint(x: 10, y: -20)
    #expect(abs(view.center.x - 133) < 0.01 && abs(view.center.y - 436) < 0.01)
    stage.map.setCenter(stage.at(410, 310), animated: false)
    #expect(abs(view.center.x - 123) < 0.01 && abs(view.center.y - 426) < 0.01)
  }

  @Test("12: an image sets the size; a view without image and size cannot be hit")
  func imageSize() throws {
    let stage = try Stage()
    let view = AnnotationView(annotation: nil, reuseIdentifier: nil)
    stage.recorder.view = { _, _ in view }
    stage.add("A", 400, 300)
    stage.map.layout()
    #expect(stage.map.annotationView(at: ScreenPoint(x: 400, y: 300)) == nil && view.drawing().isEmpty)
    view.image = MapImage(format: .png, bytes: [1], size: ScreenSize(width: 16, height: 8))
    #expect(view.size == ScreenSize(width: 16, height: 8))
    #expect(stage.map.annotationView(at: ScreenPoint(x: 407, y: 303)) === view)
    #expect(stage.map.annotationView(at: ScreenPoint(x: 409, y: 303)) == nil)
  }

  @Test("13: a thousand annotations in one call give one didAdd with those that are visible")
  func oneCall() throws {
    let stage = try Stage()
    stage.map.addAnnotations(
      (0..<1_000).map { PointAnnotation(coordinate: stage.at(Double($0) * 10, 300), title: "\($0)") })
    stage.map.layout()
    let added = stage.recorder.log.filter { $0.hasPrefix("added") }
    #expect(added.count == 1 && added[0].split(separator: " ").count - 1 == stage.map.annotationViews.count)
    #expect(stage.map.annotationViews.count >= 80 && stage.map.annotationViews.count < 100)
  }

  @Test("14: annotations contains the user's location only while it is shown")
  func userLocation() throws {
    let stage = try Stage()
    stage.add("A", 400, 300)
    #expect(stage.map.annotations.count == 1)
    stage.map.showsUserLocation = true
    #expect(stage.map.annotations.contains { $0 is UserLocation })
    stage.map.updateUserLocation(.init(coordinate: stage.at(1, 1)))
    #expect(stage.map.annotations.count == 2 && stage.map.annotationCount == 1)
    stage.map.showsUserLocation = false
    #expect(!stage.map.annotations.contains { $0 is UserLocation })
  }

  @Test("15: removing an annotation removes its view at once, after didDeselect if it was selected")
  func removing() throws {
    let stage = try Stage()
    stage.add("A", 400, 300)
    stage.map.layout()
    stage.map.selectAnnotation("A", animated: false)
    _ = stage.recorder.take()
    stage.map.removeAnnotation("A")
    #expect(stage.recorder.take() == ["deselect A"] && stage.map.annotationViews.isEmpty)
    stage.map.layout()
    #expect(stage.recorder.take() == [] && stage.map.annotationCount == 0)
    stage.map.removeAnnotation("A")
  }

  @Test("16: the same object, or the same id, added twice is there once")
  func twice() throws {
    let stage = try Stage()
    let car = Car(stage.at(1, 1), "car")
    let id = stage.map.addAnnotation(car)
    #expect(stage.map.addAnnotation(car) == id && stage.map.annotationCount == 1)
    stage.add("A", 400, 300)
    stage.add("A", 500, 300)
    stage.map.layout()
    #expect(stage.map.annotationCount == 2 && stage.recorder.asked.sorted() == ["A", "car"])
    #expect(abs((stage.map.view(for: "A")?.frame.midX ?? 0) - 500) < 0.01)
    stage.map.removeAnnotation(car)
    #expect(stage.map.annotationCount == 1)
  }

  @Test("17: a changed coordinate moves the view without asking; out of sight it is queued, in again asked for anew")
  func moved() throws {
    let stage = try Stage()
    stage.recorder.view = { map, _ in map.dequeueReusableAnnotationView(withIdentifier: "a") ?? square("a") }
    stage.add("A", 400, 300)
    stage.map.layout()
    let view = stage.map.view(for: "A")
    try stage.map.move("A", to: stage.at(100, 100))
    stage.map.layout()
    #expect(stage.map.view(for: "A") === view && abs(view!.center.x - 100) < 0.01)
    #expect(stage.recorder.asked == ["A"])
    try stage.map.move("A", to: stage.at(4_000, 100))
    stage.map.layout()
    #expect(stage.map.view(for: "A") == nil)
    try stage.map.move("A", to: stage.at(200, 100))
    stage.map.layout()
    #expect(stage.recorder.asked == ["A", "A"] && stage.map.view(for: "A") === view)
  }

  @Test("18: a changed title is seen in an open callout; an empty one closes it")
  func titles() throws {
    let stage = try Stage()
    stage.add("A", 400, 300)
    stage.map.layout()
    let view = try #require(stage.map.view(for: "A"))
    view.canShowCallout = true
    stage.map.selectAnnotation("A", animated: false)
    #expect(view.callout?.title == "A" && view.callout?.subtitle == nil)
    try stage.map.update(
      "A", PointAnnotation(coordinate: stage.at(400, 300), title: "new", subtitle: "second"))
    #expect(view.callout?.title == "new" && view.callout?.subtitle == "second")
    try stage.map.update("A", PointAnnotation(coordinate: stage.at(400, 300), title: ""))
    #expect(view.callout == nil && view.isSelected)
  }

  @Test("where the map jumps to, views are used again that are out of sight now")
  func reusedAfterJump() throws {
    let stage = try Stage()
    var made = 0
    stage.recorder.view = { map, annotation in
      if let waiting = map.dequeueReusableAnnotationView(withIdentifier: "a") {
        waiting.annotation = annotation
        return waiting
      }
      made += 1
      let view = square("a")
      view.annotation = annotation
      return view
    }
    stage.add("here", 400, 300)
    stage.add("there", 9_000, 300)
    stage.map.layout()
    stage.map.setCenter(stage.at(9_000, 300), animated: false)
    #expect(stage.letters == ["there"] && made == 1)
  }

  @Test("a callout is in a picture only while its view is in sight")
  func calloutInSight() async throws {
    let stage = try Stage()
    stage.add("A", 400, 300)
    stage.map.layout()
    try #require(stage.map.view(for: "A")).canShowCallout = true
    stage.map.selectAnnotation("A", animated: false)
    #expect(await stage.map.render().callout?.title == "A")
    // Beyond the edge, but within the margin in which views are kept.
    stage.map.setCenter(stage.at(400, -40), animated: false)
    #expect(stage.map.selectedAnnotations == ["A"] && stage.map.view(for: "A") != nil)
    #expect(await stage.map.render().callout == nil)
  }

  @Test("a view that is given again to the annotation that has it stays, and does not wait to be used for another one")
  func sameView() async throws {
    let stage = try Stage()
    stage.recorder.view = { _, _ in square("a") }
    stage.add("A", 400, 300)
    stage.map.layout()
    let view = try #require(stage.map.view(for: "A"))
    view.size = ScreenSize(width: 30, height: 30)
    try stage.map.setView(view, for: "A")
    #expect(stage.map.view(for: "A") === view && view.annotation?.title == "A")
    #expect(stage.map.dequeueReusableAnnotationView(withIdentifier: "a") == nil)
  }
}
