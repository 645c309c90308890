import ArgumentParser

/// Measures builds of the whole product on real extracts.
@main struct Benchmarks: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "benchmarks", abstract: "Measure the importer, the engine, the daemon, tables and the command line.",
    subcommands: [Run.self, Copies.self], defaultSubcommand: Run.self)
}
