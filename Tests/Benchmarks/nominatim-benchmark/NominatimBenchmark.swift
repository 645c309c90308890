import ArgumentParser
import BenchmarkKit
import GeoEngine
import GeoNominatim
import GeoSupport

/// Measures or prints responses of Nominatim's `/reverse`, in process and without HTTP.
@main struct NominatimBenchmark: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "nominatim-benchmark", abstract: "Measure or show answers of Nominatim's /reverse, without HTTP.",
    discussion: """
      Without queries: 20,000 points scattered 20 to 30 m around the addresses of the store, always the same ones, asked for in jsonv2
      with everything as usual, in time of the processor. The second pass finds the caches warm.
      """)

  @Argument(help: "The store.")
  var store: String

  @Argument(help: "Queries to be answered instead, such as 'lat=47.14&lon=9.52&format=jsonv2'.")
  var queries: [String] = []

  func run() throws {
    try InputFiles.require([store])
    let responder = NominatimResponder(engine: try PlacemarkEngine(database: store))
    guard queries.isEmpty else { return try Self.show(queries, responder) }
    var houses = try HousePoints(store: store)
    let requests = try houses.next(20_000).map {
      try Self.request("lat=\($0.latitude)&lon=\($0.longitude)&format=jsonv2")
    }
    for _ in 0..<2 { try Self.measure(requests, responder) }
  }

  private static func show(_ queries: [String], _ responder: NominatimResponder) throws {
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
}
