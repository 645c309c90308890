import GeoModel
import GeoTestKit
import Testing

@Suite("Map points, scales and regions")
struct MapPointTests {
  private func place(_ latitude: Double, _ longitude: Double) throws -> Coordinate {
    try Coordinate(latitude: latitude, longitude: longitude)
  }

  @Test("the world is 2^28 map points wide, its north-western corner is (0, 0), latitudes end at 85.05")
  func corners() throws {
    #expect(MapPoint(try place(0, 0)) == MapPoint(x: 134_217_728, y: 134_217_728))
    #expect(MapPoint(try place(90, -180)) == MapPoint(x: 0, y: 0))
    let last = MapPoint(try place(-89, 180))
    #expect(last == MapPoint(x: MapSize.world.width, y: MapSize.world.height))
    #expect(abs(MapPoint(x: 0, y: 0).coordinate.latitude - MapPoint.maximumLatitude) < 1e-9)
    #expect(MapPoint(x: -1, y: 5).wrapped.x == MapSize.world.width - 1)
    #expect(MapPoint(x: .nan, y: .nan).coordinate == (try place(0, 0)))
  }

  @Test("coordinates come back from map points")
  func roundTrip() throws {
    var generator = SeededGenerator(seed: 1)
    for _ in 0..<10_000 {
      let there = try place(
        Double.random(in: -85...85, using: &generator), Double.random(in: -180...180, using: &generator))
      let back = MapPoint(there).coordinate
      #expect(abs(back.latitude - there.latitude) < 1e-11 && abs(back.longitude - there.longitude) < 1e-11)
    }
  }

  @Test("meters: on the ground, whatever the latitude; 0.149 in a map point at the equator")
  func meters() throws {
    for latitude in [0.0, 60, -80] {
      let a = MapPoint(try place(latitude, 10))
      let b = MapPoint(x: a.x + 1_000, y: a.y)
      let expected = 1_000 * MapScale.metersPerMapPoint(atLatitude: latitude)
      #expect(abs(a.distanceMeters(to: b) / expected - 1) < 1e-4)
    }
    #expect(abs(MapScale.metersPerMapPoint(atLatitude: 0) - 0.149) < 0.0005)
    #expect(abs(MapScale.mapPointsPerMeter(atLatitude: 60) * MapScale.metersPerMapPoint(atLatitude: 60) - 1) < 1e-12)
    #expect(MapScale.zoomScale(level: 20) == 1 && MapScale.level(0.5) == 19)
  }

  @Test("a region keeps the center and span that it was made of; its rectangle is centered on the map")
  func regionFromCenter() throws {
    for (latitude, span) in [(47.0, 0.02), (60, 20), (-33, 50), (0, 1), (80, 4)] {
      let center = try place(latitude, 179)
      let region = CoordinateRegion(
        center: center, span: CoordinateSpan(latitudeDelta: span, longitudeDelta: span))
      #expect(region.isValid && abs(region.span.latitudeDelta - span) < 1e-9)
      #expect(abs(region.span.longitudeDelta - span) < 1e-9)
      #expect(abs(region.center.latitude - latitude) < 1e-9 && abs(region.center.longitude - 179) < 1e-9)
      #expect(region.crossesAntimeridian == (span > 2))
      let rect = MapRect(region)
      #expect(abs(rect.center.x - MapPoint(center).x) < 1e-3 && abs(rect.center.y - MapPoint(center).y) < 1e-3)
      let back = CoordinateRegion(rect)
      #expect(abs(back.south - region.south) < 1e-9 && abs(back.west - region.west) < 1e-9)
      #expect(abs(back.north - region.north) < 1e-9 && abs(back.east - region.east) < 1e-9)
    }
  }

  @Test("a region by meters, panned by its center and zoomed by its span")
  func regionByMeters() throws {
    var region = CoordinateRegion(
      center: try place(60, 10), latitudinalMeters: 2_000, longitudinalMeters: 1_000)
    #expect(abs(region.span.latitudeDelta * 111_195 - 2_000) < 1)
    #expect(abs(region.span.longitudeDelta * 111_195 / 2 - 1_000) < 1)
    region.span.longitudeDelta *= 2
    #expect(abs(region.span.longitudeDelta * 111_195 / 2 - 2_000) < 1)
    region.center = try place(61, 10)
    #expect(abs(region.center.latitude - 61) < 1e-9 && abs(region.span.latitudeDelta * 111_195 - 2_000) < 1)
  }

  @Test("regions that are not regions are told apart, and have no rectangle")
  func invalid() throws {
    let span = CoordinateSpan(latitudeDelta: .nan, longitudeDelta: 1)
    let region = CoordinateRegion(center: try place(1, 1), span: span)
    #expect(!region.isValid && MapRect(region).isNull)
    #expect(!CoordinateRegion(.null).isValid)
    #expect(CoordinateRegion(MapRect.world).span.longitudeDelta == 360)
  }
}
