import GeoMap
import GeoMapLayer
import GeoModel
import GeoRender
import GeoStore
import GeoStoreWriting
import GeoSupport
import GeoTestKit
import Testing

@testable import GeoBaseMap

/// The contents of the standard style besides land, water, buildings and roads.
@Suite("Ferries, walls, power lines and mountains")
struct LayerThingsTests {
  /// A picture of 200 by 200 points around the area between two places.
  private static func map(
    _ content: StoreContent, _ corners: [FixedPoint], level: Double, style: MapStyle = .standard
  ) throws -> (map: MapView, store: TemporaryStore) {
    let store = try TemporaryStore(content)
    let map = MapView(size: ScreenSize(width: 200, height: 200), scale: 1)
    map.baseMap = try StoreMap(database: store.path, style: style)
    let middle = MapPoint(Coordinate(FixedBox(around: corners).middle))
    map.setVisibleMapRect(Town.rect(middle, 200, 200, level), animated: false)
    return (map, store)
  }

  /// The texts of a map with the positions of their centers.
  private static func texts(_ content: StoreContent, _ corners: [FixedPoint], level: Double) throws -> [String] {
    let store = try TemporaryStore(content)
    let middle = MapPoint(Coordinate(FixedBox(around: corners).middle))
    let part = BaseMapPart(
      mapRect: Town.rect(middle, 400, 400, level), zoomScale: MapScale.zoomScale(level: level))
    return try StoreMap(database: store.path).draw(part).labels.flatMap(\.drawing.steps).compactMap { step in
      if case .text(let text, _, _) = step { text } else { nil }
    }
  }

  private static var grid: Grid {
    Grid(
      "A . . . . . . . B\nC . . . . . . . D\nE . . . . . . . F\nG . . . . . . . H\nI . . . . . . . J", unitMeters: 10)
  }

  @Test(
    "ferries, walls, fences, hedges and power lines are drawn from their levels on, each in its color",
    arguments: [14.0, 15, 16, 17, 18], [MapStyle.standard, .muted])
  func lines(level: Double, style: MapStyle) async throws {
    var content = StoreContent()
    let grid = Grid(
      "A . . . . . . . B\nC . . . . . . . D\nE . . . . . . . F\nG . . . . . . . H\nI . . . . . . . J",
      unitMeters: 10 * exp2(18 - level))
    let kinds: [(look: Style.Line, ends: String)] = Array(
      zip(Style.lines + [Style.powerLine], ["AB", "CD", "EF", "GH", "IJ"]))
    for (look, ends) in kinds {
      content.map.add(line: grid.line(ends), look.kind, MapCourse(), name: nil, number: nil)
    }
    let (map, store) = try Self.map(content, grid.line("AJ"), level: level, style: style)
    let all = try Pixels(try await map.snapshot().rendered().bytes)
    let land = all[3, 3]
    for (look, ends) in kinds {
      let points = grid.line(ends).map { map.point(for: Coordinate($0)) }
      let row = Int(points[0].y)
      var inked = 0
      for x in Int(points[0].x) + 4..<Int(points[1].x) - 4 {
        let isInked = (row - 1...row + 1).contains { y in
          let pixel = all[x, y]
          return (0..<3).contains { abs(pixel[$0] - land[$0]) > 12 }
        }
        if isInked { inked += 1 }
      }
      let width = Int(points[1].x) - Int(points[0].x) - 8
      #expect(look.first <= level ? inked > width / 3 : inked == 0, "\(look.kind): \(inked) of \(width)")
      if !look.dash.isEmpty, look.first <= level { #expect(inked < width) }
    }
    withExtendedLifetime(store) {}
  }

  @Test(
    "mountains have a name, near by their height, and a sign; nameless ones come later", arguments: [10.0, 12, 13, 15])
  func peaks(level: Double) throws {
    var content = StoreContent()
    let grid = Grid("A . . . B\n. . C . .", unitMeters: 100 * exp2(15 - level))
    content.map.add(peak: grid["A"], name: content.names.intern("Zugspitze"), height: 2_962)
    content.map.add(peak: grid["B"], name: nil, height: 1_800)
    content.map.add(peak: grid["C"], name: content.names.intern("Hügel"), height: 0)
    let texts = try Set(Self.texts(content, grid.line("AB"), level: level))
    switch level {
    case 10: #expect(texts.isEmpty)
    case 12: #expect(texts == ["Zugspitze", "Hügel"])
    case 13: #expect(texts == ["Zugspitze\u{2028}2962 m", "Hügel"])
    default: #expect(texts == ["Zugspitze\u{2028}2962 m", "Hügel", "1800 m"])
    }
  }

  @Test("a mountain's sign stands on its place")
  func sign() async throws {
    var content = StoreContent()
    content.map.add(peak: Self.grid["E"], name: nil, height: 100)
    let (map, store) = try Self.map(content, [Self.grid["E"]], level: 15)
    let all = try Pixels(try await map.snapshot().rendered().bytes)
    #expect(all.isColor(100, 101, [0x9A, 0x6B, 0x47], within: 8))
    withExtendedLifetime(store) {}
  }

  @Test("long names of places and parks take two lines, short ones and those without spaces one")
  func wrapping() throws {
    let style = TextStyle(size: 10)
    #expect(LabelLines.wrapped("Monte da Cividade", style) == "Monte da\u{2028}Cividade")
    #expect(LabelLines.wrapped("Old Town", style) == "Old Town")
    #expect(LabelLines.wrapped("Donaudampfschifffahrt", style) == "Donaudampfschifffahrt")
    let two = "Monte da\u{2028}Cividade"
    #expect(Label.width(of: two, style) == Label.width(of: "Monte da", style))
    #expect(Label.height(of: two, style) > 1.5 * Label.height(of: "Monte", style))
    var content = StoreContent()
    let grid = Grid(
      "A . . . . . . . B\n. . . . . . . . .\nC . . . . . . . D\n. . . . . . . . .\nE . . . . . . . F", unitMeters: 30)
    content.map.add(
      polygons: [[grid.line("CDFEC")]], .park, name: content.names.intern("Jardins do Palácio de Cristal"))
    content.place("Santa Maria da Feira e Souto", kind: .village, at: grid["A"], translations: [:])
    let texts = try Self.texts(content, grid.line("AF"), level: 16.5)
    #expect(
      Set(texts) == ["Jardins do\u{2028}Palácio de Cristal", "Santa Maria da\u{2028}Feira e Souto"])
  }

  @Test("a line separator in a text begins a new line, centered below the first")
  func twoLines() async throws {
    guard TestFonts.areThere else { return }
    let pixels = try Pixels(
      try await picture(100, 100) { context in
        context.draw("MMMMMM\u{2028}I", at: ScreenPoint(x: 50, y: 50), style: TextStyle(size: 14))
      }.bytes)
    func columns(_ rows: Range<Int>) -> [Int] { (0..<100).filter { x in rows.contains { pixels[x, $0][0] < 128 } } }
    let (first, second) = (columns(30..<49), columns(53..<70))
    let (left, right) = (try #require(first.first), try #require(first.last))
    #expect(right - left > 40 && abs(left + right - 100) <= 3)
    let start = try #require(second.first)
    #expect(second.count < 5 && abs(start - 50) <= 3)
  }
}
