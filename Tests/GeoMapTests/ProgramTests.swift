import Foundation
import GeoMap
import GeoModel
import Testing

@Suite("The programs of MAP.md")
struct ProgramTests {
  @Test("answers stand on the map with callouts, their streets under them")
  func answers() throws {
    let asked = try Coordinate(latitude: 37.77, longitude: -122.41)
    var placemark = Placemark(
      coordinate: try Coordinate(latitude: 37.7702, longitude: -122.4103), distanceMeters: 43.7, match: .address,
      source: nil)
    placemark.title = "465 10th Street"
    placemark.overlay = ShapeOverlay(
      coordinate: asked, title: "10th Street",
      boundingRegion: CoordinateRegion(south: 37.769, west: -122.412, north: 37.771, east: -122.409),
      shape: .polyline([asked, placemark.coordinate]))
    let delegate = Answers()
    let map = try Programs.answers(asked, [placemark], delegate)
    #expect(map.annotationViews.count == 2 && map.annotationViews.contains { $0 is PinAnnotationView })
    #expect(map.overlayDrawings().map(\.level) == [.aboveRoads, .aboveLabels])
    let view = try #require(map.annotationViews.first { $0.annotation is Placemark })
    #expect(map.selectAnnotation(try #require(view.annotationID), animated: false))
    #expect(view.callout?.title == "465 10th Street" && view.callout?.accessories[.right]?.id == "details")
  }

  @Test("a fleet of 10,000 is clustered, and a tap selects")
  func fleet() throws {
    let map = MapView()
    let fleet = Fleet()
    map.setCenter(try Coordinate(latitude: 47.14, longitude: 9.52), level: 12, animated: false)
    let rows = 0..<10_000
    let positions = try AnnotationColumns(
      ids: rows.map { .number($0) }, latitudes: rows.map { 47.1 + Double($0 % 100) / 1_000 },
      longitudes: rows.map { 9.4 + Double($0 / 100) / 500 }, titles: rows.map { "V \($0)" })
    try Programs.fleet(map, fleet, positions)
    try Programs.fleet(map, fleet, positions)
    #expect(map.annotationCount == 10_000 && !map.clusterAnnotations.isEmpty)
    let view = try #require(map.annotationViews.last)
    map.handle(.tap(view.center))
    #expect(fleet.selected == [view.annotationID])
  }

  @Test("trails out of GeoJSON are drawn in colors; other shapes are not shown")
  func trails() throws {
    let text = """
      {"type":"FeatureCollection","features":[
       {"type":"Feature","geometry":{"type":"LineString","coordinates":[[9.5,47.1],[9.6,47.2],[9.7,47.1]]}},
       {"type":"Feature","geometry":{"type":"Polygon","coordinates":[[[9.5,47.1],[9.6,47.1],[9.6,47.2],[9.5,47.1]]]}}]}
      """
    let delegate = Trails()
    let drawings = try Programs.trails(Array(text.utf8), delegate)
    #expect(drawings.count == 1)
    guard case .gradientStroke(_, let gradient, let style) = drawings[0].drawing.steps[1] else {
      return #expect(Bool(false), "no gradient")
    }
    #expect(gradient.colors.count == 3 && abs(style.width - 4) < 1e-9)
  }

  @Test("are what the tests above run, line by line")
  func sameLines() throws {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    let source = try String(contentsOf: folder.appending(path: "Programs.swift"), encoding: .utf8)
    let document = try String(
      contentsOf: folder.appending(path: "../../Sources/GeoMap/MAP.md"), encoding: .utf8)
    let known = Set(source.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) })
    let blocks = document.components(separatedBy: "```swift\n").dropFirst().map {
      $0.components(separatedBy: "```")[0].split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
    }
    #expect(blocks.count == 3 && blocks.allSatisfy { $0.count > 15 })
    for line in blocks.joined() where !line.isEmpty { #expect(known.contains(line), "\(line)") }
  }
}
