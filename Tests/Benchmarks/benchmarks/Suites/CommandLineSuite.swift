/// Measures whole processes: from the start of `geocode LAT LON` to its end, with an existing store and without a
/// daemon.
struct CommandLineSuite: Suite {
  static let name = "command"

  func run(_ build: Build, _ bench: Workbench, into results: inout Measurements) throws {
    guard let geocode = build.program("geocode", bench),
      let store = try ImportSuite.prepare(bench.liechtenstein, "liechtenstein", build, bench)
    else { return }
    let common = ["--database", store, "--no-daemon", "47.1392", "9.5228"]
    try measure("one address", geocode, common, bench, into: &results)
    try measure("one address in German", geocode, ["--language", "de"] + common, bench, into: &results)
    try measure("--version", geocode, ["--version"], bench, into: &results)
  }

  private func measure(
    _ name: String, _ program: String, _ arguments: [String], _ bench: Workbench, into results: inout Measurements
  ) throws {
    var runs = Measurements()
    for _ in 0..<(bench.isQuick ? 5 : 21) {
      let outcome = try ChildProcess(program, arguments).wait(limit: 20)
      runs.add("time", outcome.seconds * 1000, "ms")
    }
    results.add("command line, \(name)", runs["time"]?.median ?? 0, "ms")
  }
}
