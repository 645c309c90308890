import GeoImport
import GeoModel
import GeoStore
import GeoSupport
import Synchronization

/// Measures the store alone.
///
///     swift run -c release store-benchmark STORE [MEASUREMENT]
///     swift run -c release store-benchmark --import STORE WORLD EXTRACT...
///
/// The first form reads: it finds the tiles of 50,000 points near addresses of the store, always the same ones, and reads
/// addresses and names. The second makes a store and prints how long each stage of the import takes.
@main struct StoreBenchmark {
  static func main() throws {
    let arguments = Array(CommandLine.arguments.dropFirst())
    if arguments.first == "--import", arguments.count >= 4 { return try importStore(arguments) }
    guard arguments.count == 1 || arguments.count == 2 else {
      print("usage: store-benchmark STORE [MEASUREMENT] | --import STORE WORLD EXTRACT...")
      exit(2)
    }
    try ReadingBenchmark(path: arguments[0], only: arguments.count == 2 ? arguments[1] : "").run()
  }

  private static func importStore(_ arguments: [String]) throws {
    let importer = Importer(ImportOptions(threads: 2, worldLayer: arguments[2]))
    let summary = try importer.run(extracts: Array(arguments.dropFirst(3)), output: arguments[1])
    for timing in summary.timings { print(timing) }
    print("peak", summary.peakMemoryBytes >> 20, "MB; file", (summary.store?.fileSize ?? 0) >> 10, "KB")
    for count in summary.store?.counts ?? [] { print(count.table, count.rows) }
  }
}
