/// What can be wrong with map data. The raw value is the stable name that faults are counted and reported under; none of
/// them ever stops an import.
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
  /// Two nodes of a street in a row are more than 100 km apart; the street is cut there, an interpolation left out.
  case segmentTooLong = "segment-too-long"
  /// A relation is left out because relations together have many times more vertices than all their ways.
  case memberOverused = "member-overused"
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
  /// A row of address ranges has more or fewer fields than the header.
  case rangeIncomplete = "range-incomplete"
  /// A number of an address range is none, or no number of its kind lies in it.
  case rangeNumberInvalid = "range-number-invalid"
  /// An address range is neither odd nor even nor all.
  case rangeKindUnknown = "range-kind-unknown"
  /// An address range names no street.
  case rangeStreetMissing = "range-street-missing"
  /// The geometry of an address range is not a line of two vertices or more.
  case rangeGeometryInvalid = "range-geometry-invalid"
  /// An address range has more numbers than its line has room for.
  case rangeImplausible = "range-implausible"
  /// A row of a table of addresses has no number, or something that says so (`S/N`, `0`).
  case tableNumberMissing = "table-number-missing"
  /// A row of a table of addresses names neither a street nor a place.
  case tableStreetMissing = "table-street-missing"
  /// A row of a table of addresses has no coordinate in degrees, or 0,0.
  case tableCoordinateInvalid = "table-coordinate-invalid"
  /// A row of a table of addresses lies in the extracts only with its latitude and longitude swapped.
  case tableCoordinatesSwapped = "table-coordinates-swapped"
  /// A row of a table of addresses is not whole.
  case tableRowIncomplete = "table-row-incomplete"
  /// A row or an area of a table of postal codes has something that is no whole code of its country.
  case postalCodeInvalid = "postal-code-invalid"
  /// An area that only the map shows, a wood or a lake, is not whole: of its rings those are drawn that close.
  case mapAreaIncomplete = "map-area-incomplete"
  /// A way has fewer than two usable nodes.
  case wayTooShort = "way-too-short"
}

/// Why a sound object was not stored. The raw value is the stable name it is counted under.
public enum SkipReason: String, Hashable, Sendable, CaseIterable {
  /// A way with a `highway` tag but neither name nor number.
  case streetUnnamed = "street-unnamed"
  /// An object with a street but no house number or house name.
  case addressWithoutNumber = "address-without-number"
  /// A settlement without a name.
  case placeUnnamed = "place-unnamed"
  /// A place of interest without a name.
  case featureUnnamed = "feature-unnamed"
  /// An address range without a street in the extracts.
  case rangeWithoutStreet = "range-without-street"
  /// A house of a table that the map has, too, or one of the map where tables win.
  case tableHouseOnMap = "table-house-on-map"
  /// A house that is in tables more than once, such as its apartments.
  case tableHouseTwice = "table-house-twice"
  /// An older or deleted version of an object that another one replaces.
  case versionSuperseded = "version-superseded"
  /// An object outside of the region to which extracts or changes are cut.
  case outsideRegion = "outside-region"
}

/// How often each of several things occurred.
public struct Occurrences<Thing: Hashable & Sendable>: Hashable, Sendable {
  /// How often by thing; things that did not occur are absent.
  public private(set) var counts: [Thing: Int] = [:]

  /// Nothing occurred.
  public init() {}

  /// How often one thing occurred.
  public subscript(thing: Thing) -> Int { counts[thing] ?? 0 }

  /// Counts a thing.
  public mutating func add(_ thing: Thing, _ occurrences: Int = 1) {
    if occurrences > 0 { counts[thing, default: 0] += occurrences }
  }

  /// Adds the counts of another part of the import.
  public mutating func add(_ other: Self) {
    for (thing, occurrences) in other.counts { add(thing, occurrences) }
  }
}

/// How often each fault occurred.
public typealias DataFaultCounts = Occurrences<DataFault>
/// How many objects were left out, by reason.
public typealias SkipCounts = Occurrences<SkipReason>
