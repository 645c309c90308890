import GeoMap
import GeoModel
import Synchronization
import Testing

/// Lines with as many points as a receiver records on a long trip.
struct LongLineTests {
  /// A line that counts the reads of its rectangle, which take time proportional to its points.
  private struct CountedLine: MultiPointShape {
    final class Count: Sendable {
      let value = Atomic<Int>(0)
    }

    let points: [MapPoint]
    let count = Count()
    var title: String? { nil }
    var subtitle: String? { nil }
    var coordinate: Coordinate { points[0].coordinate }
    var boundingMapRect: MapRect {
      count.value.add(1, ordering: .relaxed)
      return MapRect(around: points)
    }
  }

  @Test("drawing a line does not look for its rectangle at each of its points")
  func rectangle() throws {
    let line = CountedLine(points: (0..<10_000).map { MapPoint(x: Double($0) + 500, y: Double($0 % 9) + 700) })
    let renderer = PolylineRenderer(overlay: line)
    renderer.strokeColor = .systemBlue
    let path = try #require(renderer.path)
    #expect(path.elements.count == 10_000)
    #expect(renderer.point(for: line.points[0]) == .zero)
    #expect(renderer.mapPoint(for: .zero) == line.points[0])
    #expect(renderer.drawing(MapRect(x: 0, y: 0, width: 2000, height: 2000), zoomScale: 1) != nil)
    let asked = line.count.value.load(ordering: .relaxed)
    #expect(asked < 10, "\(asked)")
  }

  /// An overlay that is an object.
  private final class Ship: Overlay {
    var boundingMapRect = MapRect(x: 10, y: 20, width: 30, height: 40)
    var title: String? { nil }
    var subtitle: String? { nil }
    var shape: OverlayShape? { nil }
    var coordinate: Coordinate { boundingMapRect.center.coordinate }
  }

  @Test("an overlay that is an object may move: places are counted from where it is now")
  func moved() {
    let ship = Ship()
    let renderer = OverlayRenderer(overlay: ship)
    #expect(renderer.point(for: MapPoint(x: 11, y: 22)) == ScreenPoint(x: 1, y: 2))
    ship.boundingMapRect.origin = MapPoint(x: 0, y: 0)
    #expect(renderer.point(for: MapPoint(x: 11, y: 22)) == ScreenPoint(x: 11, y: 22))
  }

  /// A line over the antimeridian that decides itself where it is visible.
  private struct Diagonal: Overlay {
    let boundingMapRect = MapRect(x: MapSize.world.width - 100, y: 1_000, width: 200, height: 200)
    var title: String? { nil }
    var subtitle: String? { nil }
    var shape: OverlayShape? { nil }
    var coordinate: Coordinate { boundingMapRect.center.coordinate }
    func intersects(_ mapRect: MapRect) -> Bool { mapRect.contains(MapPoint(x: MapSize.world.width + 50, y: 1_150)) }
  }

  @Test("an overlay that says itself where it is seen is asked in its own places, on both sides of the antimeridian")
  func ownPlaces() throws {
    let map = MapView()
    let id = map.addOverlay(Diagonal())
    try map.setRenderer(OverlayRenderer(overlay: Diagonal()), for: id)
    func count(_ x: Double) -> Int { map.overlayDrawings(in: MapRect(x: x, y: 1_100, width: 100, height: 100)).count }
    #expect(count(0) == 1 && count(MapSize.world.width) == 1 && count(MapSize.world.width - 100) == 0)
  }

  @Test("many overlays are taken off at once, the others stay in their order")
  func manyRemoved() throws {
    let map = MapView()
    let circle = try Circle(center: Coordinate(latitude: 47, longitude: 9), radiusMeters: 10)
    let ids = (0..<20_000).map { map.addOverlay(circle, level: $0 % 2 == 0 ? .aboveRoads : .aboveLabels) }
    let kept = stride(from: 0, to: ids.count, by: 1_999).map { ids[$0] }
    let start = ContinuousClock.now
    map.removeOverlays(Set(ids).subtracting(kept))
    let time = ContinuousClock.now - start
    #expect(time < .seconds(60), "\(time)")
    #expect(map.overlays(in: .aboveRoads) + map.overlays(in: .aboveLabels) == map.overlays)
    #expect(Set(map.overlays) == Set(kept))
    #expect(map.overlays(in: .aboveRoads) == kept.enumerated().filter { $0.offset % 2 == 0 }.map(\.element))
  }
}
