// The kinds of rows. The raw values of all of these are stored.

/// The kinds of areas. The raw values are stored.
public enum AreaKind: UInt8, Hashable, BitwiseCopyable, Sendable, CaseIterable {
  /// `boundary=administrative`; the level says which.
  case administrative = 1
  /// `boundary=postal_code`.
  case postal
  /// `place=*` mapped as an area.
  case place
  /// A lake, river or reservoir.
  case inlandWater
  /// A bay, strait or sea.
  case ocean
  /// `boundary=timezone`, or an area with a `timezone` tag.
  case timeZone
}

/// The kinds of settlements and their parts, from the `place` tag. The raw values are stored.
public enum PlaceKind: UInt8, Hashable, BitwiseCopyable, Sendable, CaseIterable {
  case city = 1, town, village, municipality, hamlet, isolatedDwelling, farm, locality
  case borough, suburb, quarter, neighbourhood, cityBlock, plot
  case island, islet, district, county, state, country, other

  /// Whether it is a settlement of some size.
  public var isTown: Bool { self == .city || self == .town }
}

/// The kinds of streets, from the `highway` tag. The raw values are stored.
public enum StreetKind: UInt8, Hashable, BitwiseCopyable, Sendable, CaseIterable {
  case motorway = 1, trunk, primary, secondary, tertiary, unclassified, residential, livingStreet, pedestrian, service
  case track, path, footway, cycleway, steps, road, link, other = 19
}

/// How the import determined an address's street. The raw values are stored.
public enum StreetOrigin: UInt8, Hashable, BitwiseCopyable, Sendable {
  /// The street is not known.
  case unknown
  /// `addr:street`.
  case tag
  /// `addr:place`: the name is a settlement or estate, not a way.
  case place
  /// A member of an `associatedStreet` or `street` relation.
  case relation
  /// The nearest named way at the time of the import.
  case vicinity
  /// Only for interpolations: a census's address range, whose way was found by name or place.
  case range
}

/// The role of a tag in a map object. The raw values are stored.
public enum MapTagPart: UInt8, Hashable, BitwiseCopyable, Sendable, CaseIterable {
  /// The tag that makes it an object.
  case main
  /// A name.
  case name
  /// A part of its address, with the key stored without `addr:`.
  case address
  /// Anything else.
  case extra
}
