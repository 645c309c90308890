import GeoModel

// Rows as read from the store. `StoreReader.name` resolves the ids of names.

/// A row of `street`.
public struct StoredStreet: Sendable {
  /// The OpenStreetMap object.
  public var source: SourceReference
  /// Its name.
  public var name: NameID
  /// Its postal code; nil when it has none.
  public var postalCode: NameID?
  /// The box of the whole line.
  public var box: FixedBox
}

/// A row of `address`.
public struct StoredAddress: Sendable {
  /// The OpenStreetMap object, or the row of an address table.
  public var source: SourceReference
  /// Empty when it has only a house name.
  public var houseNumber: String
  /// Name of the house; nil when it has none.
  public var houseName: NameID?
  /// Name of its street; nil when it is not known.
  public var street: NameID?
  /// How the import determined ``street``.
  public var streetOrigin: StreetOrigin
  /// Its postal code; nil when it has none.
  public var postalCode: NameID?
  /// `addr:city`; nil when it has none.
  public var city: NameID?
  /// Where it is; for outlines a point inside.
  public var point: FixedPoint
  /// The further parts of the address.
  public var parts: StoredAddressParts
}

/// A row of `interpolation`.
public struct StoredInterpolation: Sendable {
  /// The `addr:interpolation` way; for an address range, the way that it numbers.
  public var source: SourceReference
  /// Name of its street; nil when it is not known.
  public var street: NameID?
  /// How the import determined ``street``.
  public var streetOrigin: StreetOrigin
  /// The number at the first vertex, as mapped.
  public var first: String
  /// The number at the last vertex, as mapped.
  public var last: String
  /// The difference between neighboring numbers; 0 for alphabetic ones.
  public var step: Int32
  /// Its postal code; nil when it has none.
  public var postalCode: NameID?
  /// `addr:city`; nil when it has none.
  public var city: NameID?
  /// All its vertices, from first to last number.
  public var line: [FixedPoint]
}

/// A row of `area` without its geometry. It is a class so that caching it and passing it around copies nothing.
public final class StoredArea: Sendable {
  /// Its row.
  public let id: AreaID
  /// The OpenStreetMap object; nil for the world layer and for seas made of many coastlines.
  public let source: SourceReference?
  /// The kind of area.
  public let kind: AreaKind
  /// `admin_level`, 2 to 11; 0 when it has none.
  public let level: UInt8
  /// Its name.
  public let name: NameID
  /// The kind of settlement that it is; nil when that is not known.
  public let placeKind: PlaceKind?
  /// ISO 3166-1 alpha-2 code in capitals; nil when it has none.
  public let countryCode: String?
  /// ISO 3166-2 code of a subdivision; nil for others.
  public let subdivisionCode: String?
  /// `population`; 0 when unknown.
  public let population: UInt32
  /// The row of its `label` or `admin_centre` node; nil when it has none or the extract lacks it.
  public let labelPlace: PlaceID?
  /// IANA time zone; nil when unknown.
  public let timeZone: String?
  /// Whether it is from the coarse world layer.
  public let isCoarse: Bool
  /// Whether the extract has the real boundary of the same country or subdivision.
  ///
  /// Then this coarse area is ignored where the real one does not contain the point. Always false for real areas.
  public let isOverridden: Bool
  /// The box of its rings.
  public let box: FixedBox

  init(
    id: AreaID, source: SourceReference?, kind: AreaKind, level: UInt8, name: NameID, placeKind: PlaceKind?,
    countryCode: String?, subdivisionCode: String?, population: UInt32, labelPlace: PlaceID?, timeZone: String?,
    isCoarse: Bool, isOverridden: Bool, box: FixedBox
  ) {
    self.id = id
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
    self.isOverridden = isOverridden
    self.box = box
  }
}

/// A row of `place`. It is a class for the same reason as ``StoredArea``.
public final class StoredPlace: Sendable {
  /// Its row.
  public let id: PlaceID
  /// The OpenStreetMap object; nil for the world layer.
  public let source: SourceReference?
  /// The kind of settlement.
  public let kind: PlaceKind
  /// Its name.
  public let name: NameID
  /// `population`; 0 when unknown.
  public let population: UInt32
  /// ISO 3166-1 alpha-2 code in capitals; nil when it has none.
  public let countryCode: String?
  /// Its postal code; nil when it has none.
  public let postalCode: NameID?
  /// IANA time zone; nil when unknown.
  public let timeZone: String?
  /// Whether it is from the coarse world layer.
  public let isCoarse: Bool
  /// The distance in meters up to which it can be the city or suburb of a point.
  public let reachMeters: Float
  /// Where it is; for outlines a point inside.
  public let point: FixedPoint
  /// The administrative areas that contain it, ascending by id.
  public let areas: AreaIDs
  /// Whether it is the capital of a country.
  public let isCapital: Bool

  init(
    id: PlaceID, source: SourceReference?, kind: PlaceKind, name: NameID, population: UInt32, countryCode: String?,
    postalCode: NameID?, timeZone: String?, isCoarse: Bool, reachMeters: Float, point: FixedPoint, areas: AreaIDs,
    isCapital: Bool
  ) {
    self.id = id
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
    self.areas = areas
    self.isCapital = isCapital
  }
}

/// A row of `feature`.
public struct StoredFeature: Sendable {
  /// The OpenStreetMap object.
  public var source: SourceReference
  /// Its name.
  public var name: NameID
  /// The tag that makes it a place of interest, such as `amenity=cafe`.
  public var category: String
  /// Where it is; for outlines a point inside.
  public var point: FixedPoint
}
