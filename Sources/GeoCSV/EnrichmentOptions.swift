import GeoModel
import GeoSupport

/// The options of an enrichment: how to read the input, which columns to add, and how.
public struct EnrichmentOptions: Sendable {
  /// The kinds of files. If ``format`` is nil, the file's name and first bytes decide.
  public enum Format: String, CaseIterable, Sendable {
    /// Comma-separated values, or another delimiter.
    case csv
    /// Tab-separated values.
    case tsv
    /// One JSON object per line.
    case ndjson
    /// JSON objects in an array, or a single one, over any number of lines.
    case json
    /// A GeoJSON feature collection, or a single feature.
    case geojson
    /// GPX: track points, waypoints and route points.
    case gpx
    /// KML: placemarks.
    case kml
  }

  /// How to treat rows that have fewer fields than the header.
  public enum RaggedRows: String, CaseIterable, Sendable {
    /// Fills the row with empty fields, so that the new columns are below their names.
    case pad
    /// Appends the new columns right behind the existing fields.
    case keep
  }

  /// How new values are encoded.
  public enum Encoding: String, CaseIterable, Sendable {
    /// UTF-8, whatever the input's encoding is.
    case utf8 = "utf-8"
    /// Windows-1252, for old spreadsheets. A character that it lacks becomes `?`.
    case windows1252 = "windows-1252"
  }

  /// The kind of file; nil: detected from the file's name and first bytes.
  public var format: Format?
  /// The byte between fields; nil: detected from the first lines.
  public var delimiter: UInt8?
  /// Whether the first row names the columns.
  public var hasHeader = true
  /// The column of latitudes; nil: found by its name.
  public var latitudeColumn: ColumnReference?
  /// The column of longitudes; nil: found by its name.
  public var longitudeColumn: ColumnReference?
  /// One column with both; nil: found by its name where there is no pair.
  public var coordinateColumn: ColumnReference?
  /// Whether latitude and longitude are swapped.
  public var swapsCoordinates = false
  /// The meaning of the letter O behind an angle in a table: west as in Spanish, French, Italian and Portuguese, or
  /// east as in German.
  ///
  /// If nil, the table's other letters and column names decide. If they do not, rows with an O have no coordinate.
  public var letterO: LetterO?
  /// How to treat rows that have fewer fields than the header.
  public var raggedRows = RaggedRows.pad
  /// How new values are encoded.
  public var encoding = Encoding.utf8

  /// The new columns in their order.
  public var columns: [OutputColumn] = OutputColumn.usual
  /// The prefix of the name of every new column.
  public var prefix = ""
  /// One more new column, composed of others.
  public var template: ColumnTemplate?
  /// Whether new text that a spreadsheet would take for a formula gets an apostrophe in front; in tables only.
  public var escapesFormulas = false
  /// Which rows form tracks, whose roads are added to the output; in tables only. nil without `--track`.
  package var tracks: TrackRequest?

  /// Preferred languages, best first; empty: local names.
  public var languages: [String] = []
  /// The country whose point of view counts in disputed areas; nil: the country of the map.
  public var worldview: Worldview?
  /// The finest detail of an address to look up.
  public var detail = PlacemarkDetail.address
  /// The largest distance of a match, in meters; nil: the engine's own limits.
  public var maximumDistanceMeters: Double?

  /// Which rows are processed.
  public var sample = RowSample.all
  /// Whether the run stops at the first row that is bad or whose answer cannot be written completely.
  public var isStrict = false
  /// Whether to read and count only, without queries and without output.
  public var isDryRun = false
  /// How many chunks are processed at the same time; 1 or more.
  public var jobs = 2
  /// How the work is divided. Tests use small values, so that little files behave like large ones.
  var tuning = Tuning()

  /// How the work is divided, which has no effect on the output.
  ///
  /// These bounds, and not the size of the file, determine a run's memory.
  struct Tuning: Sendable {
    /// How many bytes of the file are used to detect its format.
    var sampleBytes = 64 << 10
    /// The usual size of a chunk of input; nil: see ``EnrichmentOptions/chunkBytes``.
    var chunkBytes: Int?
    /// The longest record (row, feature, track point) that is accepted.
    var longestRecordBytes = 32 << 20
    /// The minimum time between two checkpoints.
    var checkpointInterval = Duration.milliseconds(200)
  }

