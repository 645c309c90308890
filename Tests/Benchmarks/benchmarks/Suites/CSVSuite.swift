/// Enriches tables of points around the nodes of extracts, and measures rows per second, memory and processor time. The
/// small extract is measured with one and two jobs, the large one with all columns and with two.
struct CSVSuite: Suite {
  static let name = "csv"

  func run(_ build: Build, _ bench: Workbench, into results: inout Measurements) throws {
    for jobs in [1, 2] {
      try measure(
        "csv \(jobs == 1 ? "1 job" : "\(jobs) jobs")", bench.liechtenstein, "liechtenstein", rows: 500_000,
        ["--jobs", "\(jobs)"], build, bench, &results)
    }
    guard bench.has(bench.merged, for: "tables over the merged store") else { return }
    try measure(
      "csv merged, all columns", bench.merged, "merged", rows: 1_000_000, ["--columns", "all"], build, bench, &results)
    try measure(
      "csv merged, city and country", bench.merged, "merged", rows: 1_000_000, ["--columns", "city,country"], build,
      bench, &results)
  }

  /// Enriches one table once.
  private func measure(
    _ name: String, _ extract: String, _ label: String, rows allRows: Int, _ options: [String], _ build: Build,
    _ bench: Workbench, _ results: inout Measurements
  ) throws {
    let rows = bench.isQuick ? allRows / 10 : allRows
    guard let geocode = build.program("geocode", bench),
      let store = try ImportSuite.prepare(extract, label, build, bench),
      let table = try points(extract, label, rows, build, bench)
    else { return }
    let output = "\(bench.folder)/\(build.letter)-out.csv"
    let arguments = ["csv", table, "--database", store, "--quiet", "--force", "-o", output] + options
    let outcome = try ChildProcess(geocode, arguments).wait(limit: 180)
    results.add("\(name), rate", Double(rows) / outcome.seconds, "/s")
    results.add("\(name), peak memory", outcome.peakMegabytes, "MB")
    results.add("\(name), processor time for a row", outcome.cpuSeconds / Double(rows) * 1e6, "us")
  }

  /// A table of points, the same for all builds and runs; nil when the build lacks the program that makes them.
  private func points(
    _ extract: String, _ label: String, _ rows: Int, _ build: Build, _ bench: Workbench
  ) throws -> String? {
    let table = "\(bench.folder)/points-\(label).csv"
    guard bench.size(of: table) == 0 else { return table }
    guard let maker = build.program("csv-benchmark", bench) else { return nil }
    _ = try ChildProcess(maker, ["points", extract, "\(rows)"], outputPath: table).wait(limit: 120)
    return table
  }
}
