import GeoModel

/// A value of a placemark that a batch may be asked for alone, by its name in JSON.
package enum PlacemarkField: String, CaseIterable, Sendable {
  case houseNumber, street, neighborhood, suburb, city, county, state, stateCode, postalCode, country, countryCode
  case inlandWater, ocean, areasOfInterest, timeZone
  case title, subtitle, name, formattedAddress, match, distanceMeters, latitude, longitude, source
}

extension JSONWriter {
  /// The values of some fields in their order, as an array; null where there is none.
  package mutating func row(_ fields: [PlacemarkField], of placemark: Placemark) {
    beginArray()
    for field in fields { value(field, of: placemark) }
    endArray()
  }

  private mutating func value(_ field: PlacemarkField, of placemark: Placemark) {
    switch field {
    case .houseNumber: text(placemark.subThoroughfare)
    case .street: text(placemark.thoroughfare)
    case .neighborhood: text(placemark.neighborhood)
    case .suburb: text(placemark.subLocality)
    case .city: text(placemark.locality)
    case .county: text(placemark.subAdministrativeArea)
    case .state: text(placemark.administrativeArea)
    case .stateCode: text(placemark.administrativeAreaCode)
    case .postalCode: text(placemark.postalCode)
    case .country: text(placemark.country)
    case .countryCode: text(placemark.isoCountryCode)
    case .inlandWater: text(placemark.inlandWater)
    case .ocean: text(placemark.ocean)
    case .areasOfInterest: strings(placemark.areasOfInterest)
    case .timeZone: text(placemark.timeZone)
    case .title: text(placemark.title)
    case .subtitle: text(placemark.subtitle)
    case .name: text(placemark.name)
    case .formattedAddress: strings(placemark.formattedAddress)
    case .match: text(placemark.match.rawValue)
    case .distanceMeters: meters(placemark.distanceMeters)
    case .latitude: degrees(placemark.coordinate.latitude)
    case .longitude: degrees(placemark.coordinate.longitude)
    case .source: text(placemark.source.map { "\($0.type.rawValue)/\($0.id)" })
    }
  }

  private mutating func text(_ value: String?) {
    if let value { string(value) } else { null() }
  }
}
