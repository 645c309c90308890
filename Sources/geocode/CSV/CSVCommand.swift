import ArgumentParser
import GeoCSV
import GeoConsole
import GeoModel

/// `geocode csv`: adds addresses to a file of coordinates.
struct CSVCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "csv", _superCommandName: "geocode",
    abstract: "Add addresses to a file of coordinates: CSV, TSV, NDJSON, GeoJSON, GPX.",
    usage: """
      geocode csv [options] places.csv -o places-with-addresses.csv
      ... | geocode csv [options] | ...
      """,
    discussion: CSVHelp.discussion)

  @Argument(
    help: ArgumentHelp("The file to read; '-' or nothing means standard input.", valueName: "file"), completion: .file()
  )
  var input: String?

  @OptionGroup(title: "Output") var output: CSVOutputOptions
  @OptionGroup(title: "Where the coordinates are") var reading: CSVReadingOptions
  @OptionGroup(title: "What is added") var adding: CSVAddingOptions
  @OptionGroup(title: "Which rows") var rows: CSVRowOptions
  @OptionGroup(title: "Where answers come from") var source: NamedSourceOptions

  func run() throws {
    try CSVRun(command: self).run()
  }

  /// All options in the words of the library.
  ///
  /// - Throws: `EnrichmentError` for a wrong name of a column, and the like.
  func options() throws -> EnrichmentOptions {
    var options = EnrichmentOptions()
    options.jobs = output.jobs ?? Processors.count
    try reading.apply(to: &options)
    try adding.apply(to: &options)
    try rows.apply(to: &options)
    return options
  }
}
