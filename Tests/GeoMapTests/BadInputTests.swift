import GeoMap
import GeoModel
import Testing

@Suite("Bad input")
struct BadInputTests {
  @Test("regions, sizes, cameras and limits that are none are refused, and the map stays as it was")
  func regions() throws {
    let stage = try Stage()
    let before = stage.map.visibleMapRect
    let map = stage.map
    map.region = CoordinateRegion(south: .nan, west: 0, north: 1, east: 1)
    map.region = CoordinateRegion(south: 5, west: 0, north: 1, east: 1)
    map.setVisibleMapRect(.null, animated: false)
    map.visibleMapRect = MapRect(x: 0, y: 0, width: -1, height: .infinity)
    map.setCenter(stage.at(1, 1), level: .nan, animated: false)
    map.size = ScreenSize(width: 0, height: .nan)
    map.camera = MapCamera(centerCoordinate: stage.at(1, 1), centerCoordinateDistance: 100, heading: 90)
    map.camera = MapCamera(centerCoordinate: stage.at(1, 1), centerCoordinateDistance: -100)
    map.cameraBoundary = .null
    #expect(
      stage.recorder.refused == [
        .invalidRegion, .invalidRegion, .invalidRegion, .invalidRegion, .invalidRegion, .invalidSize,
        .unsupportedCamera, .invalidRegion, .invalidLimit,
      ])
    #expect(map.visibleMapRect == before && stage.recorder.log.isEmpty)
    #expect(throws: MapError.invalidLimit) {
      try CameraZoomRange(minCenterCoordinateDistance: 5, maxCenterCoordinateDistance: 1)
    }
    #expect(MapView(size: ScreenSize(width: .nan, height: 0), scale: -1).size == ScreenSize(width: 800, height: 600))
    #expect(map.regionThatFits(CoordinateRegion(.null)).isValid == false && map.rect(for: MapRect.null).width == 0)
  }

  @Test("a region of no extent shows the nearest level there is")
  func point() throws {
    let map = MapView()
    map.region = CoordinateRegion(
      center: try Coordinate(latitude: 47, longitude: 9), span: CoordinateSpan(latitudeDelta: 0, longitudeDelta: 0))
    #expect(map.level == 21)
  }

  @Test("unknown ids are errors with advice, or ignored where MapKit ignores them")
  func unknown() throws {
    let stage = try Stage()
    let here = stage.at(1, 1)
    #expect(throws: MapError.unknownAnnotation("?")) { try stage.map.move("?", to: here) }
    #expect(throws: MapError.unknownAnnotation("?")) {
      try stage.map.update("?", PointAnnotation(coordinate: here))
    }
    #expect(throws: MapError.unknownAnnotation("?")) { try stage.map.setView(nil, for: "?") }
    #expect(throws: MapError.self) { try stage.map.update(Car(here, "unknown")) }
    #expect(throws: MapError.unknownReuseIdentifier("?")) {
      try stage.map.dequeueReusableAnnotationView(withIdentifier: "?", for: PointAnnotation(coordinate: here))
    }
    stage.map.removeAnnotation("?")
    stage.map.removeOverlay("?")
    stage.map.showAnnotations(["?"], animated: false)
    #expect(
      stage.map.view(for: "?") == nil && stage.map.annotation(for: "?") == nil && stage.map.cluster(of: "?") == nil)
    #expect(stage.recorder.log.isEmpty && MapError.unknownAnnotation("?").description.contains("add it first"))
  }

  @Test("columns name the row or column that is wrong, and nothing of them is added or moved")
  func columns() throws {
    let stage = try Stage()
    #expect(throws: MapError.columnLengths("titles")) {
      try AnnotationColumns(ids: [1, 2], latitudes: [1, 2], longitudes: [1, 2], titles: ["a"])
    }
    for bad in [Double.nan, 91, -Double.infinity] {
      #expect {
        try AnnotationColumns(ids: [1, 2], latitudes: [1, bad], longitudes: [1, 2])
      } throws: { error in
        guard case .invalidRow(1, _) = error as? MapError else { return false }
        return "\(error)".contains("row 1: latitude")
      }
    }
    let columns = try AnnotationColumns(
      ids: [1, 2, "x"], latitudes: [47.14, 47.1401, -90], longitudes: [9.52, 9.5201, 180], titles: ["a", "b", "c"],
      subtitles: ["s", "t", "u"], headings: [0, 90, 270])
    #expect(throws: MapError.unknownTemplate("bus")) { try stage.map.addAnnotations(columns, template: "bus") }
    #expect(stage.map.annotationCount == 0)
    try stage.map.addAnnotations(columns)
    let first = try #require(stage.map.annotation(for: 1) as? ColumnAnnotation)
    #expect(first.title == "a" && first.subtitle == "s" && first.heading == 0 && first.coordinate.latitude == 47.14)
    #expect(throws: MapError.columnLengths("longitudes")) {
      try stage.map.moveAnnotations([1], latitudes: [1], longitudes: [])
    }
    #expect(throws: MapError.self) { try stage.map.moveAnnotations([1, 2], latitudes: [1, 95], longitudes: [1, 1]) }
    #expect(stage.map.annotation(for: 1)?.coordinate == first.coordinate)
    #expect(try stage.map.moveAnnotations([1, 9, "x"], latitudes: [1, 1, 1], longitudes: [2, 2, 2]) == [9])
    #expect(stage.map.annotation(for: "x")?.coordinate.longitude == 2)
  }

  @Test("an annotation that cannot be moved says so")
  func notMovable() throws {
    struct Fixed: Annotation { let coordinate: Coordinate }
    let stage = try Stage()
    let id = stage.map.addAnnotation(Fixed(coordinate: stage.at(1, 1)))
    #expect(throws: MapError.notMovable(id)) { try stage.map.move(id, to: stage.at(2, 2)) }
    try stage.map.update(id, Fixed(coordinate: stage.at(2, 2)))
    #expect(stage.map.annotations(in: stage.map.visibleMapRect) == [id])
  }

  @Test("a reuse identifier that is dequeued in vain again and again is told once, unless some view has it")
  func vain() throws {
    let stage = try Stage()
    stage.recorder.view = { map, _ in
      map.dequeueReusableAnnotationView(withIdentifier: "CustomPinAnnotationView")
        ?? PinAnnotationView(annotation: nil, reuseIdentifier: "CustomPinAnnotation")
    }
    for number in 0..<20 { stage.add("\(number)", Double(number) * 40, 300) }
    stage.map.layout()
    #expect(stage.recorder.refused == [.reuseIdentifierNeverUsed("CustomPinAnnotationView")])
  }

  @Test(
    "a delegate that is asked for many views at once, before any of them waits, is not told of its reuse identifier")
  func manyAtOnce() throws {
    let stage = try Stage()
    stage.clusterAll()
    let standard = stage.recorder.view
    stage.recorder.view = { map, annotation in
      guard annotation is ClusterAnnotation else { return standard(map, annotation) }
      return map.dequeueReusableAnnotationView(withIdentifier: "cluster") ?? square("cluster")
    }
    for number in 0..<600 {
      stage.add("\(number)", Double(number % 40) * 20 + Double(number % 2), Double(number / 40) * 40)
    }
    stage.map.layout()
    #expect(stage.recorder.asked.contains { $0.hasPrefix("cluster of") })
    #expect(stage.recorder.refused.isEmpty)
  }

  @Test("points and sizes that no screen has, and what is computed of far ones, leave a map that can be shown")
  func farAway() throws {
    let stage = try Stage()
    let map = stage.map
    let before = map.visibleMapRect
    for far in [1e308, -1e308, 1e304, 1e7] {
      for levels in [1.0, -30] { map.handle(.wheel(ScreenPoint(x: far, y: 0), levels: levels)) }
      map.handle(.press(ScreenPoint(x: far, y: 0), time: 0))
      map.handle(.move(ScreenPoint(x: -far, y: far), time: 1))
      map.handle(.release(ScreenPoint(x: 0, y: 0), time: 2))
    }
    #expect(map.visibleMapRect == before)
    for near in [1e6, -1e6] {
      map.handle(.press(ScreenPoint(x: near, y: near), time: 0))
      map.handle(.move(ScreenPoint(x: -near, y: -near), time: 1))
      map.handle(.release(ScreenPoint(x: 0, y: 0), time: 2))
      map.handle(.wheel(ScreenPoint(x: near, y: near), levels: -30))
      map.handle(.wheel(ScreenPoint(x: near, y: near), levels: 30))
    }
    #expect(map.region.isValid && map.level >= 0 && map.level <= 21)
    map.size = ScreenSize(width: 1e300, height: 1)
    map.size = ScreenSize(width: 16_385, height: 100)
    #expect(stage.recorder.refused == [.invalidSize, .invalidSize])
    map.size = ScreenSize(width: 16_384, height: 1)
    #expect(map.size.width == 16_384 && map.region.isValid)
    let view = square("far")
    for size in [ScreenSize(width: 1e30, height: 1e30), ScreenSize(width: 1, height: 16_385)] {
      view.size = size
      #expect(view.size == .zero)
    }
    view.centerOffset = ScreenPoint(x: 1e308, y: 0)
    view.calloutOffset = ScreenPoint(x: 0, y: -.infinity)
    #expect(view.centerOffset == .zero && view.calloutOffset == .zero)
  }

  @Test("a map that is larger than any screen from the start ends nothing", arguments: [1e6, 1e30, 1e308])
  func hugeMap(side: Double) throws {
    for size in [ScreenSize(width: side, height: side), ScreenSize(width: 1, height: side)] {
      let map = MapView(size: size)
      for step in 0..<20 {
        map.addAnnotation(PointAnnotation(coordinate: try Coordinate(latitude: Double(step), longitude: Double(step))))
      }
      map.layout()
      map.setCenter(try Coordinate(latitude: 47, longitude: 9), level: 13, animated: false)
      map.handle(.wheel(ScreenPoint(x: 10, y: 10), levels: 2))
      map.handle(.key(.left))
      map.layout()
      #expect(map.annotationCount == 20 && (map.region.isValid || side > 1e300))
    }
  }

  @Test(
    "frames as long as screens and as thin as lines meet, and are found in little time",
    arguments: [(1.0, 16_384.0), (16_384, 1), (16_384, 16_384), (4, 256), (0.001, 0.001)])
  func longFrames(width: Double, height: Double) throws {
    let stage = try Stage()
    stage.recorder.view = { _, _ in
      let view = square("long")
      view.size = ScreenSize(width: width, height: height)
      view.clusteringIdentifier = "long"
      return view
    }
    for row in 0..<50 { for column in 0..<50 { stage.add("\(row) \(column)", Double(column) * 16, Double(row) * 12) } }
    stage.map.layout()
    let shown = stage.map.annotationViews.count
    switch (width, height) {
    case (0.001, 0.001): #expect(shown > 1_000)
    // Columns do not meet.
    case (4, 256): #expect(shown >= 50 && shown < 500)
    default: #expect(shown >= 1 && shown < 500)
    }
  }

  @Test("one view for two annotations, numbers that are none, and gestures out of nowhere harm nobody")
  func oddities() throws {
    let stage = try Stage()
    let one = square("a")
    stage.recorder.view = { _, _ in one }
    stage.add("A", 400, 300)
    stage.add("B", 500, 300)
    stage.map.layout()
    #expect(stage.map.annotationViews.count == 2 && stage.map.view(for: "A") !== stage.map.view(for: "B"))
    one.size = ScreenSize(width: .nan, height: -3)
    one.centerOffset = ScreenPoint(x: .infinity, y: 0)
    one.displayPriority = DisplayPriority(rawValue: .nan)
    stage.map.layout()
    stage.map.handle(.press(ScreenPoint(x: .nan, y: 0), time: .nan))
    stage.map.handle(.move(ScreenPoint(x: 1, y: 1), time: 0))
    stage.map.handle(.release(ScreenPoint(x: 1, y: 1), time: 0))
    stage.map.handle(.wheel(ScreenPoint(x: 1, y: 1), levels: .infinity))
    stage.map.handle(.key(.escape))
    for _ in 0..<40 { stage.map.handle(.wheel(ScreenPoint(x: 1, y: 1), levels: 1_000)) }
    #expect(stage.map.level == 21)
    stage.map.removeAllAnnotations()
    #expect(stage.map.annotationCount == 0)
  }
}
