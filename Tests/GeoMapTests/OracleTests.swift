@testable import GeoMap
import GeoModel
import GeoTestKit
import Testing

@Suite("A slow map that scans everything")
struct OracleTests {
  private let kinds = [
    SlowMap.Kind(name: "bus", group: "traffic", side: 20, priority: 1000),
    SlowMap.Kind(name: "tram", group: "traffic", side: 28, priority: 1000),
    SlowMap.Kind(name: "shop", group: "shop", side: 24, priority: 250),
    SlowMap.Kind(name: "house", group: nil, side: 16, priority: 250),
    SlowMap.Kind(name: "tree", group: nil, side: 22, priority: 750, isCircle: true),
    SlowMap.Kind(name: "sight", group: nil, side: 30, priority: 1000),
  ]

  /// A cluster's view takes no room, so that the slow map does not depend on its look.
  final class NoRoom: AnnotationView {}

  /// Two maps with the same changes.
  private struct Pair {
    let map = MapView(size: ScreenSize(width: 320, height: 240))
    var slow = SlowMap(size: ScreenSize(width: 320, height: 240))
    var generator: SeededGenerator
    var next = 0

    /// The visible contents of the real map.
    var seen: SlowMap.Seen {
      var seen = SlowMap.Seen()
      for view in map.annotationViews {
        if let cluster = view.annotation as? ClusterAnnotation {
          seen.together.insert(Set(cluster.memberIDs))
        } else if let id = view.annotationID {
          seen.alone.insert(id)
        }
      }
      return seen
    }
  }

  private func pair(seed: UInt64, restLimit: Int? = nil) -> (Pair, Recorder) {
    var pair = Pair(generator: SeededGenerator(seed: seed))
    if let restLimit { pair.map.layer.store.restLimit = restLimit }
    let recorder = Recorder()
    for kind in kinds {
      pair.map.registerTemplate(kind.name, AnnotationView.self) { view in
        view.size = ScreenSize(width: kind.side, height: kind.side)
        // Setting it to required by hand would keep the view out of clusters.
        if kind.priority < 1000 { view.displayPriority = DisplayPriority(rawValue: kind.priority) }
        view.collisionMode = kind.isCircle ? .circle : .rectangle
        view.clusteringIdentifier = kind.group
      }
      if let group = kind.group { pair.slow.sides[group] = max(pair.slow.sides[group] ?? 0, kind.side) }
    }
    return (pair, recorder)
  }

  private func place(_ pair: inout Pair, _ around: Coordinate) -> Coordinate {
    let point = MapPoint(around)
    // Towns: most are near each other, some far away.
    let spread = [200.0, 2_000, 40_000][Int.random(in: 0..<3, using: &pair.generator)]
    let moved = MapPoint(
      x: point.x + Double.random(in: -spread...spread, using: &pair.generator),
      y: point.y + Double.random(in: -spread...spread, using: &pair.generator))
    return moved.coordinate
  }

  private func step(_ pair: inout Pair, _ towns: [Coordinate], asks: Bool) throws {
    let town = towns[Int.random(in: 0..<towns.count, using: &pair.generator)]
    let known = pair.slow.items.keys.sorted { "\($0)" < "\($1)" }
    let some = known.isEmpty ? nil : known[Int.random(in: 0..<known.count, using: &pair.generator)]
    switch Int.random(in: 0..<10, using: &pair.generator) {
    case 0, 1, 2:
      guard pair.slow.items.count < 140 else { return }
      let kind = kinds[Int.random(in: 0..<kinds.count, using: &pair.generator)]
      let id = AnnotationID.number(pair.next)
      let coordinate = place(&pair, town)
      let annotation = PointAnnotation(coordinate: coordinate, title: kind.name)
      pair.map.addAnnotation(annotation, id: id, template: asks && pair.next % 3 > 0 ? nil : kind.name)
      pair.slow.items[id] = SlowMap.Item(coordinate: coordinate, kind: kind, order: pair.next)
      pair.next += 1
    case 3:
      guard let some else { return }
      pair.map.removeAnnotation(some)
      pair.slow.items[some] = nil
    case 4, 5:
      guard let some else { return }
      let coordinate = place(&pair, town)
      try pair.map.move(some, to: coordinate)
      pair.slow.items[some]?.coordinate = coordinate
    case 6, 7:
      pair.map.centerCoordinate = pair.map.coordinate(
        at: ScreenPoint(
          x: Double.random(in: 0...320, using: &pair.generator), y: Double.random(in: 0...240, using: &pair.generator)))
    case 8:
      pair.map.setCenter(
        place(&pair, town), level: Double.random(in: 8...20, using: &pair.generator), animated: false)
    default:
      pair.map.handle(
        .wheel(ScreenPoint(x: 100, y: 100), levels: Double.random(in: -1...1, using: &pair.generator)))
    }
  }

