import GeoModel
import GeoStore
import GeoSupport

/// Measures the engine in process.
///
///     swift run -c release engine-benchmark STORE [SOUTH,WEST,NORTH,EAST]
///     swift run -c release engine-benchmark --scenarios STORE [COUNT [SCENARIO...]]
///     swift run -c release engine-benchmark --points STORE COUNT [SCENARIO...]
///
/// The second form measures every ``Scenario`` with so many points each, the third prints such points as CSV, so that another
/// program can be asked the same. The first form:
/// 50,000 points scattered 20 to 30 m around the addresses of the store (of the region, if one is given), always the same
/// ones; full addresses in local names. Prints median, 99th percentile and queries per second with one and two threads. The
/// first pass warms the caches and is not counted.
@main struct EngineBenchmark {
  static func main() throws {
    let arguments = CommandLine.arguments
    if arguments.count >= 3, arguments[1] == "--scenarios" {
      let count = arguments.count > 3 ? Int(arguments[3]) ?? 0 : 20_000
      return try ScenarioBenchmark(store: arguments[2], count: count, only: Array(arguments.dropFirst(4))).run()
    }
    if arguments.count >= 4, arguments[1] == "--points" {
      return try printPoints(store: arguments[2], count: Int(arguments[3]) ?? 0, only: Array(arguments.dropFirst(4)))
    }
    guard arguments.count == 2 || arguments.count == 3 else {
      print(
        "usage: engine-benchmark STORE [SOUTH,WEST,NORTH,EAST] | --scenarios STORE [COUNT [SCENARIO...]]",
        "| --points STORE COUNT [SCENARIO...]")
      exit(2)
    }
    let region = arguments.count == 3 ? try box(arguments[2]) : nil
    let points = try scatteredPoints(in: arguments[1], region, count: 50_000)
    for threads in [1, 2] { try measure(points, store: arguments[1], threads: threads) }
  }

  /// The same points that the scenarios of these names ask when they run alone and in this order.
  private static func printPoints(store: String, count: Int, only: [String]) throws {
    var sets = try PointSets(path: store)
    print("scenario,latitude,longitude")
    for scenario in Scenario.allCases where only.isEmpty || only.contains(scenario.rawValue) {
      for point in try sets.points(scenario, count: count) {
        print("\(scenario.rawValue),\(point.latitude),\(point.longitude)")
      }
    }
  }

  private static func box(_ text: String) throws -> FixedBox {
    let edges = text.split(separator: ",").compactMap { Double($0) }
    guard edges.count == 4 else { throw GeocodingError(.invalidQuery, "the region \(text) is not four numbers") }
    let southWest = FixedPoint(try Coordinate(latitude: edges[0], longitude: edges[1]))
    let northEast = FixedPoint(try Coordinate(latitude: edges[2], longitude: edges[3]))
    return FixedBox(minX: southWest.x, minY: southWest.y, maxX: northEast.x, maxY: northEast.y)
  }

  /// Points around addresses drawn at random from the tiles of the region.
  private static func scatteredPoints(in path: String, _ region: FixedBox?, count: Int) throws -> [Coordinate] {
    let store = try StoreReader(path: path)
    var houses: [FixedPoint] = []
    try store.forEachTile(in: region ?? store.info.bounds ?? .world) { tile in
      houses += tile.addresses.lazy.map(\.point).filter { region?.contains($0) ?? true }
      return true
    }
    guard !houses.isEmpty else { throw GeocodingError(.placemarkNotFound, "the store has no addresses there") }
    var random = SplitMix(state: 20_221_215)
    return (0..<count).map { _ in
      let house = houses[Int.random(in: 0..<houses.count, using: &random)]
      let angle = Double.random(in: 0..<2 * .pi, using: &random)
      let meters = Double.random(in: 20...30, using: &random)
      let place = LocalPoint(x: cos(angle) * meters, y: sin(angle) * meters)
      return Coordinate(LocalProjection(origin: house).unproject(place))
    }
  }

  private static func measure(_ points: [Coordinate], store: String, threads: Int) throws {
    let timing = try Timing(points, store: store, threads: threads)
    print(
      "threads \(threads): median \(timing.medianMicroseconds) us, p99 \(timing.highMicroseconds) us,",
      "\(timing.queriesPerSecond) queries/s")
  }
}
