import ArgumentParser
import GeoCSV
import GeoConsole
import GeoEngine
import GeoModel

/// The options of `geocode csv` about the output and the display of the run.
struct CSVOutputOptions: ParsableArguments {
  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "Write to this file, packed if it is called .gz or .zst; without it, to standard output.", valueName: "file"),
    completion: .file())
  var output: String?

  @Flag(help: "Overwrite the output, and throw away what an interrupted run left.")
  var force = false

  @Flag(
    help:
      "Continue where an interrupted run stopped: repeat the same command with this added. Without such a run it starts anew."
  )
  var resume = false

  @Option(
    name: .shortAndLong, parsing: .unconditional,
    help: ArgumentHelp(
      "How many pieces of the file to work on at once; by default one per processor.", valueName: "number"))
  var jobs: Int?

  @Flag(name: .shortAndLong, help: "No progress, notes or summary on standard error; errors are still reported.")
  var quiet = false

  func validate() throws {
    if force, resume { throw ValidationError("--force starts anew and --resume continues: give one of them") }
    if let jobs, !(1...256).contains(jobs) { throw ValidationError("--jobs \(jobs): give a number from 1 to 256") }
  }

  /// How to treat an existing output.
  var mode: OutputFile.Mode { resume ? .resume : force ? .overwrite : .new }

  /// The output's path; nil for standard output.
  var path: String? { output == "-" ? nil : output }
}

extension EnrichmentOptions.Format: ExpressibleByArgument {}
extension EnrichmentOptions.RaggedRows: ExpressibleByArgument {}
extension LetterO: ExpressibleByArgument {}
extension EnrichmentOptions.Encoding: ExpressibleByArgument {}

/// The options of `geocode csv` about the format of the file and its coordinates.
///
/// GeoCSV detects whatever is not given.
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

  @Flag(help: "Latitude and longitude are the other way round.")
  var swap = false

  @Option(
    help: ArgumentHelp(
      "What the letter O behind an angle is: west (Oeste, Ouest) or east (Ost); by default what other letters and the names of columns tell.",
      valueName: "side"))
  var letterO: LetterO?

  @Flag(help: "The first row is data, not names.")
  var noHeader = false

  @Option(
    help: ArgumentHelp(
      "What separates fields: a character, or comma, semicolon, tab, pipe; detected from the first rows if not given.",
      valueName: "character"))
  var delimiter: String?

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "csv, tsv, ndjson (one JSON object per line), json (an array of objects), geojson, gpx or kml; detected from the file if not given.",
      valueName: "format"))
  var format: EnrichmentOptions.Format?

  @Option(
    help: ArgumentHelp(
      "Rows with fewer fields than the header: pad fills them up so that new columns stand under their names, keep does not.",
      valueName: "how"))
  var ragged: EnrichmentOptions.RaggedRows = .pad

  func validate() throws { _ = try delimiterByte() }

  /// Applies the given options.
  func apply(to options: inout EnrichmentOptions) throws {
    options.latitudeColumn = latitude.map(ColumnReference.init)
    options.longitudeColumn = longitude.map(ColumnReference.init)
    options.coordinateColumn = coordinate.map(ColumnReference.init)
    options.swapsCoordinates = swap
    options.letterO = letterO
    options.hasHeader = !noHeader
    options.delimiter = try delimiterByte()
    options.format = format
    options.raggedRows = ragged
  }

  /// Names for delimiters that are hard to type in a shell.
  private static let names: [String: UInt8] = [
    "comma": 0x2C, "semicolon": 0x3B, "tab": 0x09, "\\t": 0x09, "pipe": 0x7C, "space": 0x20, "colon": 0x3A,
  ]

  /// The byte of `--delimiter`; nil when it is to be detected.
  ///
  /// - Throws: a validation error unless it is a single ASCII character that is neither a quote nor a line break.
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