  @Test(
    "agrees on what is seen, what stands together and what is hidden, over 10,000 random steps",
    arguments: zip([1, 2, 3, 4], [false, true, false, true]))
  func agrees(seed: UInt64, asks: Bool) throws {
    // Half of the steps use indexes that are sorted after a few entries.
    var (pair, recorder) = pair(seed: seed, restLimit: seed > 2 ? 3 : nil)
    pair.map.delegate = recorder
    recorder.view = { map, annotation in
      annotation is ClusterAnnotation
        ? NoRoom(annotation: annotation, reuseIdentifier: "cluster")
        : map.dequeueReusableAnnotationView(withIdentifier: annotation.title ?? "")
    }
    let towns = try [
      Coordinate(latitude: 47.14, longitude: 9.52), Coordinate(latitude: 47.2, longitude: 9.6),
      Coordinate(latitude: -17, longitude: 179.9995), Coordinate(latitude: 84.9, longitude: -20),
    ]
    pair.map.setCenter(towns[0], level: 14, animated: false)
    var clusters = 0
    var hidden = 0
    for number in 0..<2_500 {
      try step(&pair, towns, asks: asks)
      pair.map.layout()
      let expected = pair.slow.look(
        MapPoint(x: pair.map.visibleMapRect.midX, y: pair.map.visibleMapRect.midY), pair.map.zoomScale)
      let seen = pair.seen
      guard seen == expected else {
        return #expect(
          Bool(false),
          "step \(number): alone \(seen.alone.symmetricDifference(expected.alone)), together \(seen.together.symmetricDifference(expected.together))"
        )
      }
      clusters += seen.together.count
      hidden += pair.slow.items.count - seen.alone.count
    }
    #expect(clusters > 2_000 && hidden > 2_000, "\(clusters) clusters")
  }

  @Test("agrees on what is hidden among thousands, half of them at two places, whichever way the map looks")
  func thousands() throws {
    var (pair, recorder) = pair(seed: 7, restLimit: 200)
    pair.map.delegate = recorder
    let plain = kinds.filter { $0.group == nil }
    let towns = try [
      Coordinate(latitude: 47.14, longitude: 9.52), Coordinate(latitude: -17, longitude: 179.9995),
    ]
    for number in 0..<4_000 {
      let kind = plain[number % plain.count]
      let town = towns[number / 2 % 2]
      let coordinate = number % 2 == 0 ? town : place(&pair, town)
      pair.map.addAnnotation(PointAnnotation(coordinate: coordinate), id: .number(number), template: kind.name)
      pair.slow.items[.number(number)] = SlowMap.Item(coordinate: coordinate, kind: kind, order: number)
    }
    // Raises the limit, so that views that are never hidden do not displace others.
    pair.map.maximumViewCount = 4_000
    for level in [0.0, 1, 4, 9, 11.5, 13, 14.2, 15, 17, 21] {
      for town in towns {
        let middle = MapPoint(place(&pair, town))
        pair.map.setCenter(middle.coordinate, level: level, animated: false)
        let visible = pair.map.visibleMapRect
        let expected = pair.slow.look(MapPoint(x: visible.midX, y: visible.midY), pair.map.zoomScale)
        let seen = pair.seen
        #expect(seen == expected, "level \(level): \(seen.alone.symmetricDifference(expected.alone).count)")
      }
    }
  }
}
