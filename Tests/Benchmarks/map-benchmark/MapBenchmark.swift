import ArgumentParser
import GeoMap
import GeoModel
import GeoSupport

/// Measures the map without a screen.
@main struct MapBenchmark: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "map-benchmark", abstract: "Measure the map without a screen.",
    discussion: """
      Annotations stand in 200 towns of Central Europe, always at the same places, on a map of 800 by 600 points. Prints medians in \
      milliseconds of processor time; the map uses one thread. "clusters": their views cluster; "plain": they hide each other. \
      The memory of the first map is told, with what its first layout needed.
      """)

  @Argument(help: "How many annotations; several numbers are measured one after the other. 1 to 20,000,000 each.")
  var annotations = [100_000, 1_000_000]

  @Flag(help: "Only views that cluster.")
  var clusters = false

  @Flag(help: "Only views that hide each other.")
  var plain = false

  func validate() throws {
    guard !(clusters && plain) else { throw ValidationError("Give --clusters or --plain, or neither for both.") }
    guard !annotations.isEmpty, annotations.allSatisfy({ (1...20_000_000).contains($0) }) else {
      throw ValidationError("Give numbers of annotations from 1 to 20000000.")
    }
  }

  func run() throws {
    var isFirst = true
    for count in annotations {
      var places = Places()
      let columns = try places.columns(count)
      for name in ["clusters", "plain"] where name == "clusters" ? !plain : !clusters {
        var measurement = MapMeasurement(name: name, columns: columns, places: places, isFirst: isFirst)
        try measurement.run()
        isFirst = false
      }
    }
  }
}

/// Random places, the same in each run.
struct Places {
  private var state: UInt64 = 20_260_101

  /// Rows of places in 200 towns, with short titles.
  mutating func columns(_ count: Int) throws -> AnnotationColumns {
    let towns = (0..<200).map { _ in (46.5 + unit() * 2.5, 7 + unit() * 5) }
    var (latitudes, longitudes, titles) = ([Double](), [Double](), [String]())
    for row in 0..<count {
      let town = towns[next(200)]
      latitudes.append(town.0 + (unit() + unit() - 1) * 0.05)
      longitudes.append(town.1 + (unit() + unit() - 1) * 0.07)
      titles.append("Bus \(row)")
    }
    return try AnnotationColumns(
      ids: (0..<count).map { .number($0) }, latitudes: latitudes, longitudes: longitudes, titles: titles)
  }

  /// A number from 0 up to a limit.
  mutating func next(_ limit: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(limit))
  }

  private mutating func unit() -> Double { Double(next(1 << 30)) / Double(1 << 30) }
}
