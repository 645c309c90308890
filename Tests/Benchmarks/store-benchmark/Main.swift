import ArgumentParser
import BenchmarkKit
import GeoImport
import GeoModel
import GeoStore

/// Measures the store alone: reading it, or each stage of an import.
@main struct StoreBenchmark: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "store-benchmark", abstract: "Measure the store alone.",
    subcommands: [Read.self, Import.self], defaultSubcommand: Read.self)

  /// `store-benchmark read`.
  struct Read: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Find the tiles of 50,000 points near addresses, always the same ones, and read addresses and names.")

    @Argument(help: "The store.")
    var store: String

    @Argument(help: "Only measurements whose name starts so.")
    var measurement = ""

    func run() throws {
      try InputFiles.require([store])
      try ReadingBenchmark(path: store, only: measurement).run()
    }
  }

  /// `store-benchmark import`.
  struct Import: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Make a store and print how long each stage of the import takes.")

    @Argument(help: "The store to be made.")
    var store: String

    @Argument(help: "The world layer.")
    var world: String

    @Argument(help: "The extracts.")
    var extracts: [String]

    func run() throws {
      try InputFiles.require([world] + extracts)
      let importer = Importer(ImportOptions(threads: 2, worldLayer: world))
      let summary = try importer.run(extracts: extracts, output: store)
      for timing in summary.timings { print(timing) }
      print("peak", summary.peakMemoryBytes >> 20, "MB; file", (summary.store?.fileSize ?? 0) >> 10, "KB")
      for count in summary.store?.counts ?? [] { print(count.table, count.rows) }
    }
  }
}
