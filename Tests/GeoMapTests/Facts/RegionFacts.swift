import GeoMap
import GeoModel
import GeoTestKit
import Testing

@Suite("Region")
struct RegionFacts {
  private func place(_ latitude: Double, _ longitude: Double) throws -> Coordinate {
    try Coordinate(latitude: latitude, longitude: longitude)
  }

  private func region(_ latitude: Double, _ longitude: Double, _ high: Double, _ wide: Double) throws
    -> CoordinateRegion
  {
    CoordinateRegion(
      center: try place(latitude, longitude), span: CoordinateSpan(latitudeDelta: high, longitudeDelta: wide))
  }

  @Test("44: a region that is set keeps its center and shows at least what was asked, in the view's aspect ratio")
  func aspectRatio() throws {
    let map = try Home.map(size: ScreenSize(width: 800, height: 600))
    defer { Home.check(map) }
    for (high, wide) in [(1.0, 0.1), (0.1, 1), (20, 20), (0.001, 0.001)] {
      let asked = try region(47, 9, high, wide)
      let fits = map.regionThatFits(asked)
      map.region = asked
      #expect(abs(map.centerCoordinate.latitude - 47) < 1e-9 && abs(map.centerCoordinate.longitude - 9) < 1e-9)
      let shown = map.region
      #expect(shown == fits && abs(shown.center.latitude - 47) < 1e-9)
      #expect(shown.south <= asked.south + 1e-9 && shown.north >= asked.north - 1e-9)
      #expect(shown.west <= asked.west + 1e-9 && shown.east >= asked.east - 1e-9)
      #expect(abs(map.visibleMapRect.width / map.visibleMapRect.height - 800 / 600) < 1e-9)
    }
  }

  @Test("45: setCenter does not change the zoom level, at any latitude")
  func setCenter() throws {
    let map = try Home.map()
    defer { Home.check(map) }
    map.setCenter(try place(0, 0), level: 12.3, animated: false)
    let scale = map.zoomScale
    for latitude in stride(from: -85.0, through: 85, by: 17) {
      map.centerCoordinate = try place(latitude, latitude * 2)
      #expect(map.zoomScale == scale && abs(map.centerCoordinate.latitude - latitude) < 1e-9)
    }
  }

  @Test("46: twice the span is one level out, half is one in")
  func span() throws {
    let map = try Home.map()
    defer { Home.check(map) }
    map.region = try region(47, 9, 0.2, 0.2)
    let level = map.level
    var wide = map.region
    wide.span = CoordinateSpan(
      latitudeDelta: wide.span.latitudeDelta * 2, longitudeDelta: wide.span.longitudeDelta * 2)
    map.region = wide
    #expect(abs(map.level - level + 1) < 0.001)
    var narrow = map.region
    narrow.span.latitudeDelta /= 2
    narrow.span.longitudeDelta /= 2
    map.setRegion(narrow, animated: true)
    #expect(abs(map.level - level) < 0.001)
  }

  @Test("47: panned by half the span, the old left edge is in the middle")
  func pan() throws {
    let map = try Home.map()
    defer { Home.check(map) }
    map.region = try region(47, 9, 0.2, 0.2)
    let old = map.region
    var moved = map.region
    moved.center = try place(moved.center.latitude, moved.center.longitude - moved.span.longitudeDelta / 2)
    map.setCenter(moved.center, animated: true)
    #expect(abs(map.point(for: try place(47, old.west)).x - 400) < 1e-3)
    #expect(abs(map.region.east - old.center.longitude) < 1e-9)
  }

