import GeoSupport

/// Shows how the cost grows: the merged extract is repeated, imported and queried, and the cost of each additional byte
/// is computed between sizes.
///
/// The world layer is left out. With it, copies of a town in another country would have postal codes that do not exist
/// there, unlike any real store. The copies stay until the run ends, for its other rounds.
struct ScaleSuite: Suite {
  static let name = "scale"

  func run(_ build: Build, _ bench: Workbench, into results: inout Measurements) throws {
    guard bench.has(bench.merged, for: "stores of several sizes") else { return }
    var last: Size?
    for count in bench.copies {
      guard hasRoom(for: count, bench) else { continue }
      let size = try measure(count, build, bench, into: &results)
      if let last { last.addSlope(to: size, &results) }
      last = size
    }
  }

  /// The cost of importing some copies.
  private struct Size {
    var name: String
    var megabytes: Double
    var seconds: Double
    var memory: Double

    /// Adds the cost of each additional megabyte.
    func addSlope(to larger: Size, _ results: inout Measurements) {
      let more = larger.megabytes - megabytes
      guard more > 0 else { return }
      let name = "\(self.name) to \(larger.name)"
      results.add("import \(name), time for each MB", (larger.seconds - seconds) / more * 1_000, "ms")
      results.add("import \(name), memory for each byte", (larger.memory - memory) / more, "B")
    }
  }

  /// Whether the disk has room for the copies, their store and the working files.
  private func hasRoom(for count: Int, _ bench: Workbench) -> Bool {
    let needed = Int64(count) * Int64(bench.size(of: bench.merged)) * 12
    guard let free = DiskRoom.free(inFolder: bench.folder), free < needed else { return true }
    bench.skip("\(count) copies", "\(bench.folder) has \(free >> 20) MB free, and \(needed >> 20) MB are needed")
    return false
  }

  private func measure(
    _ count: Int, _ build: Build, _ bench: Workbench, into results: inout Measurements
  ) throws -> Size {
    let name = "merged x\(count)"
    let extract = "\(bench.folder)/copies-\(count).osm.pbf"
    if bench.size(of: extract) == 0 { try Copies.write(bench.merged, count: count, to: extract) }
    let megabytes = Double(bench.size(of: extract)) / 1e6
    results.add("import \(name), extract", megabytes, "MB")
    try ImportSuite.measure(extract, name, build, bench, hasWorld: false, into: &results)
    if let benchmark = build.program("engine-benchmark", bench) {
      let arguments = ["--scenarios", build.store(name, bench), bench.isQuick ? "5000" : "20000"]
      EngineSuite.add(try ChildProcess(benchmark, arguments).wait(limit: 600).output, name, bench, into: &results)
    }
    func last(_ what: String) -> Double { results["import \(name), \(what)"]?.values.last ?? 0 }
    return Size(name: name, megabytes: megabytes, seconds: last("time"), memory: last("peak memory"))
  }
}
