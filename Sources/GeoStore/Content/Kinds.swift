// What rows are. The raw values of all of these are stored.

/// What an area says about a point in it. The raw values are stored.
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

/// What kind of way a street is, from the `highway` tag. The raw values are stored.
public enum StreetKind: UInt8, Hashable, BitwiseCopyable, Sendable, CaseIterable {
  case motorway = 1, trunk, primary, secondary, tertiary, unclassified, residential, livingStreet, pedestrian, service
  case track, path, footway, cycleway, steps, road, link, other = 19
}

/// How an address knows its street. The raw values are stored.
public enum StreetOrigin: UInt8, Hashable, BitwiseCopyable, Sendable {
  /// It does not.
  case unknown
  /// `addr:street`.
  case tag
  /// `addr:place`: the name is a settlement or estate, not a way.
  case place
  /// A member of an `associatedStreet` or `street` relation.
  case relation
  /// The nearest named way when the data was imported.
  case vicinity
  /// Of a stretch of numbers alone: it is an address range of a census, whose way was found by name or place.
  case range
}

/// What a tag of a map object is to it. The raw values are stored.
public enum MapTagPart: UInt8, Hashable, BitwiseCopyable, Sendable, CaseIterable {
  /// The tag that makes it an object.
  case main
  /// A name.
  case name
  /// A part of its address, without `addr:`.
  case address
  /// Anything else.
  case extra
}