  @Test("48: a point of the view comes back from its coordinate to a tenth of a point, at levels 0 to 21")
  func conversion() throws {
    var generator = SeededGenerator(seed: 48)
    let map = MapView(size: ScreenSize(width: 256, height: 256))
    for level in 0...21 {
      for _ in 0..<200 {
        let center = try place(
          Double.random(in: -85...85, using: &generator), Double.random(in: -180...180, using: &generator))
        map.setCenter(center, level: Double(level), animated: false)
        let point = ScreenPoint(
          x: Double.random(in: 0..<256, using: &generator), y: Double.random(in: 0..<256, using: &generator))
        guard MapRect.world.insetBy(dx: -1e9, dy: 0).contains(map.mapPoint(at: point)) else { continue }
        #expect(map.point(for: map.coordinate(at: point)).distance(to: point) < 0.1)
      }
    }
    let rect = ScreenRect(x: 10, y: 20, width: 30, height: 40)
    let back = map.rect(for: map.region(in: rect))
    #expect(abs(back.minX - 10) < 0.1 && abs(back.minY - 20) < 0.1 && abs(back.width - 30) < 0.1)
  }

  @Test("49: a region across the antimeridian is one region, and both sides are seen and converted")
  func antimeridian() throws {
    let map = try Home.map()
    defer { Home.check(map) }
    let recorder = Recorder()
    map.delegate = recorder
    map.region = try region(-17, 180, 2, 4)
    #expect(map.region.crossesAntimeridian && abs(map.region.center.longitude) == 180)
    map.addAnnotation(PointAnnotation(coordinate: try place(-17, 179), title: "west"), id: "west")
    map.addAnnotation(PointAnnotation(coordinate: try place(-17, -179), title: "east"), id: "east")
    map.layout()
    #expect(recorder.asked.sorted() == ["east", "west"])
    let west = map.point(for: try place(-17, 179)).x
    let east = map.point(for: try place(-17, -179)).x
    #expect(abs(west + east - 800) < 0.01 && east > west)
    #expect(abs(map.coordinate(at: ScreenPoint(x: east, y: 300)).longitude + 179) < 1e-6)
    #expect(map.annotations(in: map.visibleMapRect).count == 2)
    map.setCenter(try place(-17, -179.9), animated: false)
    #expect(map.annotationViews.count == 2)
    map.showAnnotations(animated: false)
    #expect(map.region.span.longitudeDelta < 4 && map.region.crossesAntimeridian)
  }

