import GeoModel
import GeoStore

/// An area that locates a point, such as a town, or describes its ground, such as a lake.
public struct AreaRecord: BitwiseCopyable, Sendable {
  /// The OpenStreetMap object; nil for the world layer and for seas made of many coastlines.
  public var source: SourceReference?
  /// The kind of area.
  public var kind: AreaKind
  /// `admin_level`, 2 to 11; 0 when it has none.
  public var level: UInt8
  /// Its name; for postal areas, the code.
  public var name: NameID
  /// The kind of settlement from `place`, `border_type` or similar (`city`, `suburb` …), for areas whose level does not
  /// determine it; nil for none.
  public var placeKind: PlaceKind?
  /// ISO 3166-1 alpha-2 code in capitals: of a country (`ISO3166-1`), or of the country that contains a coarse
  /// subdivision.
  public var countryCode: NameID?
  /// ISO 3166-2 code of a subdivision.
  public var subdivisionCode: NameID?
  /// `population`; 0 when unknown.
  public var population: UInt32
  /// The place node that is its `label` or `admin_centre` member; nil when it has none.
  public var labelPlace: SourceReference?
  /// The IANA time zone of the whole area; nil when it is not known for certain.
  public var timeZone: NameID?
  /// Whether it is from the coarse world layer, whose borders are accurate to about 1 km.
  public var isCoarse: Bool
  /// Its rings. A point inside an odd number of them is in the area.
  public var rings: RingRange

  /// Whether it is a sea of the world layer.
  var isSea: Bool { isCoarse && kind == .ocean }

  /// Whether it is a sea made of coastlines of the extract, see ``StoreContent/seaPieces()``.
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

/// A settlement or a part of one, located by a point.
public struct PlaceRecord: BitwiseCopyable, Sendable {
  /// The OpenStreetMap node, or the object of a settlement that is mapped only as an area; nil for the world layer.
  public var source: SourceReference?
  /// The kind of settlement.
  public var kind: PlaceKind
  /// Its name.
  public var name: NameID
  /// `population`; 0 when unknown.
  public var population: UInt32
  /// ISO 3166-1 alpha-2 code in capitals, if its own tags give it; nil otherwise.
  public var countryCode: NameID?
  /// `postal_code` or `addr:postcode`; nil when it has none.
  public var postalCode: NameID?
  /// IANA time zone of the place; nil when unknown.
  public var timeZone: NameID?
  /// Whether it is from the coarse world layer.
  public var isCoarse: Bool
  /// The distance in meters up to which the place can be the city or suburb of a point.
  public var reachMeters: Float
  /// Whether it is the capital of a country.
  public var isCapital = false
  /// Where it is.
  public var point: FixedPoint

  /// A place with all its columns, which is not a capital.
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
  /// The tag that makes it a place of interest, such as `amenity=cafe`.
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
