import ArgumentParser
import GeoCSV
import GeoConsole
import GeoModel
import GeoSupport

/// `geocode csv`: adds addresses to a file of coordinates.
struct CSVCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "csv", _superCommandName: "geocode",
    abstract: "Add addresses to a file of coordinates: CSV, TSV, NDJSON, GeoJSON, GPX, KML.",
    usage: """
      geocode csv [options] places.csv -o places-with-addresses.csv
      ... | geocode csv [options] | ...
      """,
    discussion: CSVHelp.discussion)

  @Argument(
    help: ArgumentHelp("The file to read; '-' or nothing means standard input.", valueName: "file"), completion: .file()
  )
  var inputs: [String] = []

  /// The input's path; nil for standard input.
  var input: String? { inputs.first }

  @OptionGroup(title: "Output") var output: CSVOutputOptions
  @OptionGroup(title: "Where the coordinates are") var reading: CSVReadingOptions
  @OptionGroup(title: "What is added") var adding: CSVAddingOptions
  @OptionGroup(title: "Which rows") var rows: CSVRowOptions
  @OptionGroup(title: "Where answers come from") var source: SourceOptions

  func validate() throws {
    guard inputs.count > 1 else { return }
    throw ValidationError(
      "one file at a time, and \(inputs.count) are given; a loop can run this for each of them "
        + "(for pictures, 'exiftool -csv' takes all of them: 'geocode csv \(ShellWord.file(inputs[0]))' names the command)"
    )
  }

  func run() throws {
    let jobs = UInt64(output.jobs ?? Processors.usable)
    try ProcessLimits.demand(files: 16, megabytes: 256 + 72 * jobs, of: "an enrichment with \(jobs) threads")
    try CSVRun(command: self).run()
  }

  /// Converts all options to those of the library.
  ///
  /// - Throws: `EnrichmentError` for options such as an unknown column.
  func options() throws -> EnrichmentOptions {
    var options = EnrichmentOptions()
    options.jobs = output.jobs ?? Processors.usable
    try reading.apply(to: &options)
    try adding.apply(to: &options)
    try rows.apply(to: &options)
    return options
  }
}

/// The help texts of `geocode csv`.
enum CSVHelp {
  /// The help text between the summary and the options.
  static let discussion = """
    Reads a table that has a latitude and a longitude in each row, and writes the same table with address columns added at the \
    right. Your own data stays as it is, byte for byte. From a spreadsheet, save the sheet as "CSV UTF-8" first.

    Examples:
      geocode csv shops.csv -o shops-with-addresses.csv
          the columns are found by their names: lat, Latitude, y, geo_lat, ...
      geocode csv shops.csv -o out.csv --latitude "GPS N" --longitude "GPS E"
          or say which they are, by name or by number (1 is the first)
      geocode csv shops.csv -o out.csv --columns street,house_number,city --prefix geo_
      geocode csv shops.csv -o out.csv --template "{street} {house_number}, {postal_code} {city}"
          one new column like "10th Street 465, 94103 San Francisco"
      geocode csv shops.csv --limit-rows 10
          try the first ten rows before anything else
      geocode csv fleet.csv --track truck --time recorded_at -o fleet-on-roads.csv
          add where each vehicle was on its road, too
      geocode csv big.csv --dry-run
          tell which columns would be used and how many rows have usable coordinates
      geocode csv big.csv -o out.csv --resume
          continue after Ctrl-C, a crash or a full disk
      geocode csv log.ndjson.gz | jq .city

    Every row gets a status: \(RowStatus.allCases.map { "\($0.word)" }.joined(separator: ", ")). A bad row never stops the run \
    (except with --strict).

    Columns for --columns and --template:
    \(ColumnListing.text(OutputColumn.allCases.filter { !isAreaCode($0) }))

    Codes of areas, where the map has them, are columns, too: \(areaCodes). 'all' leaves out codes; 'geocode help columns' lists all.

    \(LookupHelp.whereAnswersComeFrom)

    Until it is complete, the output is called FILE.partial, with FILE.journal beside it. A row may be up to 32 MB long. In JSON, an \
    array or a geometry has the longitude first.

    Exit numbers:
    \(exitNumbers)
    """

  private static func isAreaCode(_ column: OutputColumn) -> Bool {
    if case .field(let field) = column { field.areaCode != nil } else { false }
  }

  private static let areaCodes = PlacemarkField.codes.filter { $0.areaCode != nil }.map(\.column).joined(
    separator: ", ")

  /// The exit statuses of a run, described for this command.
  private static let exitNumbers = ExitStatus.helpText([
    (.success, "done; bad rows are counted in the summary"),
    (.nothingFound, "no row fits but with --swap, or there are no rows (--strict)"),
    (.usage, "wrong usage, or columns not found: the message says what to give"),
    (.badData, "the file is not a table, ends early, has a bad row (--strict), or is not the one to resume"),
    (.noInput, "the file or the store is missing or not readable"),
    (.unavailable, "the daemon does not answer, or the store was overwritten meanwhile or is damaged for some rows"),
    (.cannotCreate, "the output exists already or cannot be created"),
    (.inputOutput, "the output cannot be written any further, for instance because the disk is full"),
    (.interrupted, "ended by Ctrl-C; --resume continues"),
    (.terminated, "ended by SIGTERM; --resume continues"),
  ])
}
