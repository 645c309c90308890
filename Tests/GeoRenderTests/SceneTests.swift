import GeoMap
import GeoModel
import GeoRender
import Testing

@Suite("Scenes: what a picture is asked to show")
struct SceneTests {
  private func scene(_ build: (MapScene) throws -> Void) throws -> (map: MapView, scene: MapScene) {
    let map = MapView(size: ScreenSize(width: 300, height: 200))
    let scene = MapScene(map)
    try build(scene)
    return (map, scene)
  }

  @Test("a marker, a path and a circle are where their words say, in their colors")
  func words() async throws {
    let (map, scene) = try scene { scene in
      scene.add(try SceneMarker(parsing: "47.14,9.52,Here,#00ff00"))
      let path = try ScenePath(parsing: "47.13,9.50;47.13,9.54;#ff0000")
      scene.addLine(path.coordinates, path.color ?? .black)
      scene.add(try SceneCircle(parsing: "47.15,9.52,300,#0000ff"))
      try scene.show(SceneFrame(region: nil, center: nil, level: nil))
    }
    let pixels = try Pixels(try await map.snapshot(background: .white).rendered().bytes)
    let marker = try #require(map.view(for: scene.items[0].id))
    // The rim of the balloon beside its glyph.
    let (x, y) = (Int(marker.frame.midX), Int(marker.frame.minY + 4))
    #expect(pixels.isColor(x, y, [0, 255, 0, 255], within: 8), "\(pixels[x, y])")
    let line = map.point(for: try Coordinate(latitude: 47.13, longitude: 9.511))
    #expect(pixels.isColor(Int(line.x), Int(line.y), [255, 0, 0, 255], within: 8))
    let circle = map.point(for: try Coordinate(latitude: 47.15, longitude: 9.52))
    #expect(pixels.isColor(Int(circle.x), Int(circle.y), [217, 217, 255, 255], within: 3))
  }

  @Test("a way over the antimeridian takes the shorter side, and a line around the Earth is all in its picture")
  func aroundTheEarth() throws {
    let tokyo = try Coordinate(latitude: 35, longitude: 140)
    let newYork = try Coordinate(latitude: 40, longitude: -74)
    let way = try scene { scene in
      scene.addLine([newYork, tokyo], .black)
      try scene.show(SceneFrame(region: nil, center: nil, level: nil))
    }
    #expect(way.map.visibleMapRect.containsOnGlobe(MapPoint(try Coordinate(latitude: 37, longitude: -147))))
    #expect(!way.map.visibleMapRect.containsOnGlobe(MapPoint(try Coordinate(latitude: 37, longitude: 30))))
    let straight = try scene { scene in
      let text = "{\"type\":\"LineString\",\"coordinates\":[[-74,40],[140,35]]}"
      scene.add(try GeoJSONDecoder().decode(Array(text.utf8)))
      try scene.show(SceneFrame(region: nil, center: nil, level: nil))
    }
    for longitude in [-74.0, 30, 140] {
      let place = straight.map.point(for: try Coordinate(latitude: 37, longitude: longitude))
      #expect((0...300).contains(place.x), "\(longitude)")
    }
  }

  @Test("what GeoJSON cuts at the antimeridian is shown as near as if it were whole")
  func cutAtTheAntimeridian() throws {
    for text in [
      #"{"type":"MultiLineString","coordinates":[[[170,0],[180,5]],[[-180,5],[-170,10]]]}"#,
      #"{"type":"MultiPolygon","coordinates":[[[[170,0],[180,0],[180,10]]],[[[-180,0],[-170,0],[-180,10]]]]}"#,
    ] {
      let cut = try scene { scene in
        scene.add(try GeoJSONDecoder().decode(Array(text.utf8)))
        try scene.show(SceneFrame(region: nil, center: nil, level: nil))
      }
      #expect(cut.map.region.span.longitudeDelta < 60, "\(cut.map.region)")
      #expect(cut.map.visibleMapRect.containsOnGlobe(MapPoint(try Coordinate(latitude: 5, longitude: -180))))
    }
  }

