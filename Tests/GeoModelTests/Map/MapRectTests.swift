import GeoModel
import Testing

@Suite("Rectangles of map points")
struct MapRectTests {
  let a = MapRect(x: 0, y: 0, width: 10, height: 10)

  @Test("null is the neutral element of union and the result of an empty intersection")
  func null() {
    #expect(MapRect.null.isNull && MapRect.null.isEmpty && !MapRect.null.isValid)
    #expect(a.union(.null) == a && MapRect.null.union(a) == a)
    #expect(a.intersection(MapRect(x: 20, y: 0, width: 5, height: 5)) == .null)
    #expect(a.contains(.null) && MapRect.null.contains(.null))
    #expect(!MapRect.null.contains(a) && !MapRect.null.intersects(a))
    #expect(MapRect(around: []) == .null)
  }

  @Test("rectangles that only touch do not intersect; those without width meet what they lie in")
  func touching() {
    #expect(!a.intersects(MapRect(x: 10, y: 0, width: 5, height: 5)))
    #expect(a.intersects(MapRect(x: 9.999, y: 9.999, width: 5, height: 5)))
    let line = MapRect(x: 2, y: 5, width: 100, height: 0)
    #expect(a.intersects(line) && line.intersects(a))
    #expect(!a.intersects(MapRect(x: 2, y: 10, width: 100, height: 0)))
    #expect(a.intersection(line) == MapRect(x: 2, y: 5, width: 8, height: 0))
  }

  @Test("union, inset, offset, division, containing")
  func arithmetic() {
    #expect(a.union(MapRect(x: 20, y: -5, width: 1, height: 1)) == MapRect(x: 0, y: -5, width: 21, height: 15))
    #expect(a.insetBy(dx: 2, dy: -1) == MapRect(x: 2, y: -1, width: 6, height: 12))
    #expect(a.insetBy(dx: 6, dy: 0) == .null)
    #expect(a.offsetBy(dx: 3, dy: 4) == MapRect(x: 3, y: 4, width: 10, height: 10))
    let cut = a.divided(atDistance: 3, from: .maxX)
    #expect(cut.slice == MapRect(x: 7, y: 0, width: 3, height: 10))
    #expect(cut.remainder == MapRect(x: 0, y: 0, width: 7, height: 10))
    #expect(a.divided(atDistance: 20, from: .minY).slice == a)
    #expect(a.contains(MapPoint(x: 0, y: 0)) && !a.contains(MapPoint(x: 10, y: 5)))
    #expect(a.contains(MapRect(x: 1, y: 1, width: 9, height: 9)))
  }

  @Test("the remainder is the part outside of the world, on the other side")
  func remainder() {
    let world = MapSize.world.width
    #expect(a.remainder == .null && !a.crossesAntimeridian)
    let west = MapRect(x: -30, y: 7, width: 40, height: 5)
    #expect(west.crossesAntimeridian)
    #expect(west.remainder == MapRect(x: world - 30, y: 7, width: 30, height: 5))
    let east = MapRect(x: world - 10, y: 7, width: 40, height: 5)
    #expect(east.remainder == MapRect(x: 0, y: 7, width: 30, height: 5))
    #expect(MapRect(x: -5, y: 0, width: world + 10, height: 1).remainder.width == world)
    #expect(west.intersectsOnGlobe(MapRect(x: world - 20, y: 6, width: 5, height: 5)))
    #expect(east.containsOnGlobe(MapPoint(x: 3, y: 8)) && !east.containsOnGlobe(MapPoint(x: 31, y: 8)))
  }

  @Test("points on both sides of the antimeridian have a small rectangle around them")
  func aroundOnGlobe() {
    let world = MapSize.world.width
    let rect = MapRect(aroundOnGlobe: [MapPoint(x: 5, y: 1), MapPoint(x: world - 5, y: 3)])
    #expect(rect == MapRect(x: world - 5, y: 1, width: 10, height: 2))
  }

  @Test("rectangles are whole in the one around them, however wide they are")
  func rectsAroundOnGlobe() {
    let world = MapSize.world.width
    func around(_ spans: [(west: Double, width: Double)]) -> MapRect {
      MapRect(aroundOnGlobe: spans.map { MapRect(x: $0.west * world, y: 1, width: $0.width * world, height: 2) })
    }
    func expect(_ rect: MapRect, from west: Double, width: Double) {
      #expect(abs(rect.minX - west * world) < 1 && abs(rect.width - width * world) < 1, "\(rect)")
      #expect(rect.minY == 1 && rect.height == 2)
    }
    expect(around([(0.1, 0.7)]), from: 0.1, width: 0.7)
    expect(around([(0.1, 0.7), (0.9, 0.05)]), from: 0.1, width: 0.85)
    expect(around([(0.1, 0.1), (0.8, 0.1)]), from: 0.8, width: 0.4)
    expect(around([(-0.1, 0.2), (0.3, 0.1)]), from: 0.9, width: 0.5)
    expect(around([(0.9, 0.2), (0.05, 0.1)]), from: 0.9, width: 0.25)
    #expect(around([(0, 1)]).width == world)
    #expect(around([(0, 0.6), (0.5, 0.6)]).width == world)
    #expect(around([]).isNull)
  }
}
