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
    let names: [(String?, Kind)] = [
      (placemark.match == .water ? water : nil, .water), (placemark.name, .place),
      (placemark.neighborhood, .neighborhood), (placemark.subLocality, .suburb), (placemark.locality, .city),
      (placemark.subAdministrativeArea, .county), (placemark.administrativeArea, .state), (water, .water),
      (placemark.country, .country),
    ]
    for case (let name?, let kind) in names where !name.isEmpty {
      (text, self.kind) = (name, kind)
      return
    }
    return nil
  }
}
