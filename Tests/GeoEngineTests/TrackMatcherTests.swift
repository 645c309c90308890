import GeoImport
import GeoModel
import GeoTestKit
import OSMFile
import Testing

@testable import GeoEngine

@Suite("Tracks on roads")
struct TrackMatcherTests {
  private let folder = TemporaryFolder()
  /// A street from west to east in two ways, a street that crosses it, and a one-way lane beside it with a dead end.
  private let grid = Grid(
    """
    . . . . . . . . e . . . . . . . .
    A . . . . . . . B . . . . . . . C
    . . . . . . . . . . . . . . . . .
    a . . . . . . . b . . . . . . . c
    . . . . . . . . s . . . . . . . .
    """, unitMeters: 50)

  private func engine() throws -> PlacemarkEngine {
    func id(_ letter: Character) -> Int64 { Int64(letter.asciiValue!) }
    let path = folder.file("town.osm.pbf")
    try OSMFileWriter.write(
      path: path, nodes: "ABCabces".sorted().map { OSMNode(id: id($0), x: grid[$0].x, y: grid[$0].y, tags: [:]) },
      ways: [
        OSMWay(id: 1, refs: "AB".map(id), tags: ["highway": "residential", "name": "Long Road"]),
        OSMWay(id: 2, refs: "BC".map(id), tags: ["highway": "residential", "name": "Long Road"]),
        OSMWay(id: 3, refs: "eBbs".map(id), tags: ["highway": "residential", "ref": "X 1"]),
        OSMWay(id: 4, refs: "cba".map(id), tags: ["highway": "unclassified", "name": "Lane", "oneway": "yes"]),
      ])
    let store = folder.file("town.sqlite")
    _ = try Importer(ImportOptions(threads: 1, worldLayer: nil)).run(extracts: [path], output: store)
    return try PlacemarkEngine(database: store)
  }

  /// A point this many meters east and north of a letter.
  private func point(_ letter: Character, _ east: Double, _ north: Double, at seconds: Double? = nil) -> TrackPoint {
    let place = Coordinate(LocalProjection(origin: grid[letter]).unproject(LocalPoint(x: east, y: north)))
    return TrackPoint(latitude: place.latitude, longitude: place.longitude, seconds: seconds)
  }

  private func match(
    _ points: [TrackPoint], _ profile: TrackProfile = .driving, recordsPath: Bool = false
  ) throws -> [MatchedPoint] {
    let matcher = TrackMatcher(roads: try engine().trackRoads(profile), recordsPath: recordsPath)
    var matched: [MatchedPoint] = []
    for point in points { matched += try matcher.add(point) }
    return matched + matcher.finish()
  }

  @Test("a noisy way along a street stays on it, past a crossing, and its length is counted")
  func along() throws {
    let noise = [8.0, -6, 12, -9, 3, 14, -11, 5, -8]
    let points = (0..<9).map { point("A", Double($0) * 90, noise[$0], at: Double($0) * 5) }
    let matched = try match(points, recordsPath: true)
    #expect(matched.map(\.status) == Array(repeating: .ok, count: 9))
    #expect(matched.compactMap(\.place?.way) == [1, 1, 1, 1, 1, 2, 2, 2, 2])
    #expect(matched.allSatisfy { $0.place?.piece == 1 })
    let lengths = matched.compactMap(\.place?.alongMeters)
    #expect(lengths == lengths.sorted() && lengths[0] == 0 && abs(lengths[8] - 720) < 3)
    #expect(matched.flatMap { $0.place?.passed ?? [] } == [Coordinate(grid["B"])])
    #expect(matched.allSatisfy { abs(($0.place?.coordinate.latitude ?? 0) - Coordinate(grid["A"]).latitude) < 1e-6 })
  }

  @Test("a one-way lane is driven in its direction alone, and walked in both")
  func oneWay() throws {
    let west = (0..<8).map { point("c", Double($0) * -90, 45, at: Double($0) * 5) }
    #expect(try Set(match(west).compactMap(\.place?.way)) == [4])
    let east = (0..<8).map { point("a", Double($0) * 90, 45, at: Double($0) * 5) }
    #expect(try !match(east).compactMap(\.place?.way).contains(4))
    #expect(try Set(match(east, .walking).compactMap(\.place?.way)) == [4])
  }

