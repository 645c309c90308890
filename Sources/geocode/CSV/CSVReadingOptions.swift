import ArgumentParser
import GeoCSV

extension EnrichmentOptions.Format: ExpressibleByArgument {}
extension EnrichmentOptions.RaggedRows: ExpressibleByArgument {}
extension EnrichmentOptions.Encoding: ExpressibleByArgument {}

/// The options of `geocode csv` about what the file is and where its coordinates are. What is not given is found in the file by GeoCSV,
/// which also says what it has found; here it is only read from the command line.
struct CSVReadingOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Column of latitudes, by name or number from 1; found by its name if not given.", valueName: "column"))
  var latitude: String?

  @Option(
    help: ArgumentHelp(
      "Column of longitudes, by name or number from 1; found by its name if not given.", valueName: "column"))
  var longitude: String?

  @Option(
    help: ArgumentHelp(
      "One column with both: '37.77, -122.41', 'POINT(-122.41 37.77)' or 'geo:37.77,-122.41'.", valueName: "column"))
  var coordinate: String?

  @Flag(help: "Latitude and longitude stand the other way round.")
  var swap = false

  @Flag(help: "The first row is data, not names.")
  var noHeader = false

  @Option(
    help: ArgumentHelp(
      "Between fields: a character, or comma, semicolon, tab, pipe; found from the first rows if not given.",
      valueName: "character"))
  var delimiter: String?

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "csv, tsv, ndjson (one JSON object a line), json (an array of objects), geojson or gpx; found from the file if not given.",
      valueName: "format"))
  var format: EnrichmentOptions.Format?

  @Option(
    help: ArgumentHelp(
      "Rows with fewer fields than the header: pad fills them up so that new columns stand under their names, keep does not.",
      valueName: "how"))
  var ragged: EnrichmentOptions.RaggedRows = .pad

  func validate() throws { _ = try delimiterByte() }

  /// Sets what was given.
  func apply(to options: inout EnrichmentOptions) throws {
    options.latitudeColumn = latitude.map(ColumnReference.init)
    options.longitudeColumn = longitude.map(ColumnReference.init)
    options.coordinateColumn = coordinate.map(ColumnReference.init)
    options.swapsCoordinates = swap
    options.hasHeader = !noHeader
    options.delimiter = try delimiterByte()
    options.format = format
    options.raggedRows = ragged
  }

  /// Delimiters that are hard to type in a shell.
  private static let names: [String: UInt8] = [
    "comma": 0x2C, "semicolon": 0x3B, "tab": 0x09, "\\t": 0x09, "pipe": 0x7C, "space": 0x20, "colon": 0x3A,
  ]

  /// The byte of `--delimiter`; nil when it is to be found.
  ///
  /// - Throws: a validation error for anything but one character of ASCII that is neither a quote nor a line break.
  private func delimiterByte() throws -> UInt8? {
    guard let delimiter else { return nil }
    if let byte = CSVReadingOptions.names[delimiter.lowercased()] { return byte }
    let bytes = Array(delimiter.utf8)
    guard bytes.count == 1, ![0x22, 0x0A, 0x0D].contains(bytes[0]), bytes[0] < 0x80 else {
      throw ValidationError("--delimiter '\(delimiter)': give one character, or comma, semicolon, tab or pipe")
    }
    return bytes[0]
  }
}
