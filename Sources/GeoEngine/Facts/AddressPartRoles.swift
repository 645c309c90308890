import GeoStore

/// The field of a placemark that each part of a mapped address fills, by country. For example, `addr:district` is a
/// town in Turkey and a part of one in Korea.
///
/// The facts come from the OpenStreetMap wiki (page "Key:addr:*" and the countries' pages).
///
/// A class, because all houses of a country share one instance.
final class AddressPartRoles: Sendable {
  /// The kinds of parts for each field, best first. A part fills one field only.
  let state, county, city, suburb, neighborhood: [AddressDetail.Kind]

  /// Creates roles; the defaults are those of most countries.
  private init(
    state: [AddressDetail.Kind] = [.state, .province], county: [AddressDetail.Kind] = [],
    city: [AddressDetail.Kind] = [],
    suburb: [AddressDetail.Kind] = [.suburb, .district, .subdistrict, .quarter],
    neighborhood: [AddressDetail.Kind] = [.neighbourhood, .quarter, .subdistrict, .hamlet]
  ) {
    (self.state, self.county, self.city) = (state, county, city)
    (self.suburb, self.neighborhood) = (suburb, neighborhood)
  }

  /// Whether a country numbers houses within quarters and blocks instead of along streets. There the quarter with its
  /// section (丸の内1丁目) takes the place of the street, and the number begins with the block's.
  static func numbersBlocks(in countryCode: String?) -> Bool { countryCode == "JP" }

  /// The roles in a country.
  ///
  /// - Parameter countryCode: ISO 3166-1 alpha-2 in capitals; nil when unknown.
  static func roles(in countryCode: String?) -> AddressPartRoles {
    switch countryCode {
    case "JP": japanese
    case "KR", "KP", "TW", "CN", "HK", "MO", "VN": eastAsian
    case "TR": turkish
    case "BR", "MX": latinAmerican
    case "TH": thai
    case "BE", "ES", "IT": ofProvinces
    case "BY", "IN", "KZ", "LV", "RU", "UA": ofDistricts
    default: usual
    }
  }

  // Created once: thousands of queries a second use them.

  private static let usual = AddressPartRoles()
  /// The city's ward (区) is a suburb; houses are numbered within the quarter (町) and its section (丁目).
  private static let japanese = AddressPartRoles(
    suburb: [.suburb, .district], neighborhood: [.quarter, .neighbourhood])
  private static let eastAsian = AddressPartRoles(
    suburb: [.district, .suburb], neighborhood: [.subdistrict, .quarter, .neighbourhood, .hamlet])
  /// The ilçe stands before the province in an address, even where `addr:city` has the province's city.
  private static let turkish = AddressPartRoles(
    city: [.district], suburb: [.neighbourhood, .suburb, .quarter, .subdistrict])
  /// The bairro or colonia is a line of the address, whatever its key.
  private static let latinAmerican = AddressPartRoles(
    suburb: [.suburb, .neighbourhood, .district], neighborhood: [.quarter])
  private static let thai = AddressPartRoles(city: [.district], suburb: [.subdistrict, .suburb])
  /// Provinces lie within regions.
  private static let ofProvinces = AddressPartRoles(
    state: [.state], county: [.province], suburb: [.suburb, .district, .quarter])
  private static let ofDistricts = AddressPartRoles(
    county: [.district], suburb: [.suburb, .subdistrict, .quarter])
}