  /// Creates the default options.
  public init() {}

  /// The query for a point with these options, as fine as ``detail``.
  func query(for coordinate: Coordinate) -> PlacemarkQuery {
    var query = PlacemarkQuery(coordinate: coordinate)
    query.languages = languages
    query.worldview = worldview
    query.detail = detail
    query.maximumDistanceMeters = maximumDistanceMeters
    return query
  }

  /// The usual size of a chunk of input.
  ///
  /// It is large enough that many of the chunk's points are neighbors, because points that share a tile take less time.
  /// It is small enough that several chunks with all their answers stay far below 200 MB. With few short columns it is
  /// larger.
  var chunkBytes: Int { tuning.chunkBytes ?? (columns.count <= 4 && template == nil ? 1 << 20 : 512 << 10) }

  /// The columns that the new columns show, directly or in the template.
  private var shownColumns: [OutputColumn] { columns + (template?.columns ?? []) }

  /// The finest detail that any new column shows. Nothing finer needs to be looked up.
  var shownDetail: PlacemarkDetail { min(detail, shownColumns.map(\.detail).max() ?? .country) }

  /// Whether a new column shows address lines in the format of their country.
  var showsLines: Bool { [.title, .subtitle, .formattedAddress].contains(where: shows) }

  /// The layers of the user's own areas that new columns show, each once.
  package var shownLayers: [String] {
    var seen: Set<String> = []
    return shownColumns.compactMap(\.layer).filter { seen.insert($0).inserted }
  }

  /// The fields that new columns show.
  var shownFields: PlacemarkFieldSet {
    PlacemarkFieldSet(shownColumns.compactMap { if case .field(let field) = $0 { field } else { nil } })
  }

  /// Whether a new column shows the road that the point is on.
  var showsRoad: Bool { shownColumns.contains(where: \.isOfRoad) }

  /// Whether a new column shows a field.
  func shows(_ field: PlacemarkField) -> Bool { shownColumns.contains(.field(field)) }
}

/// Which rows of the input are processed.
///
/// The choice depends on the row's number alone, so that every run takes the same ones.
public enum RowSample: Sendable, Equatable, CustomStringConvertible {
  /// Every row.
  case all
  /// The first rows, up to this number.
  case first(Int)
  /// A share of the rows, spread over the whole file; above 0, up to 1.
  case share(Double)
  /// This many rows, spread over the whole file.
  ///
  /// The second number is the file's total; nil: not counted yet, which the run does first.
  case spread(Int, of: Int?)

  /// The text for the journal.
  public var description: String {
    switch self {
    case .all: "all"
    case .first(let count): "the first \(count)"
    case .share(let share): "a share of \(share)"
    case .spread(let count, let total): "\(count) of \(total.map(String.init) ?? "all"), spread"
    }
  }

  /// Whether a row is part of the sample.
  ///
  /// - Parameter row: the row's number among data rows, from 0.
  func includes(_ row: Int) -> Bool {
    switch self {
    case .all: true
    case .first(let count): row < count
    case .share(let share): RowSample.scattered(row) < share
    case .spread(let count, let total): RowSample.isChosen(row, count, of: total ?? 0)
    }
  }

  /// Divides the file into as many stretches of equal length as rows are wanted, and takes one row from each.
  ///
  /// The result has exactly the wanted number, spread evenly, and does not follow any periodic pattern in the file.
  private static func isChosen(_ row: Int, _ count: Int, of total: Int) -> Bool {
    guard count < total else { return true }
    guard count > 0 else { return false }
    let stretch = min(row * count / total, count - 1)
    let start = (stretch * total + count - 1) / count
    let end = ((stretch + 1) * total + count - 1) / count
    return row == start + min(Int(scattered(stretch) * Double(end - start)), end - start - 1)
  }

  /// A pseudorandom number from 0 to 1 that is always the same for a row.
  ///
  /// A resumed run has to choose the same rows as the interrupted one, so a change here requires a change of
  /// ``Journal/heading``.
  private static func scattered(_ row: Int) -> Double {
    Double(Hashing.mix(UInt64(row) &+ 0x9E37_79B9_7F4A_7C15) >> 11) / Double(1 << 53)
  }
}
