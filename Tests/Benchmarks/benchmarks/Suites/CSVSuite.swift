/// Enriches a table of points around the nodes of an extract with full addresses: rows a second and memory.
struct CSVSuite: Suite {
  static let name = "csv"

  func run(_ build: Build, _ bench: Workbench, into results: inout Measurements) throws {
    guard let geocode = build.program("geocode", bench),
      let store = try ImportSuite.prepare(bench.liechtenstein, "liechtenstein", build, bench)
    else { return }
    let rows = bench.isQuick ? 50_000 : 500_000
    let table = "\(bench.folder)/points.csv"
    if bench.size(of: table) == 0 {
      guard let maker = build.program("csv-benchmark", bench) else { return }
      _ = try ChildProcess(maker, ["points", bench.liechtenstein, "\(rows)"], outputPath: table).wait(limit: 60)
    }
    for jobs in [1, 2] {
      let output = "\(bench.folder)/\(build.letter)-out.csv"
      let arguments = ["--database", store, "--no-daemon", "--quiet", "--force", "--jobs", "\(jobs)", "-o", output]
      let outcome = try ChildProcess(geocode, ["csv", table] + arguments).wait(limit: 120)
      let name = jobs == 1 ? "1 job" : "\(jobs) jobs"
      results.add("csv \(name), rate", Double(rows) / outcome.seconds, "/s")
      results.add("csv \(name), peak memory", outcome.peakMegabytes, "MB")
      results.add("csv \(name), processor time for a row", outcome.cpuSeconds / Double(rows) * 1e6, "us")
    }
  }
}
