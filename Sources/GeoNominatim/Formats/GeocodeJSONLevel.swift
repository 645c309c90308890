/// The few kinds of things that GeocodeJSON knows.
struct GeocodeJSONLevel: OptionSet {
  let rawValue: UInt8

  static let country = GeocodeJSONLevel(rawValue: 1)
  static let state = GeocodeJSONLevel(rawValue: 2)
  static let county = GeocodeJSONLevel(rawValue: 4)
  static let city = GeocodeJSONLevel(rawValue: 8)
  static let district = GeocodeJSONLevel(rawValue: 16)
  static let locality = GeocodeJSONLevel(rawValue: 32)
  static let street = GeocodeJSONLevel(rawValue: 64)
  static let house = GeocodeJSONLevel(rawValue: 128)

  /// The kind that has an address rank. What is no part of any address (rank 0) is a locality.
  static func of(_ addressRank: UInt8) -> GeocodeJSONLevel {
    switch addressRank {
    case ..<4: .locality
    case 4: .country
    case 5...9: .state
    case 10...12: .county
    case 13...16: .city
    case 17...21: .district
    case 22...24: .locality
    case 25...27: .street
    default: .house
    }
  }

  /// The name of the kind.
  var word: StaticString {
    switch self {
    case .country: "country"
    case .state: "state"
    case .county: "county"
    case .city: "city"
    case .district: "district"
    case .street: "street"
    case .house: "house"
    default: "locality"
    }
  }
}