  @Test("of more markers than views each is in the picture, close ones as one with their number")
  func crowd() throws {
    let (map, scene) = try scene { scene in
      for number in 0..<3_000 {
        let place = try Coordinate(latitude: 40 + Double(number % 60) / 6, longitude: Double(number / 60) / 5)
        scene.addMarker(place, title: "\(number)", .systemRed)
      }
      try scene.show(SceneFrame(region: nil, center: nil, level: nil))
    }
    map.layout()
    let shown = map.annotationViews.reduce(0) { $0 + (($1.annotation as? ClusterAnnotation)?.memberCount ?? 1) }
    #expect(shown == 3_000 && map.annotationViews.count < 300)
    #expect(scene.notes.count == 1)
  }

  @Test("the number of a cluster has room in its balloon", arguments: [(9_990, "9990"), (12_345, "12k")])
  func numbers(count: Int, text: String) async throws {
    let (map, _) = try scene { scene in
      for _ in 0..<count { scene.addMarker(try Coordinate(latitude: 47, longitude: 9), title: nil, .systemRed) }
      try scene.show(SceneFrame(region: nil, center: nil, level: nil))
    }
    map.layout()
    let view = try #require(map.annotationViews.first as? MarkerAnnotationView)
    #expect(map.annotationViews.count == 1 && view.glyphText == text)
    let pixels = try Pixels(try await map.snapshot(background: .black).rendered().bytes)
    for x in [Int(view.frame.minX) - 2, Int(view.frame.maxX) + 2] {
      let rows = Int(view.frame.minY)..<Int(view.frame.minY) + 30
      #expect(rows.allSatisfy { pixels.isColor(x, $0, [0, 0, 0, 255]) }, "letters beside the balloon")
    }
  }

  @Test("letters of a balloon have room in it, however wide they are", arguments: ["WW", "WWWW", "MMMMMMMMMM", "漢字漢字"])
  func wideLetters(text: String) async throws {
    let map = MapView(size: ScreenSize(width: 100, height: 100))
    map.registerTemplate("wide", MarkerAnnotationView.self) { $0.glyphText = text }
    let columns = try AnnotationColumns(ids: [1], latitudes: [0], longitudes: [0])
    try map.addAnnotations(columns, template: "wide")
    map.layout()
    let view = try #require(map.annotationViews.first)
    let pixels = try Pixels(try await map.snapshot(background: .black).rendered().bytes)
    for x in [Int(view.frame.minX) - 2, Int(view.frame.maxX) + 2] {
      let rows = Int(view.frame.minY)..<Int(view.frame.minY) + 30
      #expect(rows.allSatisfy { pixels.isColor(x, $0, [0, 0, 0, 255]) }, "letters beside the balloon")
    }
  }

  @Test("the callout lies where it is said to, and stands in for the marker's own text")
  func callout() async throws {
    let (map, scene) = try scene { scene in
      scene.hasCallout = true
      scene.add(try SceneMarker(parsing: "47.14,9.52,A rather long title,#00ff00"))
      try scene.show(SceneFrame(region: nil, center: nil, level: nil))
    }
    let snapshot = await map.snapshot(background: .white)
    let frame = try #require(try snapshot.calloutFrame())
    let marker = try #require(map.view(for: scene.items[0].id))
    #expect(frame.maxY <= marker.frame.minY && frame.minX < marker.frame.midX && frame.maxX > marker.frame.midX)
    let pixels = try Pixels(try snapshot.rendered().bytes)
    func isWhite(_ rows: Range<Int>) -> Bool {
      rows.allSatisfy { row in (0..<300).allSatisfy { pixels.isColor($0, row, [255, 255, 255, 255]) } }
    }
    #expect(!isWhite(Int(frame.minY)..<Int(frame.maxY)), "the balloon has a rim and text")
    #expect(isWhite(0..<max(0, Int(frame.minY) - 2)))
    #expect(isWhite(Int(marker.frame.maxY) + 3..<200), "no title below the marker")
  }

