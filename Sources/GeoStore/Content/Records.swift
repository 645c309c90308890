import GeoModel

/// The number of a row in one of the store's tables; the phantom type keeps a street's number from being used as an area's.
@frozen public struct StoreID<Row>: Hashable, BitwiseCopyable, Sendable, Comparable {
  /// The row's `id`, 1 and up in a finished store; the position in its array while an import gathers content.
  public var rawValue: UInt32

  /// The id with this number.
  @inlinable public init(_ rawValue: UInt32) { self.rawValue = rawValue }

  /// By number, which in a finished store is the order of space.
  @inlinable public static func < (a: StoreID, b: StoreID) -> Bool { a.rawValue < b.rawValue }
}

/// A row of `name`: a text with its translations, stored once however many things bear it.
public typealias NameID = StoreID<NameTable>
/// A row of `street`.
public typealias StreetID = StoreID<StreetRecord>
/// A row of `address`.
public typealias AddressID = StoreID<AddressRecord>
/// A row of `interpolation`.
public typealias InterpolationID = StoreID<InterpolationRecord>
/// A row of `area`.
public typealias AreaID = StoreID<AreaRecord>
/// A row of `place`.
public typealias PlaceID = StoreID<PlaceRecord>
/// A row of `feature`.
public typealias FeatureID = StoreID<FeatureRecord>

// One record type per kind of thing that a store knows. The doc comments here are the meaning of the tables' columns. Records
// are plain bits, so that they can lie in files; their texts are in the content's table of names, even those that
// the store keeps in the row.

/// A way with a name (or at least a number) along which things are addressed or found.
public struct StreetRecord: BitwiseCopyable, Sendable {
  /// The OpenStreetMap way.
  public var source: SourceReference
  /// `name`, or `ref` where there is no name (then ``isReference``).
  public var name: NameID
  /// Whether ``name`` is the road's number, not a name.
  public var isReference: Bool
  /// What kind of way it is.
  public var kind: StreetKind
  /// Whether the line is the closed outline of a square or pedestrian area that can contain a point.
  public var isArea: Bool
  /// `layer`, with bridges counted as at least 1 and tunnels as at most -1.
  public var layer: Int8
  /// `postal_code` or `addr:postcode` of the way; nil when it has none.
  public var postalCode: NameID?
  /// Its vertices in order.
  public var line: PointRange

  /// A street with all its columns.
  public init(
    source: SourceReference, name: NameID, isReference: Bool, kind: StreetKind, isArea: Bool, layer: Int8,
    postalCode: NameID?, line: PointRange
  ) {
    self.source = source
    self.name = name
    self.isReference = isReference
    self.kind = kind
    self.isArea = isArea
    self.layer = layer
    self.postalCode = postalCode
    self.line = line
  }
}

/// What kind of way a street is, from the `highway` tag. The raw values are stored.
public enum StreetKind: UInt8, Hashable, BitwiseCopyable, Sendable, CaseIterable {
  case motorway = 1, trunk, primary, secondary, tertiary, unclassified, residential, livingStreet, pedestrian, service
  case track, path, footway, cycleway, steps, road, link, other = 19
}

/// A house number or house name with its place.
public struct AddressRecord: BitwiseCopyable, Sendable {
  /// The OpenStreetMap object that bears the address.
  public var source: SourceReference
  /// One house number. An object with several (`12;14`) keeps them in one text, as mapped. Empty when it has only a house name.
  public var houseNumber: NameID
  /// `addr:housename` or the name of the building; nil when it has none.
  public var houseName: NameID?
  /// The street the house is addressed by: the name of the way it was matched to, else `addr:street` as mapped, or
  /// `addr:place`; nil when nothing says.
  public var street: NameID?
  /// How ``street`` is known.
  public var streetOrigin: StreetOrigin
  /// `addr:postcode`; nil when it has none.
  public var postalCode: NameID?
  /// `addr:city`; nil when it has none.
  public var city: NameID?
  /// A point of the object: the node, or a point inside the outline.
  public var point: FixedPoint
  /// What else the address is made of.
  public var parts: PartRange
  /// The outline of the building or plot. For a node that of the building without number which it is in or on; nil when there is none.
  public var outline: RingRange?
  /// Whether the address is at its point, whatever building is around it.
  public var isPoint: Bool { outline == nil || source.type == .node }

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

  /// An address with all its columns.
  public init(
    source: SourceReference, houseNumber: NameID, houseName: NameID?, street: NameID?, streetOrigin: StreetOrigin,
    postalCode: NameID?, city: NameID?, point: FixedPoint, outline: RingRange?, parts: PartRange = PartRange()
  ) {
    self.source = source
    self.houseNumber = houseNumber
    self.houseName = houseName
    self.street = street
    self.streetOrigin = streetOrigin
    self.postalCode = postalCode
    self.city = city
    self.point = point
    self.outline = outline
    self.parts = parts
  }
}

/// A stretch of an `addr:interpolation` way between two neighboring known house numbers.
public struct InterpolationRecord: BitwiseCopyable, Sendable {
  /// The `addr:interpolation` way.
  public var source: SourceReference
  /// The street the numbers belong to; nil when nothing says.
  public var street: NameID?
  /// How ``street`` is known.
  public var streetOrigin: AddressRecord.StreetOrigin
  /// The house number at the first vertex, as mapped.
  public var first: NameID
  /// The house number at the last vertex, as mapped.
  public var last: NameID
  /// The difference between neighboring numbers: 1, 2, or what the tag says. 0 for alphabetic interpolation (12a, 12b …).
  public var step: Int32
  /// Postal code of its ends; nil when they have none.
  public var postalCode: NameID?
  /// City of its ends (`addr:city`); nil when they have none.
  public var city: NameID?
  /// Its vertices from first to last number.
  public var line: PointRange