  @Test("rows that are no part of a way get a status, in the order of the rows")
  func statuses() throws {
    var points = (0..<6).map { point("A", Double($0) * 90, 5, at: Double($0) * 5) }
    points.insert(TrackPoint(latitude: .nan, longitude: 9, seconds: 4), at: 1)
    points.insert(TrackPoint(latitude: 91, longitude: 9, seconds: 4), at: 2)
    points.insert(point("A", 100, 5, at: .nan), at: 3)
    points.insert(point("A", 0, 0, at: -10), at: 5)
    points.append(point("A", 450, 20_000, at: 3_000))
    let matched = try match(points)
    #expect(
      matched.map(\.status) == [
        .ok, .badCoordinate, .badCoordinate, .badTime, .ok, .outOfOrder, .ok, .ok, .ok, .ok, .noRoad,
      ])
    #expect(matched.map(\.point.latitude.bitPattern) == points.map(\.latitude.bitPattern))
  }

  @Test("one row, none, and equal times")
  func few() throws {
    #expect(try match([]).isEmpty)
    #expect(try match([point("A", 90, 9)]).map(\.place?.way) == [1])
    let equal = (0..<5).map { point("A", Double($0) * 90, 9, at: 7) }
    #expect(try match(equal).compactMap(\.place?.way) == [1, 1, 1, 1, 1])
  }

  @Test("a jump begins a new piece, and a clock that is set back is believed after some rows")
  func pieces() throws {
    let jump = [
      point("A", 0, 0, at: 0), point("A", 90, 0, at: 5), point("C", -20, 0, at: 6), point("C", -110, 0, at: 11),
    ]
    #expect(try match(jump).compactMap(\.place?.piece) == [1, 1, 2, 2])
    let later = (0..<3).map { point("A", Double($0) * 90, 0, at: 1e6 + Double($0) * 5) }
    let earlier = (0..<20).map { point("A", Double($0) * 40, 0, at: Double($0) * 5) }
    let matched = try match(later + earlier)
    #expect(matched.count { $0.status == .outOfOrder } == 7)
    #expect(matched.last?.place?.piece == 2)
  }

  @Test("who stands stays at one place, for however many rows")
  func standing() throws {
    var points: [TrackPoint] = []
    for second in 0..<10_000 {
      let (east, north) = (Double(second * 7 % 13), Double(second * 5 % 11))
      points.append(point("A", 194 + east, north, at: Double(second)))
    }
    let matched = try match(points)
    #expect(matched.count == points.count)
    #expect(Set(matched.compactMap(\.place?.coordinate)).count == 1)
    #expect(matched.allSatisfy { $0.place?.alongMeters == 0 })
  }

  @Test("stops are told with their place, start and length")
  func stops() throws {
    var finder = StopFinder(minimumSeconds: 300)
    var stops: [TrackStop] = []
    func add(_ east: Double, _ seconds: Double) {
      let place = point("A", east, 0)
      if let coordinate = place.coordinate, let stop = finder.add(coordinate, seconds: seconds) { stops.append(stop) }
    }
    for index in 0..<10 { add(Double(index) * 100, Double(index) * 10) }
    for index in 0..<72 { add(1_000 + Double(index % 3) * 10, 100 + Double(index) * 10) }
    // One row is noise.
    add(1_200, 820)
    add(1_010, 830)
    for index in 0..<10 { add(1_100 + Double(index) * 100, 840 + Double(index) * 10) }
    #expect(stops.count == 1 && finder.finish() == nil)
    #expect(stops.first.map { $0.seconds == 100 && $0.duration == 730 } == true)
    #expect(stops.first?.text(at: "10th Street") == "stop 12 min at 10th Street")
    #expect(
      TrackStop(coordinate: Coordinate(grid["A"]), seconds: 0, duration: 8_000).text(at: nil) == "stop 2 h 13 min")
  }

  @Test("what ways are called")
  func streets() throws {
    let roads = try engine().trackRoads(.driving)
    #expect(try roads.street(of: 1) == "Long Road" && roads.street(of: 3) == "X 1" && roads.street(of: 9) == nil)
  }
}
