import GeoEngine
import GeoModel
import GeoNominatim
import GeoStore
import GeoSupport

/// Measures or shows answers of Nominatim's `/reverse`, in process and without HTTP.
///
///     swift run -c release nominatim-benchmark STORE
///     swift run -c release nominatim-benchmark STORE 'lat=47.14&lon=9.52&format=jsonv2' ...
///
/// The first form measures 20,000 points scattered 20 to 30 m around the addresses of the store, always the same ones, asked
/// for in jsonv2 with everything as usual, in time of the processor. The second pass finds the caches warm. The second form prints the
/// answer to each query.
@main struct NominatimBenchmark {
  static func main() throws {
    let arguments = CommandLine.arguments
    guard arguments.count >= 2 else {
      print("usage: nominatim-benchmark STORE [QUERY...]")
      exit(2)
    }
    let responder = NominatimResponder(engine: try PlacemarkEngine(database: arguments[1]))
    if arguments.count > 2 { return try show(arguments.dropFirst(2), responder) }
    let points = try scatteredPoints(in: arguments[1], count: 20_000)
    let requests = try points.map { try request("lat=\($0.latitude)&lon=\($0.longitude)&format=jsonv2") }
    for _ in 0..<2 { try measure(requests, responder) }
  }

  private static func show(_ queries: ArraySlice<String>, _ responder: NominatimResponder) throws {
    for query in queries {
      let response: NominatimResponse
      do {
        response = try responder.respond(to: try request(query))
      } catch let problem as NominatimProblem {
        response = NominatimResponder.response(to: problem, parameters: parameters(query))
      }
      print(String(decoding: response.body, as: UTF8.self))
    }
  }

  private static func measure(_ requests: [NominatimRequest], _ responder: NominatimResponder) throws {
    var times: [Double] = []
    times.reserveCapacity(requests.count)
    for request in requests {
      let start = nanoseconds()
      _ = try responder.respond(to: request)
      times.append(Double(nanoseconds() - start) / 1_000)
    }
    times.sort()
    let mean = times.reduce(0, +) / Double(times.count)
    print("median \(times[times.count / 2]) us, p99 \(times[times.count * 99 / 100]) us, mean \(mean) us")
  }

  private static func nanoseconds() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }

  private static func request(_ query: String) throws(NominatimProblem) -> NominatimRequest {
    try NominatimRequest(parameters: parameters(query), acceptLanguage: nil)
  }

  private static func parameters(_ query: String) -> [(name: String, value: String)] {
    query.split(separator: "&").map { pair in
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      return (name: String(parts[0]), value: parts.count > 1 ? String(parts[1]) : "")
    }
  }

  /// Points around addresses drawn at random.
  private static func scatteredPoints(in path: String, count: Int) throws -> [Coordinate] {
    let store = try StoreReader(path: path)
    var houses: [FixedPoint] = []
    try store.forEachTile(in: store.info.bounds ?? .world) { tile in
      houses += tile.addresses.lazy.map(\.point)
      return true
    }
    guard !houses.isEmpty else { throw GeocodingError(.placemarkNotFound, "the store has no addresses") }
    // A fixed linear congruential generator (Knuth, MMIX): the same points in every run.
    var state: UInt64 = 20_210_106
    func random() -> Double {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Double(state >> 11) / 9_007_199_254_740_992
    }
    return (0..<count).map { _ in
      let house = houses[min(houses.count - 1, Int(random() * Double(houses.count)))]
      let (angle, meters) = (random() * 2 * .pi, 20 + random() * 10)
      let place = LocalPoint(x: cos(angle) * meters, y: sin(angle) * meters)
      return Coordinate(LocalProjection(origin: house).unproject(place))
    }
  }
}
