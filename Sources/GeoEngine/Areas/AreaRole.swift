/// The field of an address that an area can fill.
enum AreaRole {
  case country, state, county, city, suburb, neighborhood

  /// What an `admin_level` means in a country; nil for levels that no address mentions.
  init?(level: UInt8, country: String?) {
    switch level {
    case 2: self = .country
    case 4: self = .state
    case 6: self = .county
    case 8: self = .city
    case 9: self = .suburb
    case 10: self = .neighborhood
    default: return nil
    }
  }
}
