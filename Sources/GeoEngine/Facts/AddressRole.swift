/// The part of an address that an administrative area gives.
public enum AddressRole: UInt8, Hashable, Sendable, CaseIterable {
  /// The area says nothing that an address shows.
  case none = 0
  /// A sovereign state, or a territory with a country code of its own.
  case country
  /// State, province, region: the part that an address of the country names, or its nearest equivalent.
  case state
  /// County, department, district: what lies between state and city.
  case county
  /// City, town, municipality, commune.
  case city
  /// Borough, district or quarter of a city.
  case suburb
  /// A part of a suburb.
  case neighborhood
}
