import GeoModel
import GeoStore
import GeoTestKit
import Testing

@testable import GeoNominatim

@Suite("Shapes")
struct GeometryTests {
  private static let ring = [(0, 0), (40_000_000, 0), (40_000_000, 25_000_000), (0, 0)].map { FixedPoint(x: $0, y: $1) }
  private static let hole = [(10, 10), (30, 10), (30, 20), (10, 10)].map { FixedPoint(x: $0, y: $1) }
  private static let line = MapGeometry.line([
    FixedPoint(x: 95_000_000, y: -5), FixedPoint(x: 1_800_000_000, y: 471_234_567),
  ])

  private func text(_ shape: MapGeometry, _ format: GeometryFormat) -> String {
    String(decoding: GeometryText.text(shape, format), as: UTF8.self)
  }

  @Test("a point in four formats")
  func point() {
    let point = MapGeometry.point(FixedPoint(x: 95_000_000, y: 470_000_001))
    #expect(text(point, .geojson) == #"{"type":"Point","coordinates":[9.5,47.0000001]}"#)
    #expect(text(point, .text) == "POINT(9.5 47.0000001)")
    #expect(text(point, .svg) == #"cx="9.5" cy="-47.0000001""#)
    #expect(text(point, .kml) == "<Point><coordinates>9.5,47.0000001</coordinates></Point>")
  }