  /// An interpolation with all its columns.
  public init(
    source: SourceReference, street: NameID?, streetOrigin: AddressRecord.StreetOrigin, first: NameID, last: NameID,
    step: Int32, postalCode: NameID?, city: NameID?, line: PointRange
  ) {
    self.source = source
    self.street = street
    self.streetOrigin = streetOrigin
    self.first = first
    self.last = last
    self.step = step
    self.postalCode = postalCode
    self.city = city
    self.line = line
  }
}

/// An area that says where a point is, or what it is on.
public struct AreaRecord: BitwiseCopyable, Sendable {
  /// The OpenStreetMap object; nil for our own coarse layer.
  public var source: SourceReference?
  /// What the area says about a point in it.
  public var kind: AreaKind
  /// `admin_level`, 2 to 11; 0 when it has none.
  public var level: UInt8
  /// Its name; for postal areas the code.
  public var name: NameID
  /// `place`, `border_type` or similar (`city`, `suburb` …), to tell what an area without a telling level is; nil for none.
  public var placeKind: PlaceKind?
  /// ISO 3166-1 alpha-2, in capitals, of a country (`ISO3166-1`), or of the country a coarse subdivision lies in.
  public var countryCode: NameID?
  /// ISO 3166-2 code of a subdivision.
  public var subdivisionCode: NameID?
  /// `population`; 0 when unknown.
  public var population: UInt32
  /// The place node that is its `label` or `admin_centre` member; nil when it has none.
  public var labelPlace: SourceReference?
  /// IANA time zone that holds in the whole area; nil when it is not known for certain.
  public var timeZone: NameID?
  /// Whether it is from our own coarse layer, whose borders are good to about 1 km.
  public var isCoarse: Bool
  /// Its rings. A point inside an odd number of them is in the area.
  public var rings: RingRange

  /// An area with all its columns.
  public init(
    source: SourceReference?, kind: AreaKind, level: UInt8, name: NameID, placeKind: PlaceKind?, countryCode: NameID?,
    subdivisionCode: NameID?, population: UInt32, labelPlace: SourceReference?, timeZone: NameID?, isCoarse: Bool,
    rings: RingRange
  ) {
    self.source = source
    self.kind = kind
    self.level = level
    self.name = name
    self.placeKind = placeKind
    self.countryCode = countryCode
    self.subdivisionCode = subdivisionCode
    self.population = population
    self.labelPlace = labelPlace
    self.timeZone = timeZone
    self.isCoarse = isCoarse
    self.rings = rings
  }
}

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

/// A settlement or part of one, known as a point.
public struct PlaceRecord: BitwiseCopyable, Sendable {
  /// The OpenStreetMap node; nil for our own coarse layer.
  public var source: SourceReference?
  /// What kind of settlement.
  public var kind: PlaceKind
  /// Its name.
  public var name: NameID
  /// `population`; 0 when unknown.
  public var population: UInt32
  /// ISO 3166-1 alpha-2 in capitals, where the record itself says so; nil otherwise.
  public var countryCode: NameID?
  /// `postal_code` or `addr:postcode`; nil when it has none.
  public var postalCode: NameID?
  /// IANA time zone of the place; nil when unknown.
  public var timeZone: NameID?
  /// Whether it is from our own coarse layer.
  public var isCoarse: Bool
  /// How far from the point the place can still be somebody's city or suburb, in meters.
  public var reachMeters: Float
  /// Where it is.
  public var point: FixedPoint

  /// A place with all its columns.
  public init(
    source: SourceReference?, kind: PlaceKind, name: NameID, population: UInt32, countryCode: NameID?,
    postalCode: NameID?, timeZone: NameID?, isCoarse: Bool, reachMeters: Float, point: FixedPoint
  ) {
    self.source = source
    self.kind = kind
    self.name = name
    self.population = population
    self.countryCode = countryCode
    self.postalCode = postalCode
    self.timeZone = timeZone
    self.isCoarse = isCoarse
    self.reachMeters = reachMeters
    self.point = point
  }
}

/// The kinds of settlements and their parts, from the `place` tag. The raw values are stored.
public enum PlaceKind: UInt8, Hashable, BitwiseCopyable, Sendable, CaseIterable {
  case city = 1, town, village, municipality, hamlet, isolatedDwelling, farm, locality
  case borough, suburb, quarter, neighbourhood, cityBlock, plot
  case island, islet, district, county, state, country, other
}

/// A place of interest.
public struct FeatureRecord: BitwiseCopyable, Sendable {
  /// The OpenStreetMap object.
  public var source: SourceReference
  /// Its name.
  public var name: NameID
  /// The tag that makes it one, such as `amenity=cafe`.
  public var category: NameID
  /// A point of it: the node, or a point inside the outline.
  public var point: FixedPoint
  /// Its outline; nil for nodes.
  public var outline: RingRange?

  /// A feature with all its columns.
  public init(source: SourceReference, name: NameID, category: NameID, point: FixedPoint, outline: RingRange?) {
    self.source = source
    self.name = name
    self.category = category
    self.point = point
    self.outline = outline
  }
}
