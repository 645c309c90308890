import ArgumentParser
import BenchmarkKit
import GeoCSV
import GeoConsole
import GeoModel
import GeoSupport
import GeoTestKit
import OSMFile

/// Makes the input rows for measuring `geocode csv`, and measures the overhead of the enrichment itself.
@main struct CSVBenchmark: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "csv-benchmark", abstract: "Make rows to measure tables with, and measure what they cost.",
    subcommands: [Points.self, Overhead.self])
}

/// `csv-benchmark points`.
struct Points: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Print points scattered over an extract: its nodes at random, each moved by up to 30 m.",
    discussion: "The seed is fixed, so every run prints the same.")

  @Argument(help: "The extract.")
  var extract: String

  @Argument(help: "How many.")
  var count: Int

  func validate() throws {
    guard count > 0 else { throw ValidationError("the count must be 1 or more, not \(count)") }
  }

  func run() throws {
    try InputFiles.require([extract])
    let reader = try OSMFileReader(path: extract)
    let block = PrimitiveBlock()
    var nodes: [FixedPoint] = []
    for index in reader.blobs.indices {
      try reader.readBlock(index, into: block, .all)
      for node in 0..<block.nodes.count { nodes.append(FixedPoint(x: block.nodes.x[node], y: block.nodes.y[node])) }
    }
    guard !nodes.isEmpty else {
      StandardError.writeLine("Error: \(extract) has no nodes")
      throw ExitCode(ExitStatus.badData.rawValue)
    }
    var random = SeededGenerator(seed: 20_221_215)
    print("id,latitude,longitude,note")
    for id in 1...count {
      let point = random.point(around: nodes, meters: 0...30)
      print("\(id),\(point.latitude),\(point.longitude),row \(id)")
    }
  }
}

/// `csv-benchmark overhead`.
struct Overhead: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Enrich a file with a geocoder that answers at once: what reading, ordering and writing cost alone.",
    discussion: "The rows go to /dev/null.")

  @Argument(help: "The table.")
  var table: String

  @Argument(help: "Threads.")
  var jobs = 2

  func validate() throws {
    guard (1...64).contains(jobs) else { throw ValidationError("the jobs must be from 1 to 64, not \(jobs)") }
  }

  func run() async throws {
    try InputFiles.require([table])
    var options = EnrichmentOptions()
    options.jobs = jobs
    options.columns = OutputColumn.allCases
    let enrichment = Enrichment(
      input: try InputFile(path: table), outputPath: "/dev/null", mode: .new, options: options,
      openSource: { Enrichment.Source(geocoder: InstantGeocoder(), identity: "instant") })
    let summary = try await enrichment.run()
    let seconds = Double(summary.duration.components.seconds) + Double(summary.duration.components.attoseconds) * 1e-18
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    let rows = summary.tally[.rows]
    print("\(rows) rows, \(seconds) s, \(Int(Double(rows) / max(seconds, 1e-9))) rows/s, \(usage.ru_maxrss / 1024) MB")
  }
}

/// Answers every point with the same placemark, so that only the other work is measured.
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

  func placemarks(for query: PlacemarkQuery) async throws(GeocodingError) -> [Placemark] { try answer[0].get() }

  func placemarks(forEach queries: [PlacemarkQuery]) async throws(GeocodingError) -> [Result<
    [Placemark], GeocodingError
  >] {
    [Result<[Placemark], GeocodingError>](repeating: answer[0], count: queries.count)
  }
}
