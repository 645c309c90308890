import GeoModel

/// What was counted in a run or in one chunk of it. Every count is a slot of one array, so that adding two tallies
/// cannot forget one.
public struct Tally: Sendable, Equatable {
  /// The things counted beside statuses and matches; the order is that of the journal.
  public enum Count: Int, CaseIterable, Sendable {
    /// Rows of the input, header and blank lines aside.
    case rows
    /// Blank lines, which pass through as they are.
    case blankLines
    /// Rows with fewer fields than the header.
    case shortRows
    /// Rows with more fields than the header.
    case longRows
    /// Rows that are out of range and would fit the other way round.
    case swappedLooking
    /// Rows at exactly 0, 0, which is often a placeholder.
    case atZero
    /// Questions that were put to the geocoder: the distinct points.
    case questions
    /// Rows that the sample left out.
    case skipped
    /// Rows with an answer as poor as that of a swapped point: nothing, sea, or what the coarse layer of the world knows.
    case doubtful
  }

  private static let statusBase = Count.allCases.count
  private static let matchBase = statusBase + RowStatus.allCases.count
  private static let slotCount = matchBase + Placemark.Match.allCases.count

  /// All counts in a fixed order: the counts, then the statuses, then the matches.
  private(set) var slots: [Int]

  /// Nothing counted yet.
  public init() { slots = [Int](repeating: 0, count: Tally.slotCount) }

  /// The tally of slots read from a journal; nil when it is not their number.
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
    get { slots[Tally.matchBase + match.index] }
    set { slots[Tally.matchBase + match.index] = newValue }
  }

  /// Adds the counts of another part of the input.
  public mutating func add(_ other: Tally) {
    for slot in slots.indices { slots[slot] += other.slots[slot] }
  }
}

extension Placemark.Match {
  /// Its place among all kinds, for counting.
  var index: Int {
    switch self {
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
