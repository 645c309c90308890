import GeoModel
import GeoSupport

/// Measures every scenario and prints lines of `name, tab, value, tab, unit` for another program.
struct ScenarioBenchmark {
  let store: String
  let count: Int
  /// The scenarios to measure.
  var only = Scenario.allCases

  func run() throws {
    var sets = try PointSets(path: store)
    for scenario in Scenario.allCases where only.contains(scenario) {
      let points = try sets.points(scenario, count: count)
      // A median of a handful of values would mean nothing.
      guard points.count >= 500 else {
        print("# engine \(scenario.rawValue): skipped, the store has \(points.count) such points")
        continue
      }
      try cold(scenario, points)
      try show("\(scenario.rawValue), 1 thread", try Timing(points, store: store, threads: 1))
      if let counts = try AllocationCounts(points, store: store) {
        print("engine \(scenario.rawValue), allocations for an answer\t\(counts.answer)\tcalls")
        print("engine \(scenario.rawValue), allocations for an answer in JSON\t\(counts.answerInJSON)\tcalls")
      }
      guard scenario == .towns || scenario == .mixed else { continue }
      try show("\(scenario.rawValue), 2 threads", try Timing(points, store: store, threads: 2))
    }
  }

  /// Measures the first queries of a fresh engine whose pages are not in memory.
  private func cold(_ scenario: Scenario, _ points: [Coordinate]) throws {
    let descriptor = open(store, O_RDONLY)
    if descriptor >= 0 {
      // This is only advice to the kernel, and affects only pages that no process has mapped.
      posix_fadvise(descriptor, 0, 0, POSIX_FADV_DONTNEED)
      close(descriptor)
    }
    let first = Array(points.prefix(2_000))
    try show("\(scenario.rawValue), cold", Timing(first, store: store, threads: 1, isWarm: false))
  }

  private func show(_ name: String, _ timing: Timing) throws {
    print("engine \(name), median\t\(timing.medianMicroseconds)\tus")
    print("engine \(name), p99\t\(timing.highMicroseconds)\tus")
    print("engine \(name), rate\t\(timing.queriesPerSecond)\t/s")
  }
}
