import GeoMap
import GeoModel
import Testing

@Suite("Views that are turned")
struct TurnedViewFacts {
  @Test("a view is turned as its annotation heads, and its frame is not")
  func heading() async throws {
    let stage = try Stage()
    stage.map.registerTemplate("car", PinAnnotationView.self) { $0.rotation = .heading }
    let place = stage.at(400, 300)
    let columns = try AnnotationColumns(
      ids: [1], latitudes: [place.latitude], longitudes: [place.longitude], headings: [-90])
    try stage.map.addAnnotations(columns, template: "car")
    stage.map.layout()
    let view = try #require(stage.map.view(for: 1))
    let frame = view.frame
    #expect(view.rotationDegrees == 270)
    try stage.map.moveAnnotations([1], latitudes: [place.latitude], longitudes: [place.longitude], headings: [450])
    #expect(view.rotationDegrees == 90 && view.frame == frame)
    try stage.map.move(1, to: stage.at(410, 300))
    #expect(view.rotationDegrees == 90)
    #expect(throws: MapError.columnLengths("headings")) {
      try stage.map.moveAnnotations([1], latitudes: [0], longitudes: [0], headings: [])
    }
    view.rotation = .degrees(.infinity)
    #expect(view.rotationDegrees == 0)
  }

  @Test(
    "views collide as they are turned; those of a template that turn with their annotations as if all headed north"
  )
  func turnedCollisions() async throws {
    struct Bus: HeadedAnnotation {
      var coordinate: Coordinate
      var title: String?
      var heading: Double?
    }
    let stage = try Stage()
    func look(_ view: AnnotationView, _ rotation: ViewRotation) {
      view.size = ScreenSize(width: 60, height: 10)
      view.displayPriority = .defaultLow
      view.rotation = rotation
    }
    stage.recorder.view = { _, annotation in
      let view = AnnotationView(annotation: annotation, reuseIdentifier: nil)
      look(view, annotation is Bus ? .heading : .degrees(90))
      return view
    }
    // One below the other. In the turned view they are side by side and would have room.
    stage.add("A", 400, 300)
    stage.add("B", 400, 340)
    stage.add("C", 420, 300)
    stage.map.layout()
    #expect(stage.letters == ["A", "C"])
    stage.map.removeAnnotations(["A", "B", "C"])
    let (first, second) = (stage.at(400, 300), stage.at(400, 340))
    stage.map.addAnnotation(Bus(coordinate: first, title: "D", heading: 90), id: "D")
    stage.map.addAnnotation(Bus(coordinate: second, title: "E", heading: 180), id: "E")
    stage.map.layout()
    #expect(stage.letters == ["D", "E"])
    try stage.map.update("E", Bus(coordinate: second, title: "E", heading: 90))
    stage.map.layout()
    #expect(stage.letters == ["D"])
    stage.map.removeAnnotations(["D", "E"])
    stage.map.registerTemplate("bus", AnnotationView.self) { look($0, .heading) }
    let columns = try AnnotationColumns(
      ids: [1, 2], latitudes: [first.latitude, second.latitude], longitudes: [first.longitude, second.longitude],
      titles: ["F", "G"], headings: [90, 90])
    try stage.map.addAnnotations(columns, template: "bus")
    stage.map.layout()
    #expect(stage.letters == ["F", "G"])
  }

  @Test("a tap meets a view that is turned where it is seen")
  func turnedTaps() throws {
    let stage = try Stage()
    stage.recorder.view = { _, _ in
      let view = AnnotationView(annotation: nil, reuseIdentifier: nil)
      view.size = ScreenSize(width: 60, height: 10)
      view.rotation = .degrees(90)
      return view
    }
    let id = stage.add("long", 400, 300)
    stage.map.layout()
    let view = try #require(stage.map.view(for: id))
    func isHit(_ x: Double, _ y: Double) -> Bool { stage.map.annotationView(at: ScreenPoint(x: x, y: y)) === view }
    #expect(isHit(400, 300) && isHit(400, 328) && isHit(404, 272))
    #expect(!isHit(428, 300) && !isHit(400, 332) && !isHit(407, 300))
    view.rotation = .degrees(45)
    #expect(isHit(420, 320) && !isHit(420, 280) && !isHit(400, 328))
  }
}
