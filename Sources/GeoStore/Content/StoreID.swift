import GeoModel

/// The number of a row in one of the store's tables.
///
/// The phantom type keeps a street's number from being used as an area's.
@frozen public struct StoreID<Row>: Hashable, BitwiseCopyable, Sendable, Comparable {
  /// The row's `id` from 1 in a finished store; the position in its array while an import gathers content.
  public var rawValue: UInt32

  /// The id with this number.
  @inlinable public init(_ rawValue: UInt32) { self.rawValue = rawValue }

  /// Orders ids by number.
  ///
  /// In a finished store that is the spatial order for most kinds of rows.
  @inlinable public static func < (a: StoreID, b: StoreID) -> Bool { a.rawValue < b.rawValue }
}

/// A row of `name`: a text with its translations, stored once however many objects bear it.
public typealias NameID = StoreID<StoredName>
/// A row of `street`.
public typealias StreetID = StoreID<StoredStreet>
/// A row of `address`.
public typealias AddressID = StoreID<StoredAddress>
/// A row of `interpolation`.
public typealias InterpolationID = StoreID<StoredInterpolation>
/// A row of `area`.
public typealias AreaID = StoreID<StoredArea>
/// A row of `place`.
public typealias PlaceID = StoreID<StoredPlace>
/// A row of `feature`.
public typealias FeatureID = StoreID<StoredFeature>

/// A text with its translations. It has no values: names are read text by text.
public enum StoredName {}

/// A name in one language.
public struct NameTranslation: Hashable, Sendable {
  /// The language as a BCP 47 tag, as in the `name:` key.
  public var language: String
  /// The name in that language.
  public var text: String

  /// A name in a language.
  public init(language: String, text: String) {
    self.language = language
    self.text = text
  }
}
