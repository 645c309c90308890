/// Imports both extracts and measures seconds, memory, and the size of an object in the store.
///
/// The stores stay in the temporary folder for the other suites.
struct ImportSuite: Suite {
  static let name = "import"

  func run(_ build: Build, _ bench: Workbench, into results: inout Measurements) throws {
    for (name, extract) in [("liechtenstein", bench.liechtenstein), ("merged", bench.merged)] {
      guard bench.has(extract, for: "the import of \(name)") else { continue }
      try Self.measure(extract, name, build, bench, into: &results)
    }
  }

  /// Imports one extract and records the costs.
  static func measure(
    _ extract: String, _ name: String, _ build: Build, _ bench: Workbench, hasWorld: Bool = true,
    into results: inout Measurements
  ) throws {
    guard let geocode = build.program("geocode", bench) else { return }
    let store = build.store(name, bench)
    let world = hasWorld ? ["--world", bench.world] : ["--no-world"]
    let outcome = try ChildProcess(geocode, ["import", "--quiet", "--force"] + world + [extract, "-o", store]).wait()
    results.add("import \(name), time", outcome.seconds, "s")
    results.add("import \(name), processor time", outcome.cpuSeconds, "s")
    results.add("import \(name), peak memory", outcome.peakMegabytes, "MB")
    results.add("import \(name), store", Double(bench.size(of: store)) / 1e6, "MB")
    if let objects = try objects(geocode, store) {
      results.add("import \(name), bytes of store per object", Double(bench.size(of: store)) / objects, "B")
    }
  }

  /// Makes a store if the import suite has not made it.
  static func prepare(_ extract: String, _ name: String, _ build: Build, _ bench: Workbench) throws -> String? {
    let store = build.store(name, bench)
    if bench.size(of: store) > 0 { return store }
    guard bench.has(extract, for: "what needs the store of \(name)") else { return nil }
    var unused = Measurements()
    try measure(extract, name, build, bench, into: &unused)
    return bench.size(of: store) > 0 ? store : nil
  }

  /// Streets, addresses, interpolations, areas, places and features of a store, as `geocode info` counts them; nil
  /// without counts.
  private static func objects(_ geocode: String, _ store: String) throws -> Double? {
    let text = try ChildProcess(geocode, ["info", "--database", store]).wait(limit: 30).output
    let kinds: Set<Substring> = ["street", "address", "interpolation", "area", "place", "feature"]
    var sum = 0.0
    for line in text.split(separator: "\n") where line.hasPrefix("Rows of ") {
      let words = line.split(separator: " ")
      if words.count == 4, kinds.contains(words[2]) { sum += Double(words[3].filter { $0 != "," }) ?? 0 }
    }
    return sum > 0 ? sum : nil
  }
}
