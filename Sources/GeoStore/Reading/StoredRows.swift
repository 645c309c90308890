import GeoModel

// Rows as they are read. Ids are those of the store; names are resolved by `StoreReader.name`.

/// A row of `street`.
public struct StoredStreet: Sendable {
  public var source: SourceReference
  public var name: NameID
  public var postalCode: NameID?
  /// The box of the whole line.
  public var box: FixedBox
}

/// A row of `address`.
public struct StoredAddress: Sendable {
  public var source: SourceReference
  /// Empty when it has only a house name.
  public var houseNumber: String
  public var houseName: NameID?
  public var street: NameID?
  public var streetOrigin: AddressRecord.StreetOrigin
  public var postalCode: NameID?
  public var city: NameID?
  public var point: FixedPoint
}

/// A row of `interpolation`.
public struct StoredInterpolation: Sendable {
  public var source: SourceReference
  public var street: NameID?
  public var streetOrigin: AddressRecord.StreetOrigin
  public var first: String
  public var last: String
  public var step: Int32
  public var postalCode: NameID?
  public var city: NameID?
  /// All its vertices, from first to last number.
  public var line: [FixedPoint]
}

/// A row of `area` without its geometry.
public struct StoredArea: Sendable {
  public var id: AreaID
  public var source: SourceReference?
  public var kind: AreaKind
  public var level: UInt8
  public var name: NameID
  public var placeKind: PlaceKind?
  public var countryCode: String?
  public var subdivisionCode: String?
  public var population: UInt32
  /// The row of its `label` or `admin_centre` node; nil when it has none or the extract lacks it.
  public var labelPlace: PlaceID?
  public var timeZone: String?
  public var isCoarse: Bool
  /// Whether the extract has the real boundary of the same country or subdivision: then a coarse area is not believed
  /// where the real one does not contain the point. Always false for real areas.
  public var isOverridden: Bool
  /// The box of its rings.
  public var box: FixedBox
}

/// A row of `place`.
public struct StoredPlace: Sendable {
  public var id: PlaceID
  public var source: SourceReference?
  public var kind: PlaceKind
  public var name: NameID
  public var population: UInt32
  public var countryCode: String?
  public var postalCode: NameID?
  public var timeZone: String?
  public var isCoarse: Bool
  public var reachMeters: Float
  public var point: FixedPoint
  /// The administrative areas that contain it, ascending by id.
  public var areas: [AreaID]
}

/// A row of `feature`.
public struct StoredFeature: Sendable {
  public var source: SourceReference
  public var name: NameID
  /// The tag that makes it a place of interest, such as `amenity=cafe`.
  public var category: String
  public var point: FixedPoint
}

/// What a store says about itself, for `geocode info` and `server.info`.
public struct StoreInfo: Hashable, Sendable {
  public var formatVersion: Int
  /// Version of the program that wrote it.
  public var writtenBy: String
  public var metadata: StoreMetadata
  /// Rows by table name (`street`, `address` …), in the order of the documentation.
  public var counts: [Count]
  /// The box of streets, addresses, real areas and places, without the world layer; nil when there are none.
  public var bounds: FixedBox?
  /// Size of the file in bytes.
  public var fileSize: Int64

  /// The number of rows of a table.
  public struct Count: Hashable, Sendable {
    public var table: String
    public var rows: Int
  }
}
