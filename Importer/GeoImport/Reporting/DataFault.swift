/// What can be wrong with map data. The raw value is the stable name that faults are counted and reported under; none of
/// them ever stops an import.
public enum DataFault: String, Hashable, Sendable, CaseIterable {
  /// A way refers to a node that no extract contains.
  case nodeMissing = "node-missing"
  /// A relation refers to a way that no extract contains.
  case memberMissing = "member-missing"
  /// Member ways do not join to a closed ring.
  case ringNotClosed = "ring-not-closed"
  /// A ring has fewer than three different corners.
  case ringTooShort = "ring-too-short"
  /// Edges of an area cross without a common node.
  case ringSelfIntersecting = "ring-self-intersecting"
  /// An edge occurs more than once; pairs cancel out.
  case segmentDuplicate = "segment-duplicate"
  /// The same line is a member more than once; it is used once.
  case memberDuplicate = "member-duplicate"
  /// A boundary is left out because parts of it are missing; a wrong boundary would be worse than none.
  case boundaryIncomplete = "boundary-incomplete"
  /// A boundary has no name.
  case boundaryUnnamed = "boundary-unnamed"
  /// The `admin_level` is missing or not a number from 2 to 11.
  case adminLevelInvalid = "admin-level-invalid"
  /// A coordinate lies outside the globe.
  case coordinateInvalid = "coordinate-invalid"
  /// An interpolation has no two known numbers on it.
  case interpolationWithoutEnds = "interpolation-without-ends"
  /// The kind of an interpolation is unknown.
  case interpolationKindUnknown = "interpolation-kind-unknown"
  /// Numbers at the ends of an interpolation cannot be counted through in its kind.
  case interpolationNotCountable = "interpolation-not-countable"
  /// A way has fewer than two usable nodes.
  case wayTooShort = "way-too-short"
}

/// How often each fault occurred.
public struct DataFaultCounts: Hashable, Sendable {
  /// Occurrences by fault; faults that did not occur are absent.
  public private(set) var counts: [DataFault: Int] = [:]

  /// No faults.
  public init() {}

  /// Occurrences of one fault.
  public subscript(fault: DataFault) -> Int { counts[fault] ?? 0 }

  /// Counts occurrences of a fault.
  public mutating func add(_ fault: DataFault, _ occurrences: Int = 1) {
    if occurrences > 0 { counts[fault, default: 0] += occurrences }
  }

  /// Adds the counts of another part of the import.
  public mutating func add(_ other: DataFaultCounts) {
    for (fault, occurrences) in other.counts { add(fault, occurrences) }
  }
}
