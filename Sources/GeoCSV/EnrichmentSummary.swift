import GeoModel

/// The results of a run.
public struct EnrichmentSummary: Sendable {
  /// All counts, including those of earlier runs that this one continued.
  public var tally = Tally()
  /// How long this run took.
  public var duration = Duration.zero
  /// The rows that this run read, without those of earlier runs.
  public var rowsOfThisRun = 0
  /// Whether the run ended because of a request to stop.
  public var wasStopped = false
  /// Whether most rows seem to have latitude and longitude swapped.
  public var looksSwapped = false
  /// Whether every row is out of range and would fit when swapped.
  ///
  /// The output then keeps its temporary name `NAME.partial`.
  public var isAllSwapped = false
  /// The share of the rows with a usable coordinate that no extract of the store covers, 0 to 1; nil when it is
  /// unknown, as in a dry run.
  public var uncoveredShare: Double?
  /// The coverage of the store.
  public var coverage = StoreCoverage()
  /// The decisions about the input, in a few phrases: delimiter, columns, new names.
  public var decisions: [String] = []
  /// The attribution that the data's licenses require where the answers are shown to others.
  public var attribution: [String] = []
  /// Whether nothing was left to do because an earlier run had finished.
  public var wasComplete = false
}

/// The progress of a run.
public struct EnrichmentProgress: Sendable {
  /// Bytes of the input that are written to the output.
  public var inputOffset: Int
  /// The length of the input in bytes; nil when unknown, as for a pipe.
  public var inputLength: Int?
  /// Finished rows, including those of earlier runs.
  public var rows: Int
  /// Bytes of the input that earlier runs finished.
  public var earlierOffset: Int
  /// Rows that earlier runs finished.
  public var earlierRows: Int
}

/// The outcome for one row; its word is the value of the `status` column.
///
/// A bad row never stops a run, unless `--strict` is given.
public enum RowStatus: UInt8, CaseIterable, Sendable {
  /// An address was found.
  case ok
  /// The coordinate is valid, but nothing is known within reach of it.
  case notFound
  /// The row has no coordinate: its cells are empty or absent.
  case missingCoordinate
  /// The cells do not hold a coordinate.
  case badCoordinate
  /// The numbers are beyond 90 degrees of latitude or 180 of longitude.
  case outOfRange
  /// The feature is a line or an area, not a point (GeoJSON).
  case notAPoint
  /// The line is not a JSON object, so nothing could be added to it (NDJSON).
  case badRecord
  /// The coordinate is nested too deep in the object to be found (JSON).
  ///
  /// The user can name the keys that lead to it.
  case nestedTooDeep
  /// The geocoder failed for this row alone.
  case error

  /// The stable word of the `status` column.
  public var word: String {
    switch self {
    case .ok: "ok"
    case .notFound: "not_found"
    case .missingCoordinate: "missing_coordinate"
    case .badCoordinate: "bad_coordinate"
    case .outOfRange: "out_of_range"
    case .notAPoint: "not_a_point"
    case .badRecord: "bad_record"
    case .nestedTooDeep: "nested_too_deep"
    case .error: "error"
    }
  }

  /// Whether the row itself is at fault, which makes `--strict` stop.
  public var isBadRow: Bool { self != .ok && self != .notFound && self != .error }
}

/// The counts of a run or of one of its chunks.
///
/// All counts are slots of one array, so that adding two tallies cannot forget one.
public struct Tally: Sendable, Equatable {
  /// The counts besides statuses and matches. Their order is that of the journal.
  public enum Count: Int, CaseIterable, Sendable {
    /// Rows of the input, without the header and blank lines.
    case rows
    /// Blank lines, which pass through unchanged.
    case blankLines
    /// Rows with fewer fields than the header.
    case shortRows
    /// Rows with more fields than the header.
    case longRows
    /// Rows that are out of range and would fit when swapped.
    case swappedLooking
    /// Rows at exactly 0, 0, which is often a placeholder.
    case atZero
    /// Distinct points, counted chunk by chunk, including those whose answer an earlier chunk had.
    case questions
    /// Rows that the sample left out.
    case skipped
    /// Rows that no extract of the store covers: they have no answer, or only one from the coarse world layer.
    case uncovered
    /// Rows within the bounds of the store's extracts.
    case inBounds
    /// Rows that would be within those bounds with latitude and longitude swapped.
    case swappedIntoBounds
    /// Records that already have a member with a new name, so that the new value was left out.
    case takenNames
    /// Rows with a name that the chosen encoding cannot express.
    case lackingCharacters
    /// Rows with a quote that spans several lines and closes in the middle of a field.
    case runawayQuotes
    /// Rows whose ten-millionths of a degree would also be a possible place as millionths.
    case maybeMillionths
    /// Rows that would have a coordinate if it were known whether their letter O means east or west.
    case lettersO
  }

  private static let statusBase = Count.allCases.count
  private static let matchBase = statusBase + RowStatus.allCases.count
  private static let slotCount = matchBase + Placemark.Match.allCases.count

  /// All counts in a fixed order: the plain counts, then the statuses, then the matches.
  private(set) var slots: [Int]

  /// Creates an empty tally.
  public init() { slots = [Int](repeating: 0, count: Tally.slotCount) }

  /// Creates a tally from the slots of a journal; nil when their number is wrong.
  init?(slots: [Int]) {
    guard slots.count == Tally.slotCount else { return nil }
    self.slots = slots
  }

  /// One of the plain counts.
  public subscript(_ count: Count) -> Int {
    get { slots[count.rawValue] }
    set { slots[count.rawValue] = newValue }
  }

  /// The number of rows with a status.
  public subscript(_ status: RowStatus) -> Int {
    get { slots[Tally.statusBase + Int(status.rawValue)] }
    set { slots[Tally.statusBase + Int(status.rawValue)] = newValue }
  }

  /// How many rows were answered by a kind of match.
  public subscript(_ match: Placemark.Match) -> Int {
    get { slots[Tally.matchBase + Tally.index(of: match)] }
    set { slots[Tally.matchBase + Tally.index(of: match)] = newValue }
  }

  /// Adds the counts of another part of the input.
  public mutating func add(_ other: Tally) {
    for slot in slots.indices { slots[slot] += other.slots[slot] }
  }

  /// The journal relies on this order, so it must not change with the enumeration.
  private static func index(of match: Placemark.Match) -> Int {
    switch match {
    case .building: 0
    case .address: 1
    case .interpolation: 2
    case .street: 3
    case .area: 4
    case .country: 5
    case .water: 6
    }
  }
}
