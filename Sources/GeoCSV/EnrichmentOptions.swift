import GeoModel

/// What to read, what to add to it and how.
public struct EnrichmentOptions: Sendable {
  /// The kinds of files; nil in ``format`` means: look at the name and the first bytes.
  public enum Format: String, CaseIterable, Sendable {
    /// Comma-separated values, or another delimiter.
    case csv
    /// Tab-separated values.
    case tsv
    /// One JSON object a line.
    case ndjson
    /// JSON objects in an array, or a single one, over any number of lines.
    case json
    /// A GeoJSON feature collection, or a single feature.
    case geojson
    /// GPX: track points, waypoints and route points.
    case gpx
  }

  /// What to do with rows that have fewer fields than the header.
  public enum RaggedRows: String, CaseIterable, Sendable {
    /// Fill them up with empty fields, so that the new columns stand under their names.
    case pad
    /// Append the new columns right behind what is there.
    case keep
  }

  /// In which bytes the new values are written.
  public enum Encoding: String, CaseIterable, Sendable {
    /// UTF-8, whatever the input is in.
    case utf8 = "utf-8"
    /// Windows-1252, for old spreadsheets; a character that it lacks becomes `?`.
    case windows1252 = "windows-1252"
  }

  /// The kind of file; nil: found from the file's name and first bytes.
  public var format: Format?
  /// The byte between fields; nil: found from the first lines.
  public var delimiter: UInt8?
  /// Whether the first row names the columns.
  public var hasHeader = true
  /// The column of latitudes; nil: found by its name.
  public var latitudeColumn: ColumnReference?
  /// The column of longitudes; nil: found by its name.
  public var longitudeColumn: ColumnReference?
  /// One column with both; nil: found by its name where there is no pair.
  public var coordinateColumn: ColumnReference?
  /// Whether latitude and longitude stand the other way round than said.
  public var swapsCoordinates = false
  /// What to do with rows that have fewer fields than the header.
  public var raggedRows = RaggedRows.pad
  /// In which bytes the new values are written.
  public var encoding = Encoding.utf8

  /// The new columns in their order.
  public var columns: [OutputColumn] = OutputColumn.usual
  /// Put before the name of every new column.
  public var prefix = ""
  /// One more column, put together from others.
  public var template: ColumnTemplate?
  /// Whether new text that a spreadsheet would take for a formula gets an apostrophe before it, in tables only.
  public var escapesFormulas = false

  /// Preferred languages, best first; empty: local names.
  public var languages: [String] = []
  /// The finest part of an address that is answered.
  public var detail = PlacemarkDetail.address
  /// Nothing farther than this is matched, in metres; nil: the engine's own reach.
  public var maximumDistanceMeters: Double?

  /// Which rows are taken.
  public var sample = RowSample.all
  /// Whether the first bad row stops the run.
  public var isStrict = false
  /// Whether to read and count only: nothing is asked and nothing written.
  public var isDryRun = false
  /// How many chunks are worked on at once; 1 or more.
  public var jobs = 2
  /// Sizes that tests make small, to meet in little files what large ones meet.
  var tuning = Tuning()

  /// How the work is cut; it changes nothing in the output.
  struct Tuning: Sendable {
    /// How much of the file is looked at to find out what it is.
    var sampleBytes = ReadingLimits.sampleBytes
    /// The usual chunk of input.
    var chunkBytes = ReadingLimits.chunkBytes
    /// The least time between two checkpoints.
    var checkpointInterval = Duration.milliseconds(200)
    /// The longest record that is waited for.
    var longestRecordBytes = ReadingLimits.longestRecordBytes
  }

  /// The usual options.
  public init() {}
}

extension EnrichmentOptions {
  /// A question about a point with these options.
  func query(for coordinate: Coordinate) -> PlacemarkQuery {
    var query = PlacemarkQuery(coordinate: coordinate)
    query.languages = languages
    query.detail = detail
    query.maximumDistanceMeters = maximumDistanceMeters
    return query
  }
}
