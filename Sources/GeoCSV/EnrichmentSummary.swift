import GeoModel

/// What a run did.
public struct EnrichmentSummary: Sendable {
  /// Everything that was counted, including what the runs that this one continued had counted.
  public var tally = Tally()
  /// How long this run took.
  public var duration = Duration.zero
  /// Rows that this run read, without those of earlier runs.
  public var rowsOfThisRun = 0
  /// Whether the run ended because it was asked to.
  public var wasStopped = false
  /// Whether most rows would have an address, or lie where the store's extracts are, with latitude and longitude the other way round.
  public var looksSwapped = false
  /// Whether every row is out of range and would fit the other way round. Then the output is not given its name: it stays beside its place as `NAME.partial`.
  public var isAllSwapped = false
  /// The part of the rows with a usable coordinate that no extract of the store covers, 0 to 1; nil when so little was asked about each
  /// row that it does not show.
  public var uncoveredShare: Double?
  /// What the store covers.
  public var coverage = StoreCoverage()
  /// How the input was understood, in a few phrases: delimiter, columns, new names.
  public var decisions: [String] = []
  /// Whom to name when the answers are shown to others, as the licenses of the data ask.
  public var attribution: [String] = []
  /// Whether nothing was left to do, because an earlier run had finished.
  public var wasComplete = false
}

/// How far a run is.
public struct EnrichmentProgress: Sendable {
  /// Bytes of the input that are done.
  public var inputOffset: Int
  /// All bytes of the input; nil when unknown, as of a pipe.
  public var inputLength: Int?
  /// Rows that are done, including those of earlier runs.
  public var rows: Int
  /// Bytes of the input that earlier runs have done.
  public var earlierOffset: Int
  /// Rows that earlier runs have done.
  public var earlierRows: Int
}

/// What became of one row; the word is what stands in the `status` column. A bad row never stops a run.
public enum RowStatus: UInt8, CaseIterable, Sendable {
  /// An address was found.
  case ok
  /// The coordinate is fine, but nothing is known within reach of it.
  case notFound
  /// The row has no coordinate: its cells are empty or absent.
  case missingCoordinate
  /// The cells hold something that is not a coordinate.
  case badCoordinate
  /// The numbers are beyond 90 degrees of latitude or 180 of longitude.
  case outOfRange
  /// The feature is a line or an area, not a point (GeoJSON).
  case notAPoint
  /// The line is not a JSON object, so nothing could be added to it (NDJSON).
  case badRecord
  /// The coordinate is deeper in the object than it is looked for (JSON); the user can name the keys that lead to it.
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

  /// Whether the row itself is at fault, which is what `--strict` stops at.
  public var isBadRow: Bool { self != .ok && self != .notFound && self != .error }
}

/// What was counted in a run or in one chunk of it. Every count is a slot of one array, so that adding two tallies
/// cannot forget one.
public struct Tally: Sendable, Equatable {
  /// The things counted besides statuses and matches; the order is that of the journal.
  public enum Count: Int, CaseIterable, Sendable {
    /// Rows of the input, without the header and blank lines.
    case rows
    /// Blank lines, which pass through unchanged.
    case blankLines
    /// Rows with fewer fields than the header.
    case shortRows
    /// Rows with more fields than the header.
    case longRows
    /// Rows that are out of range and would fit the other way round.
    case swappedLooking
    /// Rows at exactly 0, 0, which is often a placeholder.
    case atZero
    /// Questions to the geocoder: the distinct points.
    case questions
    /// Rows that the sample left out.
    case skipped
    /// Rows that no extract of the store covers: nothing is known, or only what the coarse world layer says.
    case uncovered
    /// Rows within the bounds of the store's extracts.
    case inBounds
    /// Rows that would be within those bounds with latitude and longitude swapped.
    case swappedIntoBounds
    /// Records that have a new name already, so that what it would say was left out.
    case takenNames
    /// Rows with a name that the chosen encoding cannot express.
    case lackingCharacters
    /// Rows with a quote that runs over lines and closes in the midst of a field.
    case runawayQuotes
    /// Rows whose ten-millionths of a degree may be millionths, as they would be a place, too.
    case maybeMillionths
    /// Rows that would have a coordinate, were it known whether their letter O is east or west.
    case lettersO
  }

  private static let statusBase = Count.allCases.count
  private static let matchBase = statusBase + RowStatus.allCases.count
  private static let slotCount = matchBase + Placemark.Match.allCases.count

  /// All counts in a fixed order: the counts, then the statuses, then the matches.
  private(set) var slots: [Int]

  /// Nothing counted yet.
  public init() { slots = [Int](repeating: 0, count: Tally.slotCount) }

  /// The tally of slots read from a journal; nil when there are too few or too many.
  init?(slots: [Int]) {
    guard slots.count == Tally.slotCount else { return nil }
    self.slots = slots
  }

  /// One of the plain counts.
  public subscript(_ count: Count) -> Int {
    get { slots[count.rawValue] }
    set { slots[count.rawValue] = newValue }
  }

  /// How many rows got a status.
  public subscript(_ status: RowStatus) -> Int {
    get { slots[Tally.statusBase + Int(status.rawValue)] }
    set { slots[Tally.statusBase + Int(status.rawValue)] = newValue }
  }

  /// How many rows were answered by a kind of thing.
  public subscript(_ match: Placemark.Match) -> Int {
    get { slots[Tally.matchBase + Tally.index(of: match)] }
    set { slots[Tally.matchBase + Tally.index(of: match)] = newValue }
  }

  /// Adds the counts of another part of the input.
  public mutating func add(_ other: Tally) {
    for slot in slots.indices { slots[slot] += other.slots[slot] }
  }

  /// The journal relies on this order, so it must not follow a change of the enumeration.
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
