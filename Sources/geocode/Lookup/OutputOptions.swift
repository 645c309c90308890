import ArgumentParser

/// How answers are printed.
enum OutputFormat: String, ExpressibleByArgument, CaseIterable {
  case text, json, geojson, csv, line
}

/// The options that say how answers are printed.
struct OutputOptions: ParsableArguments {
  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "text: as written on a letter. line: the same on one line. json: all fields. geojson: a feature. csv: a header and a row.",
      valueName: "format"))
  var format: OutputFormat?

  @Flag(name: .shortAndLong, help: "Say on standard error where the answer comes from and how well it matches.")
  var verbose = false

  @Flag(name: .shortAndLong, help: "No progress and no notes on standard error; errors are still said.")
  var quiet = false

  var isVerbose: Bool { verbose && !quiet }
  var isQuiet: Bool { quiet }
}
