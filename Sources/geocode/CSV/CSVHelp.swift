import GeoCSV
import GeoConsole

/// The texts around the options of `geocode csv`.
enum CSVHelp {
  /// What the help says between the summary and the options.
  static let discussion = """
    Reads a table that has a latitude and a longitude in each row, and writes the same table with address columns added at the \
    right. What is in your file stays as it is, to the byte. From a spreadsheet, save the sheet as "CSV UTF-8" first.

    Examples:
      geocode csv shops.csv -o shops-with-addresses.csv
          the columns are found by their names: lat, Latitude, y, geo_lat, ...
      geocode csv shops.csv -o out.csv --latitude "GPS N" --longitude "GPS E"
          or say which they are, by name or by number (1 is the first)
      geocode csv shops.csv -o out.csv --columns street,house_number,city --prefix geo_
      geocode csv shops.csv -o out.csv --template "{street} {house_number}, {postal_code} {city}"
          one new column like "10th Street 465, 94103 San Francisco"
      geocode csv shops.csv --limit-rows 10
          look at the first ten rows before anything else
      geocode csv big.csv --dry-run
          tell which columns would be used and how many rows have usable coordinates
      geocode csv big.csv -o out.csv --resume
          go on after Ctrl-C, a crash or a full disk
      gzip -dc log.ndjson.gz | geocode csv --format ndjson | jq .city

    Every row gets a status: \(RowStatus.allCases.map { "\($0.word)" }.joined(separator: ", ")). A bad row never stops the run \
    (except with --strict).

    Columns for --columns and --template:
    \(OutputColumn.allCases.map(line).joined(separator: "\n"))

    Until it is complete, the output is called FILE.partial, with FILE.journal beside it. A row may be up to 32 MB long. In JSON, an \
    array and a geometry have the longitude first.

    Exit numbers:
    \(exitNumbers)
    """

  /// A column and what it says, with all descriptions in one column of the help.
  private static func line(_ column: OutputColumn) -> String {
    "  " + column.rawValue + String(repeating: " ", count: max(1, 18 - column.rawValue.count)) + column.summary
  }

  /// The numbers of ``ExitStatus`` that a run can end with, in the words of this command.
  private static let exitNumbers = [
    (ExitStatus.success, "done; bad rows are counted in the summary"),
    (.usage, "wrong usage, or columns not found: the message says what to give"),
    (.badData, "the file is no table, a bad row with --strict, or another file than the one to resume"),
    (.noInput, "the file or the store is missing or not readable"),
    (.unavailable, "the daemon named by --socket does not answer"),
    (.cannotCreate, "the output exists already or cannot be created"),
    (.inputOutput, "the output cannot be written further, such as on a full disk"),
    (.interrupted, "ended by Ctrl-C; --resume goes on"),
    (.terminated, "ended by SIGTERM; --resume goes on"),
  ].map {
    "  " + String(repeating: " ", count: $0.0.rawValue < 10 ? 2 : $0.0.rawValue < 100 ? 1 : 0)
      + "\($0.0.rawValue) \($0.1)"
  }
  .joined(separator: "\n")
}
