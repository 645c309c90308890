import GeoModel

extension FilledLayout {
  /// What a field of the template shows; nil when it is not known or would repeat another.
  func value(of field: LayoutTemplate.Field) -> String? {
    switch field {
    case .houseNumber: placemark.subThoroughfare
    case .street: street
    case .suburb: placemark.subLocality == street ? nil : placemark.subLocality
    case .city: city
    case .county: placemark.subAdministrativeArea == city ? nil : placemark.subAdministrativeArea
    case .state: placemark.administrativeArea == city ? nil : placemark.administrativeArea
    case .stateAbbreviation: stateAbbreviation
    case .postalCode: placemark.postalCode
    }
  }

  /// The street. Houses that are numbered within a village instead of along a street have its name there.
  private var street: String? {
    if placemark.thoroughfare != nil || placemark.subThoroughfare == nil { return placemark.thoroughfare }
    return placemark.neighborhood ?? placemark.subLocality ?? placemark.locality
  }

  /// The city, else what comes next to it and has no place of its own in the template.
  private var city: String? {
    if let city = placemark.locality { return city }
    if let suburb = placemark.subLocality, !template.shows(.suburb) { return suburb }
    return template.shows(.county) ? nil : placemark.subAdministrativeArea
  }

  /// `CA` of `US-CA`; the name where there is no code.
  private var stateAbbreviation: String? {
    guard let code = placemark.administrativeAreaCode, code.utf8.count > 3 else { return value(of: .state) }
    return String(code.dropFirst(3))
  }

  /// Whether the names are in another script than Latin: the first that is set decides.
  static func isInOwnScript(_ placemark: Placemark) -> Bool {
    let name =
      placemark.thoroughfare ?? placemark.subLocality ?? placemark.locality ?? placemark.administrativeArea
      ?? placemark.country
    guard let letter = name?.unicodeScalars.first(where: \.properties.isAlphabetic)?.value else { return false }
    return letter > 0x24F && !(0x1E00...0x1EFF).contains(letter)
  }

  /// Whether a country's own script has no spaces between words.
  static func isWrittenWithoutSpaces(_ countryCode: String?) -> Bool {
    ["CN", "HK", "JP", "MO", "TW"].contains(countryCode)
  }
}
