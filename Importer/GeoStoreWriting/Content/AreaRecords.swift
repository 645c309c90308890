import GeoModel
import GeoStore

/// An area that says where a point is, or what it is on.
public struct AreaRecord: BitwiseCopyable, Sendable {
  /// The OpenStreetMap object; nil for our own coarse layer and for the sea that many coastlines bound.
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

  /// Whether it is a sea of the world layer.
  var isSea: Bool { isCoarse && kind == .ocean }

  /// Whether it is a sea that coastlines of the extract bound, see ``StoreContent/seaPieces()``.
  var isSeaOfCoastlines: Bool { !isCoarse && kind == .ocean && source == nil }

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

/// A settlement or part of one, known as a point.
public struct PlaceRecord: BitwiseCopyable, Sendable {
  /// The OpenStreetMap node, or the object of a settlement that is mapped as an area only; nil for our own coarse layer.
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
  /// Whether it is the capital of a country.
  public var isCapital = false
  /// Where it is.
  public var point: FixedPoint

  /// A place with all its columns; no capital.
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
