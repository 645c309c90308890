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