  @Test("a line in four formats")
  func line() {
    #expect(text(Self.line, .geojson) == #"{"type":"LineString","coordinates":[[9.5,-0.0000005],[180,47.1234567]]}"#)
    #expect(text(Self.line, .text) == "LINESTRING(9.5 -0.0000005,180 47.1234567)")
    #expect(text(Self.line, .svg) == "M 9.5 0.0000005 L 180 -47.1234567")
    #expect(
      text(Self.line, .kml) == "<LineString><coordinates>9.5,-0.0000005 180,47.1234567</coordinates></LineString>")
  }

  @Test("a polygon with a hole in four formats")
  func polygon() {
    let polygon = MapGeometry.polygons([[Self.ring, Self.hole]])
    #expect(
      text(polygon, .geojson) == #"{"type":"Polygon","coordinates":[[[0,0],[4,0],[4,2.5],[0,0]],"#
        + "[[0.000001,0.000001],[0.000003,0.000001],[0.000003,0.000002],[0.000001,0.000001]]]}")
    #expect(
      text(polygon, .text) == "POLYGON((0 0,4 0,4 2.5,0 0),"
        + "(0.000001 0.000001,0.000003 0.000001,0.000003 0.000002,0.000001 0.000001))")
    #expect(
      text(polygon, .svg) == "M 0 0 L 4 0 4 -2.5 Z M 0.000001 -0.000001 L 0.000003 -0.000001 0.000003 -0.000002 Z")
    #expect(
      text(polygon, .kml) == "<Polygon><outerBoundaryIs><LinearRing><coordinates>0,0 4,0 4,2.5 0,0</coordinates>"
        + "</LinearRing></outerBoundaryIs><innerBoundaryIs><LinearRing><coordinates>0.000001,0.000001 "
        + "0.000003,0.000001 0.000003,0.000002 0.000001,0.000001</coordinates></LinearRing></innerBoundaryIs></Polygon>"
    )
  }

  @Test("several polygons in four formats")
  func polygons() {
    let polygons = MapGeometry.polygons([[Self.ring], [Self.ring]])
    #expect(
      text(polygons, .geojson)
        == #"{"type":"MultiPolygon","coordinates":[[[[0,0],[4,0],[4,2.5],[0,0]]],[[[0,0],[4,0],[4,2.5],[0,0]]]]}"#)
    #expect(text(polygons, .text) == "MULTIPOLYGON(((0 0,4 0,4 2.5,0 0)),((0 0,4 0,4 2.5,0 0)))")
    #expect(text(polygons, .svg) == "M 0 0 L 4 0 4 -2.5 Z M 0 0 L 4 0 4 -2.5 Z")
    #expect(text(polygons, .kml).hasPrefix("<MultiGeometry><Polygon>"))
  }

  @Test("a shape stands where the format wants it")
  func placed() throws {
    var result = NominatimResult.bakery
    result.shape = Self.line
    func body(_ query: String) throws -> String {
      NominatimFormatter.response(result, to: try request("lat=1&lon=1&" + query)).text
    }
    #expect(
      try body("format=json&polygon_geojson=1").hasSuffix(
        #","geojson":{"type":"LineString","coordinates":[[9.5,-0.0000005],[180,47.1234567]]}}"#))
    #expect(
      try body("format=json&polygon_text=1").hasSuffix(#","geotext":"LINESTRING(9.5 -0.0000005,180 47.1234567)"}"#))
    #expect(try body("format=json&polygon_svg=1").contains(#""svg":"M 9.5"#))
    #expect(try body("format=json&polygon_kml=1").contains(#""geokml":"<LineString>"#))
    #expect(try body("format=geojson&polygon_geojson=1").contains(#""geometry":{"type":"LineString""#))
    #expect(try body("polygon_geojson=1").contains("geojson=\"{&quot;type&quot;:&quot;LineString&quot;"))
    #expect(try body("polygon_svg=1").contains("geosvg=\"M 9.5"))
    #expect(try body("polygon_text=1").contains("geotext=\"LINESTRING("))
    #expect(try body("polygon_kml=1").contains("</result><geokml><LineString>"))
  }

  @Test("quotes in the path of a point are escaped in XML")
  func svgOfPoint() throws {
    var result = NominatimResult.bakery
    result.shape = .point(result.center)
    let text = NominatimFormatter.response(result, to: try request("lat=1&lon=1&polygon_svg=1")).text
    #expect(text.contains("geosvg=\"cx=&quot;9.5036065&quot; cy=&quot;-47.06&quot;\""))
  }

  // MARK: Simplification

  @Test("without a tolerance a shape stays as it is")
  func exact() {
    guard case .line(let line) = ShapeSimplifier.simplify(Self.line, toleranceDegrees: 0) else {
      return #expect(Bool(false))
    }
    #expect(line.count == 2)
  }

  @Test("a vertex within the tolerance goes, one beyond stays")
  func tolerance() {
    let grid = Grid(
      """
      . . B . . . .
      A . . . . . E
      . . . . D . .
      """, unitMeters: 10)
    let shape = MapGeometry.line(grid.line("ABDE"))
    // 10 m are 9e-5 degrees of latitude.
    for (tolerance, count) in [(0.00005, 4), (0.0002, 2)] {
      guard case .line(let line) = ShapeSimplifier.simplify(shape, toleranceDegrees: tolerance) else { continue }
      #expect(line.count == count)
      #expect(line.first == grid["A"] && line.last == grid["E"])
    }
  }

  @Test("a ring stays a ring however much it is simplified")
  func ring() {
    let grid = Grid(
      """
      D . . C
      . . . .
      A . . B
      """)
    guard
      case .polygons(let polygons) = ShapeSimplifier.simplify(.polygons([[grid.line("ABCDA")]]), toleranceDegrees: 1)
    else { return #expect(Bool(false)) }
    #expect(polygons[0][0].count >= 4)
    #expect(polygons[0][0].first == polygons[0][0].last)
  }

  @Test("a segment that would cross another part of the shape is not taken")
  func crossing() {
    // Without the notch around the hole, the hole would lie outside.
    let grid = Grid(
      """
      E . . . . . D
      . . . . . . .
      F . . . . . C
      . . . K . . .
      . . . H . . .
      A . . G . . B
      """, unitMeters: 10)
    let outer = grid.line("ABCDEFA")
    let shape = MapGeometry.polygons([[outer, grid.line("GHKG")]])
    guard case .polygons(let polygons) = ShapeSimplifier.simplify(shape, toleranceDegrees: 0.00001) else { return }
    #expect(polygons[0].count == 2)
    #expect(polygons[0].allSatisfy { $0.first == $0.last && $0.count >= 4 })
  }

  // MARK: Points

  @Test("the point of an area lies in it, also where the middle does not")
  func interior() throws {
    let grid = Grid(
      """
      H . . G . F . . E
      . . . . . . . . .
      . . . D . C . . .
      A . . . . . . . B
      """)
    let ring = grid.line("ABEFCDGHA")
    let point = try #require(InteriorPoint.halfwayUp([[ring]]))
    #expect(SlowOracle.contains(point, rings: [ring]))
  }

  @Test("of an area of many parts only those around a point count, and all where none is")
  func partsAround() {
    let grid = Grid(
      """
      A . B . E . . . . F
      . . . . . . . . . .
      D . C . H . . . . G
      """)
    let parts = [[grid.line("ABCDA")], [grid.line("EFGHE")]]
    let small = InteriorPoint.halfwayUp([parts[0]])
    let large = InteriorPoint.halfwayUp([parts[1]])
    #expect(small != nil && small != large)
    func answer(at point: FixedPoint?) -> FixedPoint? {
      point.flatMap { InteriorPoint.halfwayUp(InteriorPoint.parts(of: parts, around: $0)) }
    }
    #expect(answer(at: small) == small)
    #expect(answer(at: large) == large)
    #expect(answer(at: FixedPoint(x: -1_000_000, y: -1_000_000)) == large)
  }

  @Test("an area without extent has no point")
  func noInterior() {
    #expect(
      InteriorPoint.halfwayUp([[[FixedPoint(x: 1, y: 1), FixedPoint(x: 2, y: 1), FixedPoint(x: 1, y: 1)]]]) == nil)
  }

  @Test("the nearest place of a line is found between its vertices")
  func nearest() {
    let line = [FixedPoint(x: 0, y: 0), FixedPoint(x: 1_000, y: 0), FixedPoint(x: 1_000, y: 1_000)]
    #expect(PlaneGeometry.nearest(to: FixedPoint(x: 400, y: 30), on: line) == FixedPoint(x: 400, y: 0))
    #expect(PlaneGeometry.nearest(to: FixedPoint(x: 1_100, y: 600), on: line) == FixedPoint(x: 1_000, y: 600))
    #expect(PlaneGeometry.nearest(to: FixedPoint(x: -9, y: -9), on: line) == FixedPoint(x: 0, y: 0))
  }
}
