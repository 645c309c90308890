/// Queries the engine in process: towns, country, water, borders, far away and a mixture; cold and warm; with one and
/// two threads.
struct EngineSuite: Suite {
  static let name = "engine"

  func run(_ build: Build, _ bench: Workbench, into results: inout Measurements) throws {
    guard let benchmark = build.program("engine-benchmark", bench) else { return }
    for (name, extract) in [("liechtenstein", bench.liechtenstein), ("merged", bench.merged)] {
      guard let store = try ImportSuite.prepare(extract, name, build, bench) else { continue }
      let count = bench.isQuick ? "5000" : "50000"
      let outcome = try ChildProcess(benchmark, ["--scenarios", store, count]).wait(limit: 120)
      Self.add(outcome.output, name, bench, into: &results)
    }
  }

  /// Adds the lines of `engine-benchmark --scenarios` under the name of the data.
  static func add(_ output: String, _ data: String, _ bench: Workbench, into results: inout Measurements) {
    for line in output.split(separator: "\n") {
      if line.hasPrefix("# engine ") {
        bench.skip("\(data) \(line.dropFirst(2).prefix { $0 != ":" })", "the store has too few such points")
      } else if line.hasPrefix("engine ") {
        results.add(lines: "engine \(data) \(line.dropFirst(7))")
      }
    }
  }
}
