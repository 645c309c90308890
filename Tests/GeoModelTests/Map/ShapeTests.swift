import GeoModel
import GeoTestKit
import Testing

@Suite("Shapes")
struct ShapeTests {
  private func place(_ latitude: Double, _ longitude: Double) throws -> Coordinate {
    try Coordinate(latitude: latitude, longitude: longitude)
  }

  @Test("locations are parts of the length, exact at both ends")
  func locations() throws {
    let line = try Polyline(points: [0, 30, 40, 100].map { MapPoint(x: $0, y: 7) })
    #expect((0..<4).map { line.location(atPointIndex: $0) } == [0, 0.3, 0.4, 1])
    #expect(line.locations(at: [-1, 2, 9]) == [0, 0.4, 1])
    let still = try Polyline(points: [MapPoint(x: 1, y: 1), MapPoint(x: 1, y: 1), MapPoint(x: 1, y: 1)])
    #expect((0..<3).map { still.location(atPointIndex: $0) } == [0, 0.5, 1])
    #expect(MapPoint(line.coordinate).x.rounded() == 50)
  }

  @Test("a polygon tells its holes, closes itself, and has its center of mass as coordinate")
  func polygon() throws {
    let grid = Grid(
      """
      A . . . B
      . a . b .
      . . . . .
      . d . c .
      D . . . C
      """)
    func ring(_ letters: String) -> [Coordinate] { grid.line(letters).map { Coordinate($0) } }
    let hole = try Polygon(coordinates: ring("abcd"))
    let outer = try Polygon(coordinates: ring("ABCD"), interiorPolygons: [hole])
    #expect(outer.interiorPolygons == [hole] && hole.interiorPolygons == nil)
    #expect(try Polygon(coordinates: ring("ABC"), interiorPolygons: []).interiorPolygons == nil)
    guard case .polygon(let rings) = outer.shape else { return #expect(Bool(false), "no polygon") }
    #expect(rings.map(\.count) == [5, 5] && rings.allSatisfy { $0.first == $0.last })
    let middle = CoordinateRegion(outer.boundingMapRect).center
    #expect(abs(outer.coordinate.latitude - middle.latitude) < 1e-6)
    #expect(abs(outer.coordinate.longitude - middle.longitude) < 1e-6)
    let both = try MultiPolygon([outer, hole])
    #expect(both.boundingMapRect == outer.boundingMapRect)
  }

  @Test("a shape of too little is refused with advice")
  func tooLittle() throws {
    let (a, b) = (try place(1, 1), try place(2, 2))
    #expect(throws: ShapeError.tooFewPoints("polygon", found: 2, needed: 3)) { try Polygon(coordinates: [a, b, a]) }
    #expect(throws: ShapeError.empty("polyline")) { try Polyline([]) }
    #expect(throws: ShapeError.tooFewPoints("polyline", found: 1, needed: 2)) { try Polyline([a]) }
    #expect(throws: ShapeError.tooFewPoints("geodesic polyline", found: 1, needed: 2)) { try GeodesicPolyline([a]) }
    #expect(throws: ShapeError.empty("multi-polygon")) { try MultiPolygon([]) }
    #expect(throws: ShapeError.notANumber(pointAtIndex: 1)) {
      try Polyline(points: [MapPoint(a), MapPoint(x: .nan, y: 0)])
    }
    #expect(throws: ShapeError.self) { try Circle(center: a, radiusMeters: .nan) }
    #expect(throws: ShapeError.self) { try Circle(mapRect: .null) }
    #expect(ShapeError.radius(-1).description.contains("0 or more"))
  }

  @Test("a circle made of a rectangle is as wide as its longer side; a small one far north has a small rectangle")
  func circleOfRect() throws {
    let circle = try Circle(mapRect: MapRect(x: 1e8, y: 1e8, width: 400, height: 1_000))
    #expect(abs(circle.boundingMapRect.width - 1_000) < 1e-6)
    #expect(abs(circle.boundingMapRect.midX - 1e8 - 200) < 1e-6)
  }

  @Test("a geodesic line of opposite points goes some way, without a gap")
  func opposite() throws {
    let line = try GeodesicPolyline([try place(0, 0), try place(0, 180)])
    for (a, b) in zip(line.points, line.points.dropFirst()) { #expect(a.distanceMeters(to: b) < 112_000) }
    let pole = try GeodesicPolyline([try place(90, 0), try place(-90, 0)])
    #expect(pole.pointCount > 100)
  }

  @Test("an overlay of a program's own needs a coordinate and a rectangle")
  func custom() throws {
    struct Grid: Overlay {
      let coordinate: Coordinate
      let boundingMapRect: MapRect
    }
    let rect = MapRect(x: 1e8, y: 1e8, width: 100, height: 100)
    let grid: any Overlay = Grid(coordinate: rect.center.coordinate, boundingMapRect: rect)
    #expect(grid.shape == nil && !grid.canReplaceMapContent && grid.intersects(rect))
    #expect(abs(grid.boundingRegion.west - CoordinateRegion(rect).west) < 1e-9)
    let street = ShapeOverlay(
      coordinate: try place(1, 1), title: nil,
      boundingRegion: CoordinateRegion(south: 1, west: 179, north: 4, east: -179),
      shape: .polyline([try place(1, 179), try place(4, -179)]))
    #expect(street.boundingMapRect.crossesAntimeridian)
  }
}
