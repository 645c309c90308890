import GeoMap
import GeoModel
import GeoTestKit
import Testing

@Suite("More than a screen can show")
struct CrowdTests {
  /// A map with this many views of a size, spread evenly over 800 by 600 points, and their positions.
  private func crowd(
    _ count: Int, side: Double, cluster: String? = nil, priority: DisplayPriority? = nil
  ) throws -> (map: MapView, points: [ScreenPoint]) {
    let map = MapView()
    map.setCenter(try Coordinate(latitude: 47.14, longitude: 9.52), level: 14, animated: false)
    map.registerTemplate("dot", AnnotationView.self) { view in
      view.size = ScreenSize(width: side, height: side)
      view.clusteringIdentifier = cluster
      if let priority { view.displayPriority = priority }
    }
    var generator = SeededGenerator(seed: 9)
    let points = (0..<count).map { _ in
      ScreenPoint(x: Double.random(in: 1..<799, using: &generator), y: Double.random(in: 1..<599, using: &generator))
    }
    let columns = AnnotationColumns(
      points.indices, id: { .number($0) }, coordinate: { map.coordinate(at: points[$0]) }, title: { "\($0)" })
    try map.addAnnotations(columns, template: "dot")
    map.layout()
    return (map, points)
  }

  private func shown(_ map: MapView) -> Set<Int> {
    Set(
      map.annotationViews.compactMap { view in
        if case .number(let number) = view.annotationID { number } else { nil }
      })
  }

  /// The views nearest to the center of the screen.
  private func nearest(_ count: Int, _ points: [ScreenPoint]) -> Set<Int> {
    let middle = ScreenPoint(x: 400, y: 300)
    return Set(
      points.indices.sorted { points[$0].distance(to: middle) < points[$1].distance(to: middle) }.prefix(count))
  }

  @Test("of what is never hidden by another, 2,000 are shown: the nearest to the middle")
  func required() throws {
    let (map, points) = try crowd(2_500, side: 10)
    #expect(map.maximumViewCount == 2_000 && shown(map) == nearest(2_000, points))
    map.maximumViewCount = 3_000
    map.layout()
    #expect(shown(map).count == 2_500)
    map.maximumViewCount = 0
    map.layout()
    #expect(map.maximumViewCount == 1 && shown(map) == nearest(1, points))
  }

  @Test("one that is removed or moved away gives its place to the next; one that comes nearer takes that of the last")
  func changes() throws {
    var (map, points) = try crowd(500, side: 4)
    map.maximumViewCount = 100
    map.layout()
    let order = points.indices.sorted {
      points[$0].distance(to: ScreenPoint(x: 400, y: 300)) < points[$1].distance(to: ScreenPoint(x: 400, y: 300))
    }
    func move(_ number: Int, _ point: ScreenPoint) throws {
      points[number] = point
      try map.move(.number(number), to: map.coordinate(at: point))
      map.layout()
      #expect(shown(map) == nearest(100, points), "\(number) moved")
    }
    // Moving from far to far has no effect.
    try move(order[400], ScreenPoint(x: 2, y: 2))
    try move(order[3], ScreenPoint(x: 2, y: 590))
    try move(order[300], ScreenPoint(x: 401, y: 300))
    map.removeAnnotation(.number(order[5]))
    points[order[5]] = ScreenPoint(x: 1e6, y: 0)
    map.layout()
    #expect(shown(map) == nearest(100, points))
    // A selected view is shown wherever it is.
    map.selectAnnotation(.number(order[20]), animated: false)
    map.setCenter(map.coordinate(at: ScreenPoint(x: 780, y: 580)), animated: false)
    #expect(shown(map).contains(order[20]) && shown(map).count <= 101)
  }

  @Test("among views that hide each other, one that stays behind changes nothing, and a gap is filled")
  func hiding() throws {
    let (map, points) = try crowd(3_000, side: 40, priority: .defaultLow)
    let before = shown(map)
    #expect(before.count > 100 && before.count < 400)
    let behind = try #require((0..<3_000).first { !before.contains($0) })
    let front = try #require(before.min())
    // Three points farther out than a shown view.
    let place = points[front]
    let out = ScreenPoint(x: place.x + (place.x < 400 ? -3 : 3), y: place.y + (place.y < 300 ? -3 : 3))
    try map.move(.number(behind), to: map.coordinate(at: out))
    map.layout()
    #expect(shown(map) == before)
    map.removeAnnotation(.number(front))
    map.layout()
    let after = shown(map)
    #expect(!after.contains(front) && after.count >= before.count - 1)
    let fresh = MapView()
    fresh.visibleMapRect = map.visibleMapRect
    fresh.registerTemplate("dot", AnnotationView.self) { view in
      view.size = ScreenSize(width: 40, height: 40)
      view.displayPriority = .defaultLow
    }
    for id in map.annotationIDs { fresh.addAnnotation(map.annotation(for: id)!, id: id, template: "dot") }
    fresh.layout()
    #expect(shown(fresh) == after, "a map that is filled anew shows the same")
  }

  @Test("clusters are made larger until there are no more than the limit, and hold all; a new level begins anew")
  func clusters() throws {
    let (map, points) = try crowd(4_000, side: 6, cluster: "dots")
    #expect(map.annotationViews.count > 900)
    map.maximumViewCount = 60
    map.layout()
    func counted() -> Int {
      map.clusterAnnotations.values.reduce(0) { $0 + $1.memberCount } + shown(map).count
    }
    #expect(map.annotationViews.count <= 60 && counted() == 4_000)
    try map.move(.number(0), to: map.coordinate(at: points[1]))
    map.layout()
    #expect(map.annotationViews.count <= 60 && counted() == 4_000)
    map.maximumViewCount = 2_000
    map.setCenter(map.centerCoordinate, level: 17, animated: false)
    let side = map.clusterAnnotations.values.allSatisfy { cluster in
      let places = cluster.memberAnnotations.map { map.point(for: $0.coordinate) }
      return places.allSatisfy { place in places.allSatisfy { abs(place.x - $0.x) < 20 && abs(place.y - $0.y) < 20 } }
    }
    #expect(side, "clusters are small again")
  }

  @Test("clusters of many members without a title have none, and looking for it is quicker than looking at all of them")
  func untitled() throws {
    let map = MapView()
    map.registerTemplate("dot", MarkerAnnotationView.self) { $0.clusteringIdentifier = "all" }
    var generator = SeededGenerator(seed: 4)
    let count = 100_000
    func random(_ range: Range<Double>) -> [Double] { (0..<count).map { _ in .random(in: range, using: &generator) } }
    let columns = try AnnotationColumns(
      ids: (0..<count).map { .number($0) }, latitudes: random(-60..<60), longitudes: random(-170..<170))
    try map.addAnnotations(columns, template: "dot")
    map.layout()
    let clusters = map.clusterAnnotations.values
    // The best of several runs, because the machine may pause in any of them.
    func time(_ body: () -> Void) -> Duration {
      (0..<10).map { _ in ContinuousClock().measure(body) }.reduce(.seconds(3600), min)
    }
    let titles = time { #expect(clusters.allSatisfy { $0.title == nil }) }
    let members = time { #expect(clusters.reduce(0) { $0 + $1.memberAnnotations.count } > count / 2) }
    #expect(titles < members / 2, "titles \(titles), all members \(members)")
    let one = try #require(clusters.first?.memberIDs.last)
    let place = try #require(map.annotation(for: one)).coordinate
    try map.update(one, PointAnnotation(coordinate: place, title: "the only one"))
    #expect(clusters.contains { $0.title == "the only one" })
  }
}
