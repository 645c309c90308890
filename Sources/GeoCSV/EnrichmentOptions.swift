import GeoModel
import GeoSupport

/// What to read, what to add to it and how.
public struct EnrichmentOptions: Sendable {
  /// The kinds of files; nil in ``format`` means: look at the name and the first bytes.
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

  /// What to do with rows that have fewer fields than the header.
  public enum RaggedRows: String, CaseIterable, Sendable {
    /// Fill them up with empty fields, so that the new columns stand under their names.
    case pad
    /// Append the new columns right behind what is there.
    case keep
  }

  /// How new values are encoded.
  public enum Encoding: String, CaseIterable, Sendable {
    /// UTF-8, whatever the input is in.
    case utf8 = "utf-8"
    /// Windows-1252, for old spreadsheets; a character that it lacks becomes `?`.
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
  /// Whether latitude and longitude are the other way round.
  public var swapsCoordinates = false
  /// What the letter O behind an angle of a table is: west as in Spanish, French, Italian and Portuguese, or east as in German. nil: what the other letters and the
  /// names of the columns tell; rows of which nothing tells it have no coordinate.
  public var letterO: LetterO?
  /// What to do with rows that have fewer fields than the header.
  public var raggedRows = RaggedRows.pad
  /// How new values are encoded.
  public var encoding = Encoding.utf8

  /// The new columns in their order.
  public var columns: [OutputColumn] = OutputColumn.usual
  /// Goes before the name of every new column.
  public var prefix = ""
  /// One more column, composed of others.
  public var template: ColumnTemplate?
  /// Whether new text that a spreadsheet would take for a formula gets an apostrophe before it, in tables only.
  public var escapesFormulas = false
  /// Which rows are tracks, whose roads are added, too, in tables only; nil when that is not asked.
  package var tracks: TrackRequest?

  /// Preferred languages, best first; empty: local names.
  public var languages: [String] = []
  /// The finest part of an address that is answered.
  public var detail = PlacemarkDetail.address
  /// Nothing farther away than this is matched, in meters; nil: the engine's own reach.
  public var maximumDistanceMeters: Double?

  /// Which rows are taken.
  public var sample = RowSample.all
  /// Whether the first row stops the run that is bad, or whose answer cannot be written whole.
  public var isStrict = false
  /// Whether to read and count only: nothing is asked and nothing written.
  public var isDryRun = false
  /// How many chunks are worked on at once; 1 or more.
  public var jobs = 2
  /// How the work is cut. Tests make it small, so that little files meet what large ones do.
  var tuning = Tuning()

  /// How the work is cut; it changes nothing in the output. These bounds, and not the size of the file, decide how much memory a run
  /// takes.
  struct Tuning: Sendable {
    /// How much of the file is looked at to find out what it is.
    var sampleBytes = 64 << 10
    /// The usual chunk of input; nil: as many bytes as pay, see ``EnrichmentOptions/chunkBytes``.
    var chunkBytes: Int?
    /// The longest record (row, feature, track point) that is waited for.
    var longestRecordBytes = 32 << 20
    /// The least time between two checkpoints.
    var checkpointInterval = Duration.milliseconds(200)
  }

  /// The usual options.
  public init() {}

  /// A question about a point with these options, as fine as ``detail`` says.
  func query(for coordinate: Coordinate) -> PlacemarkQuery {
    var query = PlacemarkQuery(coordinate: coordinate)
    query.languages = languages
    query.detail = detail
    query.maximumDistanceMeters = maximumDistanceMeters
    return query
  }

  /// How many bytes of input are usually a chunk: large enough that points in it are neighbors, as those that share a tile take less time;
  /// small enough that several with all their answers stay far below 200 MB. Where answers are short it may be larger.
  var chunkBytes: Int { tuning.chunkBytes ?? (columns.count <= 4 && template == nil ? 1 << 20 : 512 << 10) }

  /// What all new columns rest on.
  private var shownColumns: [OutputColumn] { columns + (template?.columns ?? []) }

  /// The finest part of an answer that any new column shows: nothing finer needs to be looked for.
  var shownDetail: PlacemarkDetail { min(detail, shownColumns.map(\.detail).max() ?? .country) }

  /// Whether a new column shows lines of the address as its country writes them.
  var showsLines: Bool { [.title, .subtitle, .formattedAddress].contains(where: shows) }

  /// The layers of one's own areas that new columns show.
  package var shownLayers: [String] { shownColumns.compactMap(\.layer) }

  /// The fields that new columns show.
  var shownFields: PlacemarkFieldSet {
    PlacemarkFieldSet(shownColumns.compactMap { if case .field(let field) = $0 { field } else { nil } })
  }

  /// Whether a new column shows the road that the point is on.
  var showsRoad: Bool { shownColumns.contains(where: \.isOfRoad) }

  /// Whether a new column shows a field.
  func shows(_ field: PlacemarkField) -> Bool { shownColumns.contains(.field(field)) }
}

/// Which rows of the input are taken. The choice depends on the row's number alone, so that every run takes the same ones.
public enum RowSample: Sendable, Equatable, CustomStringConvertible {
  /// Every row.
  case all
  /// The first so many rows.
  case first(Int)
  /// A share of the rows, spread over the whole file; above 0, up to 1.
  case share(Double)
  /// So many rows, spread over the whole file, out of so many that it has. nil: not counted yet, which the run does first.
  case spread(Int, of: Int?)

  /// As the journal of a run writes it.
  public var description: String {
    switch self {
    case .all: "all"
    case .first(let count): "the first \(count)"
    case .share(let share): "a share of \(share)"
    case .spread(let count, let total): "\(count) of \(total.map(String.init) ?? "all"), spread"
    }
  }

  /// Whether a row is taken.
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

  /// The file is cut into as many stretches of equal length as rows are wanted, and each gives one row from anywhere in it. So there
  /// are exactly as many as wanted, spread evenly, without falling in with any rhythm of the file.
  private static func isChosen(_ row: Int, _ count: Int, of total: Int) -> Bool {
    guard count < total else { return true }
    guard count > 0 else { return false }
    let stretch = min(row * count / total, count - 1)
    let start = (stretch * total + count - 1) / count
    let end = ((stretch + 1) * total + count - 1) / count
    return row == start + min(Int(scattered(stretch) * Double(end - start)), end - start - 1)
  }

  /// A number from 0 to 1 that looks random and is always the same for a row. A resumed run has to choose the rows that the
  /// interrupted one chose, so whoever changes this also changes ``Journal/heading``.
  private static func scattered(_ row: Int) -> Double {
    Double(Hashing.mix(UInt64(row) &+ 0x9E37_79B9_7F4A_7C15) >> 11) / Double(1 << 53)
  }
}
