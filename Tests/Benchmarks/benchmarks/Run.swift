import ArgumentParser
import GeoSupport

/// `benchmarks run`: measures one build, or two in turns.
///
/// Rounds alternate between the builds (A B A B), so that other work on the machine affects both. The table shows
/// medians of the rounds.
struct Run: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Measure one build, or two in turns.",
    discussion: """
      A build is a folder with release programs: geocode, geocoded, engine-benchmark, socket-load, csv-benchmark.
      What a build or the data folder lacks is skipped with a line. Only Unix sockets in a temporary folder are used.
      """)

  @Option(help: "The build to measure.")
  var build = ".build/release"

  @Option(parsing: .upToNextOption, help: "Two builds to measure in turns, instead of --build.")
  var compare: [String] = []

  @Option(help: "The folder with the extracts.")
  var data = "../shared/data"

  @Option(help: "The world layer of every store.")
  var world = "data/world.osm.pbf"

  @Option(parsing: .upToNextOption, help: "What to measure: import, engine, socket, http, csv, command, scale.")
  var only: [String] = ["import", "engine", "socket", "csv", "command"]

  @Option(parsing: .upToNextOption, help: "How often scale repeats the merged extract, from few to many.")
  var copies = [1, 4, 16]

  @Option(help: "How often each build is measured.")
  var rounds = 3

  @Flag(help: "Few points, rows and requests: to see whether everything works.")
  var quick = false

  @Option(help: "Write the results to this file.")
  var json: String?

  @Option(help: "The results to compare with.")
  var baseline = "Tests/Benchmarks/baseline.json"

  @Flag(help: "Make these results the baseline.")
  var saveBaseline = false

  @Option(help: "Start nothing more after so many minutes.")
  var minutes = 30.0

  private static var suites: [any Suite.Type] {
    [
      ImportSuite.self, EngineSuite.self, SocketSuite.self, HTTPSuite.self, CSVSuite.self, CommandLineSuite.self,
      ScaleSuite.self,
    ]
  }

  func validate() throws {
    guard compare.isEmpty || compare.count == 2 else { throw ValidationError("--compare needs two builds") }
    guard (1...99).contains(rounds) else { throw ValidationError("--rounds must be from 1 to 99, not \(rounds)") }
    let names = Self.suites.map { $0.name }
    if let stranger = only.first(where: { !names.contains($0) }) {
      throw ValidationError("--only does not know \(stranger); it knows \(names.joined(separator: ", "))")
    }
    for folder in compare.isEmpty ? [build] : compare where access("\(folder)/geocode", X_OK) != 0 {
      throw ValidationError("\(folder) holds no built programs: swift build -c release")
    }
    guard copies.allSatisfy(Copies.counts.contains) else {
      throw ValidationError("--copies takes numbers from 1 to \(Copies.counts.upperBound)")
    }
    guard minutes > 0 else { throw ValidationError("--minutes must be more than 0, not \(minutes)") }
  }

  func run() throws {
    let bench = try Workbench(data: data, world: world, copies: quick ? [1, 2] : copies.sorted(), isQuick: quick)
    defer { bench.clean() }
    let load = Machine.load
    let folders = compare.isEmpty ? [build] : compare
    let builds = zip(["A", "B"], folders).map { Build(letter: $0, folder: $1) }
    let results = measure(builds, bench)
    try report(results, load, bench)
  }

  /// Runs all chosen suites, round by round and build by build.
  private func measure(_ builds: [Build], _ bench: Workbench) -> [Measurements] {
    var results = builds.map { _ in Measurements() }
    let end = monotonicSeconds() + minutes * 60
    for round in 1...rounds {
      for suite in Self.suites where only.contains(suite.name) {
        for (index, build) in builds.enumerated() {
          guard monotonicSeconds() < end else {
            bench.skip("\(suite.name) of round \(round) and what follows", "\(minutes) minutes are over")
            return results
          }
          bench.note("round \(round) of \(rounds): \(suite.name), build \(build.letter)")
          do { try suite.init().run(build, bench, into: &results[index]) } catch {
            bench.note("\(suite.name), build \(build.letter): \(error)")
          }
        }
      }
    }
    return results
  }

  private func report(_ results: [Measurements], _ load: Double, _ bench: Workbench) throws {
    let sizes = ["liechtenstein-2022-12-15": bench.liechtenstein, "merged-17-extracts": bench.merged]
    let file = ResultFile(
      machine: .current, data: sizes.mapValues { bench.size(of: $0) }, load: load, rounds: rounds,
      builds: Dictionary(uniqueKeysWithValues: zip(["A", "B"], results.map(\.entries))))
    print("Machine: \(file.machine.text); load \(load) at the start, \(Machine.load) at the end")
    for (name, size) in file.data.sorted(by: { $0.key < $1.key }) { print("Data: \(name), \(size) bytes") }
    if results.count == 2 {
      print("A: \(compare[0])\nB: \(compare[1])\n\n\(Table.comparison(results[0], results[1]).text)")
    } else {
      let stored = try? ResultFile(path: baseline)
      if let stored, stored.machine != file.machine {
        print("The baseline is of another machine: \(stored.machine.text)")
      }
      print("\n\(Table.single(results[0], baseline: stored).text)")
    }
    if let json { try file.write(to: json) }
    if saveBaseline { try file.write(to: baseline) }
  }
}
