import Dispatch
import GeoEngine
import GeoModel
import GeoStore
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Measures the engine in process.
///
///     swift run -c release engine-benchmark STORE [SOUTH,WEST,NORTH,EAST]
///
/// 50,000 points scattered 20 to 30 m around the addresses of the store (of the region, if one is given), always the same
/// ones; full addresses in local names. Prints median, 99th percentile and queries per second with one and two threads. The
/// first pass warms the caches and is not counted.
@main struct EngineBenchmark {
  static func main() throws {
    let arguments = CommandLine.arguments
    guard arguments.count == 2 || arguments.count == 3 else {
      print("usage: engine-benchmark STORE [SOUTH,WEST,NORTH,EAST]")
      exit(2)
    }
    let region = arguments.count == 3 ? try box(arguments[2]) : nil
    let points = try scatteredPoints(in: arguments[1], region, count: 50_000)
    for threads in [1, 2] { try measure(points, store: arguments[1], threads: threads) }
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
    let engines = try (0..<threads).map { _ in EngineBox(engine: try PlacemarkEngine(database: store)) }
    for box in engines { _ = run(box.engine, points) }
    let all = Mutex<[UInt64]>([])
    let start = DispatchTime.now().uptimeNanoseconds
    DispatchQueue.concurrentPerform(iterations: threads) { index in
      let times = run(engines[index].engine, points)
      all.withLock { $0 += times }
    }
    let seconds = Double(DispatchTime.now().uptimeNanoseconds - start) / 1e9
    let sorted = all.withLock { $0.sorted() }
    let median = Double(sorted[sorted.count / 2]) / 1_000
    let tail = Double(sorted[sorted.count * 99 / 100]) / 1_000
    let rate = Int(Double(sorted.count) / seconds)
    print("threads \(threads): median \(median) us, p99 \(tail) us, \(rate) queries/s")
  }

  /// Nanoseconds of each query.
  private static func run(_ engine: PlacemarkEngine, _ points: [Coordinate]) -> [UInt64] {
    points.map { point in
      let start = DispatchTime.now().uptimeNanoseconds
      _ = try? engine.placemarks(for: PlacemarkQuery(coordinate: point))
      return DispatchTime.now().uptimeNanoseconds - start
    }
  }
}

/// An engine on its way to the one thread that uses it.
private struct EngineBox: @unchecked Sendable { let engine: PlacemarkEngine }

/// A small generator with a fixed seed (SplitMix64, Steele, Lea and Flood 2014): the same points in every run.
private struct SplitMix: RandomNumberGenerator {
  var state: UInt64
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
