import GeoMap
import GeoModel
import GeoTestKit
import Testing

@Suite("Many annotations")
struct IndexTests {
  /// A place in 1/16 of a map point, as the map keeps it.
  private func place(_ latitude: Double, _ longitude: Double) throws -> MapPoint {
    let point = MapPoint(try Coordinate(latitude: latitude, longitude: longitude)).wrapped
    return MapPoint(x: (point.x * 16).rounded(.down) / 16, y: (point.y * 16).rounded(.down) / 16)
  }

  @Test("what stands in a rectangle is found among 150,000, after adding by columns, moving, removing and adding again")
  func rectangles() throws {
    var generator = SeededGenerator(seed: 5)
    let map = MapView()
    var places: [Int: MapPoint] = [:]
    func columns(_ ids: [Int]) throws -> AnnotationColumns {
      let latitudes = ids.map { _ in Double.random(in: -80...80, using: &generator) }
      let longitudes = ids.map { _ in Double.random(in: -180...180, using: &generator) }
      for (row, id) in ids.enumerated() { places[id] = try place(latitudes[row], longitudes[row]) }
      return try AnnotationColumns(ids: ids.map { .number($0) }, latitudes: latitudes, longitudes: longitudes)
    }
    func check() {
      for side in [3e3, 2e6, 2e7, 3e8] {
        let rect = MapRect(
          x: Double.random(in: -1e8...2.6e8, using: &generator), y: Double.random(in: -1e6...2.6e8, using: &generator),
          width: side, height: side)
        let parts = rect.worldParts
        let expected = places.filter { item in parts.contains { $0.contains(item.value) } }.map {
          AnnotationID.number($0.key)
        }
        let found = map.annotations(in: rect)
        #expect(found.count == expected.count && Set(found) == Set(expected), "\(rect)")
      }
    }
    try map.addAnnotations(columns(Array(0..<150_000)))
    check()
    for round in 0..<4 {
      // More than 64,000 have moved in the second round: they are sorted, and the index adopts them gradually.
      let moved = (0..<50_000).map { _ in Int.random(in: 0..<150_000, using: &generator) }.filter { places[$0] != nil }
      let to = try columns(moved)
      try map.moveAnnotations(to.ids, latitudes: to.latitudes, longitudes: to.longitudes)
      for id in (0..<3_000).map({ _ in Int.random(in: 0..<150_000, using: &generator) }) {
        map.removeAnnotation(.number(id))
        places[id] = nil
      }
      check()
      // Some of them are new; some exist and are replaced.
      try map.addAnnotations(columns(Array(round * 40_000..<round * 40_000 + 5_000)))
      check()
    }
    #expect(map.annotationCount == places.count)
    #expect(Set(map.annotationIDs).count == places.count)
  }

  @Test("templates need no views but for what is shown, and what is clustered is counted right")
  func templates() throws {
    let map = MapView()
    map.registerTemplate("bus", MarkerAnnotationView.self) { view in
      view.glyphText = "B"
      view.clusteringIdentifier = "bus"
    }
    var generator = SeededGenerator(seed: 6)
    let columns = try AnnotationColumns(
      ids: (0..<20_000).map { .number($0) },
      latitudes: (0..<20_000).map { _ in 47 + Double.random(in: 0...1, using: &generator) },
      longitudes: (0..<20_000).map { _ in 9 + Double.random(in: 0...1, using: &generator) },
      titles: (0..<20_000).map { "Bus \($0)" })
    try map.addAnnotations(columns, template: "bus")
    map.showAnnotations(animated: false)
    func counted() -> Int {
      map.clusterAnnotations.values.reduce(0) { $0 + $1.memberCount }
        + map.annotationViews.count { !($0.annotation is ClusterAnnotation) }
    }
    #expect(counted() == 20_000 && map.annotationViews.count < 1_500)
    try map.moveAnnotations([5, 6, 7], latitudes: [0, 0, 0], longitudes: [0, 0, 0])
    map.layout()
    #expect(counted() == 19_997)
    let some = try #require(map.clusterAnnotations.values.max { $0.memberCount < $1.memberCount })
    #expect(some.memberCount > 10 && Set(some.memberIDs).count == some.memberCount)
    map.removeAnnotations((0..<10_000).map { .number($0) })
    map.layout()
    #expect(counted() == 10_000)
    map.registerTemplate("bus", MarkerAnnotationView.self) { $0.glyphText = "alone" }
    map.setCenter(try Coordinate(latitude: 47.5, longitude: 9.5), level: 16, animated: false)
    #expect(map.clusterAnnotations.isEmpty && !map.annotationViews.isEmpty)
    #expect(map.annotationViews.allSatisfy { ($0 as? MarkerAnnotationView)?.glyphText == "alone" })
  }
}
