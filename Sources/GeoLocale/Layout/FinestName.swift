import GeoModel

/// The name that a label shows where there is no street; on water that of the water.
struct FinestName {
  /// What a name is the name of, from fine to coarse.
  enum Kind: Int, Comparable {
    case place, neighborhood, suburb, city, county, state, water, country

    static func < (a: Kind, b: Kind) -> Bool { a.rawValue < b.rawValue }
  }

  /// The name.
  let text: String
  /// What it names.
  let kind: Kind

  /// The finest name of a placemark; nil when it has none.
  init?(_ placemark: borrowing Placemark) {
    let water = placemark.inlandWater ?? placemark.ocean
    let found =
      FinestName(placemark.match == .water ? water : nil, .water) ?? FinestName(placemark.name, .place)
      ?? FinestName(placemark.neighborhood, .neighborhood) ?? FinestName(placemark.subLocality, .suburb)
      ?? FinestName(placemark.locality, .city) ?? FinestName(placemark.subAdministrativeArea, .county)
      ?? FinestName(placemark.administrativeArea, .state) ?? FinestName(water, .water)
      ?? FinestName(placemark.country, .country)
    guard let found else { return nil }
    self = found
  }

  private init?(_ text: String?, _ kind: Kind) {
    guard let text, !text.isEmpty else { return nil }
    self.text = text
    self.kind = kind
  }
}
