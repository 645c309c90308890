import GeoMap
import GeoModel
import GeoTestKit
import GeoWire
import Testing

@testable import GeoMapClient
@testable import GeoServer

/// Lines and areas of a Swift program on a daemon's map, whatever their length.
@Suite(.serialized) struct DaemonMapShapeTests {
  /// A map of a program, with its delegate.
  private func map(_ name: String, _ server: TestServer, _ delegate: Refusals) async throws -> MapView {
    let map = try await GeoClient(socketPath: server.path).mapView(
      named: name, center: DaemonMapTests.vaduz, level: 12)
    map.delegate = delegate
    return map
  }

  @Test("lines and areas that are longer than a request are whole on the daemon's map")
  func longLines() async throws {
    try await TestServer.withServer { server in
      let refusals = Refusals()
      let map = try await map("long", server, refusals)
      let line = try Polyline(
        (0..<60_000).map { Coordinate(clampingLatitude: 47 + Double($0) / 7e5, longitude: 9.5 + Double($0 % 7) / 3e3) })
      let area = try Polygon(coordinates: line.coordinates + [DaemonMapTests.vaduz])
      map.addOverlay(line, id: "line")
      map.addOverlay(area, id: "area")
      try await map.synchronize()
      #expect(refusals.problems.isEmpty, "\(refusals.problems)")
      let other = try opened(server, "long")
      // The response to an extension has the new length.
      let places = #""places":[[9.6,47.2]]"#
      #expect(ask(other, "extendOverlay", #""overlay":"line",\#(places)"#).contains(#""count":60001"#))
      #expect(ask(other, "extendOverlay", #""overlay":"area",\#(places)"#).contains(#""count":60002"#))
      map.close()
    }
  }

  @Test("lines and areas of many parts that are longer than a request are whole on the daemon's map")
  func longParts() async throws {
    try await TestServer.withServer { server in
      let refusals = Refusals()
      let map = try await map("parts", server, refusals)
      func ring(_ count: Int, _ start: Double) -> [Coordinate] {
        (0..<count).map {
          Coordinate(clampingLatitude: start + Double($0) / 7e5, longitude: 9.5 + Double($0 % 7) / 3e3)
        }
      }
      let holes = try [3, 9_000, 4].map { try Polygon(coordinates: ring($0, 47.01)) }
      let holed = try Polygon(coordinates: ring(20_000, 47), interiorPolygons: holes)
      map.addOverlay(try MultiPolyline((0..<8_000).map { try Polyline(ring(5, 47 + Double($0) / 1e5)) }), id: "lines")
      map.addOverlay(holed, id: "holed")
      let areas = [try Polygon(coordinates: ring(5, 47)), holed, try Polygon(coordinates: ring(30_000, 47))]
      map.addOverlay(try MultiPolygon(areas), id: "areas")
      try await map.synchronize()
      #expect(refusals.problems.isEmpty, "\(refusals.problems)")
      let other = try opened(server, "parts")
      for (id, count) in [("lines", 40_000), ("holed", 29_007), ("areas", 59_012)] {
        let answer = ask(other, "extendOverlay", #""overlay":"\#(id)","places":[[9.6,47.2]]"#)
        #expect(answer.contains(#""count":\#(count + 1)"#), "\(answer)")
      }
      map.close()
    }
  }

  @Test("shapes are cut into pieces that have so many places, and are whole again when they are put together")
  func pieces() throws {
    func points(_ count: Int) -> [MapPoint] { (0..<count).map { MapPoint(x: Double($0 * $0), y: Double($0)) } }
    func polygon(_ outer: Int, _ holes: [Int]) throws -> Polygon {
      try Polygon(points: points(outer), interiorPolygons: holes.map { try Polygon(points: points($0)) })
    }
    let three = [[3], [3], [3], [3], [3, 3, 3, 3]]
    for sizes in [[[3]], [[10]], [[25]], [[4, 3, 3]], [[11, 3, 21, 4], [5], [30, 30]], three] {
      let areas = try MultiPolygon(sizes.map { try polygon($0[0], Array($0.dropFirst())) })
      let cut = try #require(ShapePieces(areas, most: 10))
      var whole: [[[MapPoint]]] = []
      for (index, piece) in cut.pieces.enumerated() {
        let places: Int
        switch piece {
        case .parts(let parts):
          places = parts.joined().reduce(0) { $0 + $1.count }
          whole += parts
        case .holes(let holes):
          places = holes.reduce(0) { $0 + $1.count }
          whole[whole.count - 1] += holes
        case .places(let more):
          places = more.count
          let ring = whole[whole.count - 1].count - 1
          whole[whole.count - 1][ring] += more
        }
        #expect(places <= 10 && places > 0, "\(sizes) \(index)")
      }
      #expect(whole == areas.polygons.map { [$0.points] + ($0.interiorPolygons ?? []).map(\.points) }, "\(sizes)")
    }
  }

  @Test("lines and areas of points over the antimeridian are said where they are")
  func overTheAntimeridian() throws {
    func text(_ overlay: any Overlay) -> String {
      var json = JSONWriter()
      json.shape(of: overlay)
      return String(decoding: json.bytes, as: UTF8.self)
    }
    let points = try [(175.0, 0.0), (185, 10), (180, 20)].map {
      try MapPoint(latitude: $0.1, unwrappedLongitude: $0.0)
    }
    for overlay in [try Polyline(points: points), try Polygon(points: points)] as [any Overlay] {
      let said = text(overlay)
      #expect(said.contains("[[175") && said.contains("[185,") && said.contains("[180,"), "\(said)")
    }
  }

  @Test("a line with a color for each of its points is drawn on the daemon's map, however many they are")
  func manyColors() async throws {
    final class Rainbow: MapViewDelegate {
      var problems: [MapError] = []
      func mapView(_ mapView: MapView, didRefuse problem: MapError) { problems.append(problem) }
      func mapView(_ mapView: MapView, rendererFor overlay: any Overlay) -> OverlayRenderer? {
        guard let line = overlay as? Polyline else { return nil }
        let renderer = GradientPolylineRenderer(polyline: line)
        let colors = (0..<line.pointCount).map { $0 < line.pointCount / 2 ? Color.systemRed : .systemGreen }
        renderer.setColors(colors, locations: line.locations(at: Array(0..<line.pointCount)))
        renderer.lineWidth = 4
        return renderer
      }
    }
    try await TestServer.withServer { server in
      let rainbow = Rainbow()
      let map = try await GeoClient(socketPath: server.path).mapView(
        named: "rainbow", center: DaemonMapTests.vaduz, level: 12, size: ScreenSize(width: 200, height: 100))
      map.delegate = rainbow
      map.baseMap = DaemonBaseMap.none
      let bare = try await map.daemonSnapshot()
      map.addOverlay(
        try Polyline((0..<3_000).map { Coordinate(clampingLatitude: 47.14, longitude: 9.5 + Double($0) / 1e5) }))
      #expect(try await map.daemonSnapshot().bytes != bare.bytes)
      #expect(rainbow.problems.isEmpty, "\(rainbow.problems)")
      map.close()
    }
  }
}
