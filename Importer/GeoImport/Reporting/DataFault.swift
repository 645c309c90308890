/// A fault in map data or tables, which is counted but never stops an import. The raw value is its stable name in
/// reports.
public enum DataFault: String, Error, Hashable, Sendable, CaseIterable {
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
  /// Two consecutive nodes of a street are more than 100 km apart. A street is cut there, an interpolation left out.
  case segmentTooLong = "segment-too-long"
  /// A relation is left out because relations together use many times more vertices than all their ways have.
  case memberOverused = "member-overused"
  /// The same line is a member more than once; it is used once.
  case memberDuplicate = "member-duplicate"
  /// A boundary is left out because parts of it are missing. A wrong boundary would be worse than none.
  case boundaryIncomplete = "boundary-incomplete"
  /// A boundary has no name.
  case boundaryUnnamed = "boundary-unnamed"
  /// The `admin_level` is missing or not a number from 2 to 11.
  case adminLevelInvalid = "admin-level-invalid"
  /// A coordinate lies outside the globe.
  case coordinateInvalid = "coordinate-invalid"
  /// An interpolation has fewer than two nodes with a house number.
  case interpolationWithoutEnds = "interpolation-without-ends"
  /// The value of `addr:interpolation` is unknown.
  case interpolationKindUnknown = "interpolation-kind-unknown"
  /// The numbers at the ends of an interpolation cannot be counted through in its kind.
  case interpolationNotCountable = "interpolation-not-countable"
  /// A row of address ranges has more or fewer fields than the header.
  case rangeIncomplete = "range-incomplete"
  /// A bound of an address range is not a number, or no number of its kind lies in the range.
  case rangeNumberInvalid = "range-number-invalid"
  /// The kind of an address range is neither odd, even nor all.
  case rangeKindUnknown = "range-kind-unknown"
  /// An address range has no street name.
  case rangeStreetMissing = "range-street-missing"
  /// The geometry of an address range is not a line of two vertices or more.
  case rangeGeometryInvalid = "range-geometry-invalid"
  /// An address range has more numbers than its line has room for.
  case rangeImplausible = "range-implausible"
  /// A row of an address table has no number, or one that means there is none (`S/N`, `0`).
  case tableNumberMissing = "table-number-missing"
  /// A row of an address table has neither a street nor a place.
  case tableStreetMissing = "table-street-missing"
  /// A row of an address table has no coordinate in degrees, or 0,0.
  case tableCoordinateInvalid = "table-coordinate-invalid"
  /// A row of an address table lies in the extracts only with its latitude and longitude swapped.
  case tableCoordinatesSwapped = "table-coordinates-swapped"
  /// A row of an address table is incomplete.
  case tableRowIncomplete = "table-row-incomplete"
  /// The postal code of a row or an area is not valid in its country.
  case postalCodeInvalid = "postal-code-invalid"
  /// An area that only the map shows, such as a wood or a lake, is incomplete. Those of its rings that close are drawn.
  case mapAreaIncomplete = "map-area-incomplete"
  /// A way has fewer than two usable nodes.
  case wayTooShort = "way-too-short"
}

/// The reason for which a sound object was not stored. The raw value is its stable name in counts.
public enum SkipReason: String, Hashable, Sendable, CaseIterable {
  /// A way with a `highway` tag but neither name nor number.
  case streetUnnamed = "street-unnamed"
  /// An object with a street but no house number or house name.
  case addressWithoutNumber = "address-without-number"
  /// A settlement without a name.
  case placeUnnamed = "place-unnamed"
  /// A place of interest without a name.
  case featureUnnamed = "feature-unnamed"
  /// An address range whose street is not in the extracts.
  case rangeWithoutStreet = "range-without-street"
  /// A table's house that the map also has, or the map's house if tables win.
  case tableHouseOnMap = "table-house-on-map"
  /// A house that occurs several times in tables, for example once for each apartment.
  case tableHouseTwice = "table-house-twice"
  /// An older or deleted version of an object that another one replaces.
  case versionSuperseded = "version-superseded"
  /// An object outside of the region to which extracts or changes are cut.
  case outsideRegion = "outside-region"
}

/// Counts of how often things occurred.
public struct Occurrences<Thing: Hashable & Sendable>: Hashable, Sendable {
  /// The counts by thing. Things that did not occur are absent.
  public private(set) var counts: [Thing: Int] = [:]

  /// Creates empty counts.
  public init() {}

  /// The count of one thing.
  public subscript(thing: Thing) -> Int { counts[thing] ?? 0 }

  /// Counts occurrences of a thing.
  public mutating func add(_ thing: Thing, _ occurrences: Int = 1) {
    if occurrences > 0 { counts[thing, default: 0] += occurrences }
  }

  /// Adds the counts of another part of the import.
  public mutating func add(_ other: Self) {
    for (thing, occurrences) in other.counts { add(thing, occurrences) }
  }
}

/// The number of faults of each kind.
public typealias DataFaultCounts = Occurrences<DataFault>
/// The number of objects left out, by reason.
public typealias SkipCounts = Occurrences<SkipReason>