  @Test("an answer whose letters no font has is asked for in others, once")
  func letters() throws {
    let place = try Coordinate(latitude: 35, longitude: 105)
    let query = MapScene.query(place, languages: ["zh"], explains: false)
    var asked: [[String]] = []
    func ask(_ query: PlacemarkQuery) -> [Placemark] {
      asked.append(query.languages)
      var answer = Placemark(coordinate: place, distanceMeters: 0, match: .area, source: nil)
      (answer.name, answer.country) = query.languages == ["zh"] ? ("甘肃省", "中国") : ("Gansu", "China")
      return [answer]
    }
    #expect(MapScene.answers(to: query, canWrite: { _ in true }, ask: ask).map(\.name) == ["甘肃省"])
    let latin = MapScene.answers(to: query, canWrite: { $0.utf8.allSatisfy { $0 < 0x80 } }, ask: ask)
    #expect(latin.map(\.name) == ["Gansu"] && asked == [["zh"], ["zh"], ["en", "und-Latn"]])
    #expect(MapScene.answers(to: query, canWrite: { _ in false }, ask: ask).count == 1)
  }

  @Test(
    "the asked point is to be seen beside the answer, and before its balloon where that would hide it",
    arguments: [
      0.0, 0.01,
    ])
  func asked(away: Double) async throws {
    let place = try Coordinate(latitude: 47.14, longitude: 9.52)
    let answer = Placemark(
      coordinate: try Coordinate(latitude: 47.14 + away, longitude: 9.52), distanceMeters: away * 111_000,
      match: .street, source: nil)
    let (map, scene) = try scene { scene in
      scene.show(answers: [answer], to: place, explains: true)
      try scene.show(SceneFrame(region: nil, center: nil, level: nil))
    }
    let pixels = try Pixels(try await map.snapshot(background: .white).rendered().bytes)
    let asked = try #require(scene.items.first { $0.role == .asked })
    let view = try #require(map.view(for: asked.id))
    #expect((view is PinAnnotationView) == (away > 0))
    let red = Color.systemRed.light
    // The center of the dot, or the head of the pin beside its highlight.
    let (x, y) = away > 0 ? (view.frame.midX + 4, view.frame.minY + 14) : (view.frame.midX, view.frame.midY)
    let expected = [red.red, red.green, red.blue, 1].map { Int(($0 * 255).rounded()) }
    #expect(pixels.isColor(Int(x), Int(y), expected, within: 8), "\(pixels[Int(x), Int(y)])")
    // The number of the answer stays readable: white in its balloon.
    let balloon = try #require(map.view(for: scene.items[0].id)).frame
    let columns = Int(balloon.minX + 8)..<Int(balloon.maxX - 8)
    #expect(columns.contains { pixels.isColor($0, Int(balloon.minY + 15), [255, 255, 255, 255], within: 40) })
  }

  @Test("center and level decide what is seen before what was added does")
  func frames() throws {
    func region(_ frame: SceneFrame) throws -> CoordinateRegion {
      try scene { scene in
        scene.add(try SceneMarker(parsing: "47.14,9.52"))
        try scene.show(frame)
      }.map.region
    }
    let center = try Coordinate(latitude: 47.2, longitude: 9.6)
    let around = try region(SceneFrame(region: nil, center: center, level: nil))
    #expect(around.south < 47.14 && around.north > 47.26 - 0.01 && around.west < 9.52)
    #expect(abs((around.west + around.east) / 2 - 9.6) < 1e-6)
    let near = try region(SceneFrame(region: nil, center: center, level: 18))
    #expect(near.south > 47.19 && near.east - near.west < 0.01)
    let fixed = try region(
      SceneFrame(region: CoordinateRegion(south: 1, west: 2, north: 3, east: 4), center: nil, level: nil))
    #expect(fixed.south < 1 + 1e-6 && fixed.north > 3 - 1e-6 && fixed.west < 2 + 1e-6 && fixed.east > 4 - 1e-6)
    #expect(throws: SceneError.self) {
      try scene { try $0.show(SceneFrame(region: nil, center: nil, level: 3)) }
    }
    #expect(throws: SceneError.self) { try SceneFrame(region: nil, center: center, level: .nan) }
  }
}