  @Test("50: latitudes are cut off at 85.05, and a rectangle larger than the world shows the world")
  func edges() throws {
    let map = try Home.map(size: ScreenSize(width: 512, height: 512))
    defer { Home.check(map) }
    map.centerCoordinate = try place(90, 0)
    #expect(abs(map.centerCoordinate.latitude - MapPoint.maximumLatitude) < 1e-9)
    map.setVisibleMapRect(MapRect.world.insetBy(dx: -1e9, dy: -1e9), animated: false)
    #expect(map.visibleMapRect == .world && map.region.span.longitudeDelta == 360)
    map.region = CoordinateRegion(south: -90, west: -180, north: 90, east: 180)
    #expect(map.visibleMapRect == .world)
    #expect(
      map.coordinate(at: ScreenPoint(x: 256, y: -5_000)).latitude
        == map.coordinate(at: ScreenPoint(x: 256, y: 0)).latitude)
  }

  @Test("51: will and did change come in pairs, never nested, and not at all when nothing changes")
  func pairs() throws {
    let stage = try Stage()
    var rounds = 0
    stage.recorder.didChange = { map in
      rounds += 1
      if rounds < 3 { map.setCenter(map.coordinate(at: ScreenPoint(x: 500, y: 300)), animated: rounds == 1) }
    }
    stage.map.setCenter(stage.at(0, 0), animated: false)
    #expect(
      stage.recorder.take() == [
        "will false", "visible", "did false", "will true", "visible", "did true", "will false", "visible", "did false",
      ])
    stage.map.region = stage.map.region
    stage.map.setRegion(stage.map.region, animated: true)
    stage.map.visibleMapRect = stage.map.visibleMapRect
    stage.map.centerCoordinate = stage.map.centerCoordinate
    #expect(stage.recorder.take() == [])
    stage.recorder.didChange = { $0.setCenter($0.coordinate(at: ScreenPoint(x: 500, y: 300)), animated: false) }
    stage.map.setCenter(stage.at(0, 0), animated: false)
    #expect(stage.recorder.refused == [.endlessChanges])
  }

  @Test("52: a change by code that is not animated has sent both before the call returns")
  func synchronous() throws {
    let stage = try Stage()
    stage.map.region = try region(10, 10, 1, 1)
    #expect(stage.recorder.take() == ["will false", "visible", "did false"])
  }

  @Test("padding leaves room at each side; limits hold the map; the size can change")
  func limits() throws {
    let map = try Home.map()
    defer { Home.check(map) }
    let rect = MapRect(x: 1e8, y: 1e8, width: 4_000, height: 1_000)
    map.setVisibleMapRect(rect, edgePadding: EdgeInsets(top: 10, left: 100, bottom: 20, right: 50), animated: false)
    let seen = map.rect(for: rect)
    #expect(abs(seen.minX - 100) < 1e-6 && abs(seen.maxX - 750) < 1e-6 && seen.minY > 10 && seen.maxY < 580)
    map.cameraBoundary = MapRect(x: 2e8, y: 1e8, width: 10, height: 10)
    #expect(abs(map.visibleMapRect.midX - 2e8) < 1e-3)
    map.cameraZoomRange = try CameraZoomRange(minCenterCoordinateDistance: 10_000, maxCenterCoordinateDistance: 20_000)
    #expect(map.camera.centerCoordinateDistance > 9_999 && map.camera.centerCoordinateDistance < 20_001)
    map.setCenter(map.centerCoordinate, level: 3, animated: false)
    #expect(abs(map.camera.centerCoordinateDistance - 20_000) < 1)
    map.size = ScreenSize(width: 400, height: 300)
    #expect(abs(map.visibleMapRect.width * map.zoomScale - 400) < 1e-6)
  }

  @Test("a screen zooms and pans as gestures may: about the middle where they may not pan")
  func screensAndGestures() throws {
    let stage = try Stage()
    let (center, level) = (stage.map.centerCoordinate, stage.map.level)
    func show() { stage.map.handle(.show(stage.at(100, 100), level: level + 1, time: 0, isLast: true)) }
    stage.map.isZoomEnabled = false
    stage.map.isScrollEnabled = false
    show()
    #expect(stage.map.centerCoordinate == center && stage.map.level == level)
    #expect(stage.map.gestureLevels == level...level)
    stage.map.isZoomEnabled = true
    show()
    #expect(stage.map.centerCoordinate == center && stage.map.level == level + 1)
    (stage.map.isZoomEnabled, stage.map.isScrollEnabled) = (false, true)
    show()
    #expect(stage.map.centerCoordinate != center && stage.map.level == level + 1)
  }

  @Test("the camera and its limits are set with animation, too")
  func animatedCamera() throws {
    let stage = try Stage()
    _ = stage.recorder.take()
    var camera = stage.map.camera
    camera.centerCoordinateDistance *= 2
    stage.map.setCamera(camera, animated: true)
    #expect(abs(stage.map.level - 15) < 1e-6 && stage.recorder.take() == ["will true", "visible", "did true"])
    let range = try CameraZoomRange(maxCenterCoordinateDistance: camera.centerCoordinateDistance / 4)
    stage.map.setCameraZoomRange(range, animated: true)
    #expect(abs(stage.map.level - 17) < 1e-6 && stage.recorder.take() == ["will true", "visible", "did true"])
    #expect(abs(stage.map.gestureLevels.lowerBound - 17) < 1e-6 && stage.map.gestureLevels.upperBound == 21)
    let south = MapPoint(stage.at(400, 2_000))
    stage.map.setCameraBoundary(MapRect(x: south.x, y: south.y, width: 10, height: 10), animated: true)
    #expect(stage.recorder.take() == ["will true", "visible", "did true"])
  }
}