/// The options of `geocode csv` about the new columns.
struct CSVAddingOptions: ParsableArguments {
  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "The new columns in their order, such as street,house_number,city; 'all' for every one.", valueName: "names"))
  var columns: String?

  @OptionGroup var ownAreas: AreaOptions

  @Option(
    help: ArgumentHelp(
      "Put the rows of each vehicle on the roads that it drove, and add where that is. The column tells whose row it is.",
      valueName: "column"))
  var track: String?

  @Option(help: ArgumentHelp("Column of times, with --track; found by its name if not given.", valueName: "column"))
  var time: String?

  @Option(
    help: ArgumentHelp("Who moves, with --track: driving (as without it) or walking.", valueName: "profile"))
  var profile: TrackProfile?

  @Option(help: ArgumentHelp("Prefix for the name of each new column, such as geo_.", valueName: "text"))
  var prefix: String = ""

  @Option(
    help: ArgumentHelp(
      "One column composed of others, such as '{street} {house_number}, {city}' ({{ and }} are braces); alone it replaces the usual columns.",
      valueName: "text"))
  var template: String?

  @Option(help: ArgumentHelp("Name of the template's column.", valueName: "name"))
  var templateName: String = "label"

  @Flag(inversion: .prefixedNo, help: "Add a last column that says ok, or why a row has no address.")
  var status = true

  @OptionGroup var question: QuestionOptions

  @Flag(
    help:
      "Put an apostrophe before new text that a spreadsheet would take for a formula (it begins with = + - @). Anybody can put a name on the map."
  )
  var escapeFormulas = false

  @Option(
    help: ArgumentHelp(
      "Encoding of new values: utf-8, or windows-1252 for old spreadsheets.", valueName: "encoding"))
  var encoding: EnrichmentOptions.Encoding = .utf8

  func validate() throws {
    if track == nil, time != nil || profile != nil {
      throw ValidationError("\(time == nil ? "--profile" : "--time") needs --track COLUMN")
    }
  }

  /// Applies the given options.
  ///
  /// - Throws: `EnrichmentError` for a column that does not exist.
  func apply(to options: inout EnrichmentOptions) throws {
    let layers = try ownAreas.files().requests.map(\.layer)
    options.template = try template.map { text in
      try ColumnTemplate(text, name: templateName, isLayer: { layers.contains($0) || mayBeOfStore($0) })
    }
    options.columns =
      try columns.map { text in
        let words = text.split(separator: ",").map(String.init)
        return try OutputColumn.list(text, layers: layers + words.filter(mayBeOfStore))
      }
      ?? (template == nil ? OutputColumn.usual : [])
    if !status { options.columns.removeAll { $0 == .status } }
    if status, !options.columns.contains(.status) { options.columns.append(.status) }
    // Users who give a file of areas want to see them.
    for layer in layers where !options.shownLayers.contains(layer) {
      options.columns.insert(.layer(layer), at: options.columns.count - (options.columns.last == .status ? 1 : 0))
    }
    options.prefix = prefix
    let query = try question.query()
    options.languages = query.languages
    options.worldview = query.worldview
    options.detail = query.detail
    options.maximumDistanceMeters = query.maximumDistanceMeters
    options.encoding = encoding
    options.escapesFormulas = escapeFormulas
    options.tracks = track.map {
      TrackRequest(
        vehicle: ColumnReference($0), time: time.map(ColumnReference.init), profile: (profile ?? .driving).rawValue)
    }
  }
}

extension CSVAddingOptions {
  /// Whether the name of a column can only be that of a layer of the store or daemon, which is not open yet.
  private func mayBeOfStore(_ name: String) -> Bool {
    LayerName.isValid(name) && Spelling.nearest(to: name, among: OutputColumn.allCases.map(\.name)) == nil
  }
}

/// The options of `geocode csv` about which rows are processed and how bad ones are treated.
///
/// The rows keep their order.
struct CSVRowOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Take only the first rows, to try things out.", valueName: "number"))
  var limitRows: Int?

  @Option(
    help: ArgumentHelp(
      "Take only some rows, spread over the whole file: a share such as 1%, or a number such as 1000. Always the same ones.",
      valueName: "share or number"))
  var sample: String?

  @Flag(help: "Read and check only: tell what would be done, and how many rows have usable coordinates.")
  var dryRun = false

  @Flag(help: "Stop at the first row without a usable coordinate, or whose answer cannot be written whole.")
  var strict = false

  func validate() throws {
    if let limitRows, limitRows < 0 { throw ValidationError("--limit-rows \(limitRows): give a number, 0 or more") }
    if limitRows != nil, sample != nil { throw ValidationError("--limit-rows and --sample exclude each other") }
    _ = try spreadSample()
  }

  /// Applies the given options.
  func apply(to options: inout EnrichmentOptions) throws {
    if let limitRows { options.sample = .first(limitRows) }
    if let spread = try spreadSample() { options.sample = spread }
    options.isDryRun = dryRun
    options.isStrict = strict
  }

  /// Parses `--sample`: a whole number is a number of rows; a percentage, or a decimal number up to 1, is a share.
  private func spreadSample() throws -> RowSample? {
    guard let sample else { return nil }
    if let count = Int(sample), count > 0 { return .spread(count, of: nil) }
    let isPercent = sample.hasSuffix("%")
    let number = Double(isPercent ? String(sample.dropLast()) : sample).map { isPercent ? $0 / 100 : $0 }
    guard let number, number > 0, number <= 1 else {
      throw ValidationError("--sample '\(sample)': give a share such as 1% or 0.01, or a number of rows such as 1000")
    }
    return .share(number)
  }
}
