import GeoCSV
import GeoModel
import GeoSupport
import OSMFile

/// Makes the rows that `geocode csv` is measured with, and measures what the enrichment itself costs.
///
/// - `csv-benchmark points EXTRACT COUNT > points.csv`: points scattered over an extract: its nodes at random, each moved by up to 30 m.
///   The seed is fixed, so every run makes the same file.
/// - `csv-benchmark overhead FILE [JOBS]`: enriches a file with a geocoder that answers at once, to see the cost of reading, ordering and
///   writing alone. The rows go to `/dev/null`.
@main enum CSVBenchmark {
  static func main() async throws {
    let arguments = CommandLine.arguments
    switch arguments.dropFirst().first {
    case "points" where arguments.count == 4: try points(extract: arguments[2], count: Int(arguments[3]) ?? 0)
    case "overhead" where arguments.count >= 3:
      try await overhead(path: arguments[2], jobs: arguments.count > 3 ? Int(arguments[3]) ?? 2 : 2)
    default: print("usage: csv-benchmark points EXTRACT COUNT | csv-benchmark overhead FILE [JOBS]")
    }
  }

  private static func points(extract: String, count: Int) throws {
    let reader = try OSMFileReader(path: extract)
    let block = PrimitiveBlock()
    var nodes: [FixedPoint] = []
    for index in reader.blobs.indices {
      try reader.readBlock(index, into: block, .all)
      for node in 0..<block.nodes.count { nodes.append(FixedPoint(x: block.nodes.x[node], y: block.nodes.y[node])) }
    }
    var random = Random()
    print("id,latitude,longitude,note")
    for id in 1...max(count, 1) {
      let node = nodes[random.below(nodes.count)]
      // 30 m are about 2,700 units of latitude; the longitude's units are shorter, which does no harm here.
      let latitude = min(max(Double(node.y) / 1e7 + random.jitter(), -90), 90)
      let longitude = min(max(Double(node.x) / 1e7 + random.jitter(), -180), 180)
      print("\(id),\(decimal(latitude)),\(decimal(longitude)),row \(id)")
    }
  }

  /// Seven decimals at most.
  private static func decimal(_ degrees: Double) -> Double { (degrees * 1e7).rounded() / 1e7 }

  private static func overhead(path: String, jobs: Int) async throws {
    var options = EnrichmentOptions()
    options.jobs = jobs
    options.columns = OutputColumn.allCases
    let enrichment = Enrichment(
      input: try InputFile(path: path), outputPath: "/dev/null", mode: .new, options: options,
      openSource: { Enrichment.Source(geocoder: InstantGeocoder(), identity: "instant") })
    let summary = try await enrichment.run()
    let seconds = Double(summary.duration.components.seconds) + Double(summary.duration.components.attoseconds) * 1e-18
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    let rows = summary.tally[.rows]
    print("\(rows) rows, \(seconds) s, \(Int(Double(rows) / seconds)) rows/s, \(usage.ru_maxrss / 1024) MB")
  }
}

/// Numbers that look random and are the same in every run (xorshift64*, Vigna 2016).
private struct Random {
  private var state: UInt64 = 0x2545_F491_4F6C_DD1D

  mutating func next() -> UInt64 {
    state ^= state >> 12
    state ^= state << 25
    state ^= state >> 27
    return state &* 0x2545_F491_4F6C_DD1D
  }

  mutating func below(_ limit: Int) -> Int { Int(next() % UInt64(limit)) }

  /// Up to 0.00027 degrees either way.
  mutating func jitter() -> Double { (Double(next() >> 11) / Double(1 << 53) - 0.5) * 0.00054 }
}

/// Answers every point with the same placemark, so that only the rest of the work is measured.
private struct InstantGeocoder: ReverseGeocoding {
  private let answer: [Result<[Placemark], GeocodingError>]

  init() {
    let coordinate = Coordinate(FixedPoint(x: 95_000_000, y: 471_400_000))
    var placemark = Placemark(
      coordinate: coordinate, distanceMeters: 12.3, match: .address,
      source: SourceReference(type: .way, id: 123_456_789))
    placemark.subThoroughfare = "12"
    placemark.thoroughfare = "Landstrasse am Rhein"
    placemark.locality = "Vaduz"
    placemark.subAdministrativeArea = "Oberland und anderswo"
    placemark.postalCode = "9490"
    placemark.country = "Liechtenstein"
    placemark.isoCountryCode = "LI"
    placemark.formattedAddress = ["Landstrasse am Rhein 12", "9490 Vaduz", "Liechtenstein"]
    placemark.title = "Landstrasse am Rhein 12"
    placemark.subtitle = "9490 Vaduz"
    answer = [.success([placemark])]
  }

  func placemarks(for query: PlacemarkQuery) async throws -> [Placemark] { try answer[0].get() }

  func placemarks(forEach queries: [PlacemarkQuery]) async throws -> [Result<[Placemark], GeocodingError>] {
    [Result<[Placemark], GeocodingError>](repeating: answer[0], count: queries.count)
  }
}
