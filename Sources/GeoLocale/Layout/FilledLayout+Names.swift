import GeoModel

extension FilledLayout {
  /// What a name is the name of, from fine to coarse.
  enum NameKind: Int, Comparable {
    case place, neighborhood, suburb, city, county, state, water, country

    static func < (a: NameKind, b: NameKind) -> Bool { a.rawValue < b.rawValue }
  }

  /// The name that a label shows where there is no street; on water that of the water.
  var finestName: (text: String, kind: NameKind)? {
    let water = placemark.inlandWater ?? placemark.ocean
    let names: [(String?, NameKind)] = [
      (placemark.match == .water ? water : nil, .water), (placemark.name, .place),
      (placemark.neighborhood, .neighborhood), (placemark.subLocality, .suburb), (placemark.locality, .city),
      (placemark.subAdministrativeArea, .county), (placemark.administrativeArea, .state), (water, .water),
      (placemark.country, .country),
    ]
    for case (let name?, let kind) in names where !name.isEmpty { return (name, kind) }
    return nil
  }

  /// State and country around a city, the country around a state or a lake.
  func wider(than finest: (text: String, kind: NameKind)) -> String? {
    let state = finest.kind < .state ? placemark.administrativeArea : nil
    let country = finest.kind < .country ? placemark.country : nil
    var around: [String] = []
    for case let name? in [state, country] where name != finest.text && !around.contains(name) { around.append(name) }
    return nonEmpty(around.joined(separator: separator))
  }
}
