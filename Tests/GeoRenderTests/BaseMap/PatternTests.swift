import GeoMap
import GeoMapLayer
import GeoModel
import GeoRender
import GeoStore
import GeoStoreWriting
import GeoTestKit
import Testing

@testable import GeoBaseMap

@Suite("Patterns of grounds and signs of places")
struct PatternTests {
  private static var grid: Grid {
    Grid("A . . . . . . . B\n. I . . . . . J .\n. K . . . . . L .\nC . . . . . . . D", unitMeters: 80)
  }

  private static func drawing(
    _ content: StoreContent, _ rect: MapRect, level: Double, style: MapStyle = .standard
  ) throws -> BaseMapDrawing {
    let store = try TemporaryStore(content)
    return try StoreMap(database: store.path, style: style).draw(
      BaseMapPart(mapRect: rect, zoomScale: MapScale.zoomScale(level: level)))
  }

  private static func box(_ box: FixedBox, grownBy slack: Int32) -> FixedBox {
    FixedBox(minX: box.minX - slack, minY: box.minY - slack, maxX: box.maxX + slack, maxY: box.maxY + slack)
  }

  private static func middle(_ letters: String = "AD") -> MapPoint {
    MapPoint(Coordinate(FixedBox(around: grid.line(letters)).middle))
  }

  /// The positions of the marks of a pattern, in map points.
  private static func marks(_ drawing: BaseMapDrawing, _ pattern: Style.Pattern, _ rect: MapRect, _ level: Double)
    -> [MapPoint]
  {
    let scale = MapScale.zoomScale(level: level)
    let strokes = drawing.ground.flatMap(\.drawing.steps).compactMap { step -> Path? in
      if case .stroke(let path, pattern.color, _) = step { path } else { nil }
    }
    return strokes.flatMap(\.elements).compactMap { element in
      if case .move(let point) = element {
        MapPoint(x: rect.minX + point.x / scale, y: rect.minY + point.y / scale)
      } else {
        nil
      }
    }
  }

  @Test(
    "woods, wetlands, cemeteries and beaches have marks, in them alone and not in their clearings",
    arguments: Style.patterns.map(\.kind))
  func marks(kind: MapKind) throws {
    let pattern = try #require(Style.patterns.first { $0.kind == kind })
    var content = StoreContent()
    content.map.add(polygons: [[Self.grid.line("ABDCA"), Self.grid.line("IKLJI")]], kind, name: nil)
    let rect = Town.rect(Self.middle(), 500, 400, 16)
    let places = Self.marks(try Self.drawing(content, rect, level: 16), pattern, rect, 16)
    #expect(places.count > 20)
    let (outer, hole) = (FixedBox(around: Self.grid.line("ABDC")), FixedBox(around: Self.grid.line("IJLK")))
    // A mark extends a few points beyond the area of its center.
    let slack = Int32(9 / MapScale.zoomScale(level: 16) / MapSize.world.width * 3.6e9)
    for place in places {
      let point = FixedPoint(place.coordinate)
      #expect(Self.box(outer, grownBy: slack).contains(point) && !Self.box(hole, grownBy: -slack).contains(point))
    }
    #expect(
      Self.marks(try Self.drawing(content, rect, level: 16, style: .muted), pattern, rect, 16).isEmpty,
      "in other colors")
    let far = Town.rect(Self.middle(), 500, 400, pattern.first - 1)
    #expect(
      Self.marks(try Self.drawing(content, far, level: pattern.first - 1), pattern, far, pattern.first - 1).isEmpty)
  }

  @Test("pictures side by side have the same marks at their common edge")
  func seams() throws {
    var content = StoreContent()
    content.map.add(polygons: [[Self.grid.line("ABDCA")]], .wood, name: nil)
    let pattern = Style.patterns[0]
    let whole = Town.rect(Self.middle(), 300, 200, 16)
    let half = MapRect(x: whole.midX, y: whole.minY, width: whole.width / 2, height: whole.height)
    let all = Self.marks(try Self.drawing(content, whole, level: 16), pattern, whole, 16)
    let east = Self.marks(try Self.drawing(content, half, level: 16), pattern, half, 16)
    let expected = all.filter { $0.x >= half.minX }
    #expect(expected.count > 5)
    for place in expected {
      #expect(east.contains { abs($0.x - place.x) + abs($0.y - place.y) < 1e-3 / MapScale.zoomScale(level: 16) })
    }
  }

  @Test("all signs and marks are shapes of the size that is kept free for them")
  func shapes() throws {
    let categories = ["shop=bakery", "railway=station", "amenity=hospital", "amenity=restaurant", "tourism=museum"]
    for category in categories {
      let sign = PlaceSign.sign(category)
      let points = sign?.shape.points ?? []
      #expect(points.count > 8 && points.allSatisfy { max(abs($0.x), abs($0.y)) <= 6.6 }, "\(category)")
    }
    #expect(PlaceSign.sign("amenity=bench") == nil)
    let dot = try #require(PlaceSign.sign("shop=bakery", isCrowded: true))
    #expect(dot.shape.points.allSatisfy { max(abs($0.x), abs($0.y)) <= dot.radius })
    #expect(PlaceSign.sign("amenity=cafe", isCrowded: true)?.radius == 6)
    for pattern in Style.patterns { #expect(pattern.mark.points.count > 2) }
  }

  @Test(
    "places have signs from level 17 on, shops dots first, and their names below from 18 on; areas have signs alone",
    arguments: [16.0, 17, 18])
  func signs(level: Double) throws {
    var content = StoreContent()
    content.feature("Café Zentral", category: "amenity=cafe", at: Self.grid["I"])
    content.feature("Quelle", category: "amenity=fountain", at: Self.grid["K"])
    content.feature("Brot", category: "shop=bakery", at: Self.grid["A"])
    content.feature("Klinikum", category: "amenity=hospital", at: Self.grid["J"], outline: Self.grid.line("JLDBJ"))
    content.map.add(line: Self.grid.line("AC"), .minor, MapCourse(), name: nil, number: nil)
    let drawing = try Self.drawing(content, Town.rect(Self.middle(), 2000, 1000, level), level: level)
    let steps = drawing.labels.flatMap(\.drawing.steps)
    let texts = steps.compactMap { step -> String? in if case .text(let text, _, _) = step { text } else { nil } }
    let colors = steps.compactMap { step -> Color? in if case .fill(_, let color, _) = step { color } else { nil } }
    let cafe = try #require(PlaceSign.sign("amenity=cafe")), hospital = try #require(PlaceSign.sign("amenity=hospital"))
    let shop = try #require(PlaceSign.sign("shop=bakery", isCrowded: level < 18))
    #expect(Set(colors) == (level < 17 ? [] : [cafe.color, hospital.color, shop.color]))
    #expect(Set(texts) == (level < 18 ? [] : ["Café Zentral", "Quelle", "Brot"]))
    let shops = steps.compactMap { step -> Int? in
      if case .fill(let path, shop.color, _) = step { path.elements.count } else { nil }
    }
    #expect(shops == (level < 17 ? [] : [shop.shape.elements.count]))
  }
}
