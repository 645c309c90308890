/// Shows how cost grows: the merged extract once, 4 times and 16 times (2 times only when the run is quick).
///
/// Each size is imported once a run, then asked; the copies are removed as soon as they are imported.
struct ScaleSuite: Suite {
  static let name = "scale"

  func run(_ build: Build, _ bench: Workbench, into results: inout Measurements) throws {
    guard bench.has(bench.merged, for: "stores of several sizes") else { return }
    for count in bench.isQuick ? [1, 2] : [1, 4, 16] {
      let name = "merged x\(count)"
      let extract = "\(bench.folder)/copies-\(count).osm.pbf"
      if bench.size(of: extract) == 0 { try Copies.write(bench.merged, count: count, to: extract) }
      results.add("import \(name), extract", Double(bench.size(of: extract)) / 1e6, "MB")
      try ImportSuite.measure(extract, name, build, bench, into: &results)
      guard let benchmark = build.program("engine-benchmark", bench) else { continue }
      let arguments = ["--scenarios", build.store(name, bench), bench.isQuick ? "5000" : "20000"]
      EngineSuite.add(
        try ChildProcess(benchmark, arguments).wait(limit: 300).output, name, bench, into: &results)
    }
  }
}
