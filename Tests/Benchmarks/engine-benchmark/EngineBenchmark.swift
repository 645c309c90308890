import ArgumentParser
import BenchmarkKit
import GeoModel

/// Measures the engine in process, at points 20 to 30 m around addresses or at every ``Scenario``.
@main struct EngineBenchmark: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "engine-benchmark", abstract: "Measure the engine in process.",
    usage: """
      engine-benchmark <store> [--region <south,west,north,east>]
      engine-benchmark --scenarios <store> [<count> [<scenario> ...]]
      engine-benchmark --points <store> <count> [<scenario> ...]
      """,
    discussion: """
      Without --scenarios or --points: 50,000 points scattered 20 to 30 m around the addresses of the store, always the same ones; full
      addresses in local names. Prints median, 99th percentile and queries per second with one and two threads. The first pass warms the
      caches and is not counted.
      """)

  /// Which points are measured.
  enum Mode: String, EnumerableFlag {
    case scenarios, points

    static func help(for value: Mode) -> ArgumentHelp? {
      switch value {
      case .scenarios: "Measure scenarios with so many points each."
      case .points: "Print the points of scenarios as CSV, so that another program can be asked the same."
      }
    }
  }

  @Flag(exclusivity: .exclusive) var mode: Mode?

  @Argument(help: "The store.")
  var store: String

  @Argument(help: "Points of each scenario (default: 20000).")
  var count: Int?

  @Argument(help: "Only these scenarios.")
  var scenarios: [Scenario] = []

  @Option(
    parsing: .unconditional, help: "Only addresses between these degrees.")
  var region: Region?

  func validate() throws {
    guard mode != nil || count == nil else { throw ValidationError("a count needs --scenarios or --points") }
    guard mode == nil || region == nil else { throw ValidationError("--region goes without --scenarios and --points") }
    guard mode != .points || count != nil else { throw ValidationError("--points needs a count") }
    guard (1...10_000_000).contains(count ?? 1) else {
      throw ValidationError("the count must be from 1 to 10,000,000, not \(count ?? 1)")
    }
  }

  func run() throws {
    try InputFiles.require([store])
    let only = scenarios.isEmpty ? Scenario.allCases : scenarios
    switch mode {
    case .scenarios: try ScenarioBenchmark(store: store, count: count ?? 20_000, only: only).run()
    case .points: try printPoints(only)
    case nil:
      var houses = try HousePoints(store: store, in: region?.box)
      let points = houses.next(50_000)
      for threads in [1, 2] { try measure(points, threads: threads) }
    }
  }

  /// Prints the points of these scenarios, the same as when they run alone and in this order.
  private func printPoints(_ only: [Scenario]) throws {
    var sets = try PointSets(path: store)
    print("scenario,latitude,longitude")
    for scenario in Scenario.allCases where only.contains(scenario) {
      for point in try sets.points(scenario, count: count ?? 0) {
        print("\(scenario.rawValue),\(point.latitude),\(point.longitude)")
      }
    }
  }

  private func measure(_ points: [Coordinate], threads: Int) throws {
    let timing = try Timing(points, store: store, threads: threads)
    print(
      "threads \(threads): median \(timing.medianMicroseconds) us, p99 \(timing.highMicroseconds) us,",
      "\(timing.queriesPerSecond) queries/s")
  }
}

extension Scenario: ExpressibleByArgument {}
