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

  /// Whether all names are in the country's own script, as far as templates differ: East Asian or not, Latin or not.
  static func isInOwnScript(_ placemark: Placemark) -> Bool {
    let isEastAsian = isEastAsian(placemark.isoCountryCode)
    var hasNames = false
    for name in [placemark.thoroughfare, placemark.subLocality, placemark.locality, placemark.administrativeArea] {
      guard let letter = name?.unicodeScalars.first(where: \.properties.isAlphabetic)?.value else { continue }
      let fits = isEastAsian ? isEastAsianLetter(letter) : letter > 0x24F && !(0x1E00...0x1EFF).contains(letter)
      if !fits { return false }
      hasNames = true
    }
    return hasNames
  }

  /// Hangul, kana and Han, from the radicals to the compatible ideographs, and beyond the first plane.
  private static func isEastAsianLetter(_ letter: UInt32) -> Bool {
    (0x1100...0x11FF).contains(letter) || (0x2E80...0xD7FF).contains(letter) || (0xF900...0xFAFF).contains(letter)
      || letter >= 0x20000
  }

  private static func isEastAsian(_ countryCode: String?) -> Bool {
    switch countryCode {
    case "CN", "HK", "JP", "KP", "KR", "MO", "TW": true
    default: false
    }
  }

  /// Whether the country's own script has no spaces between words.
  static func isWrittenWithoutSpaces(_ countryCode: String?) -> Bool {
    isEastAsian(countryCode) && countryCode != "KP" && countryCode != "KR"
  }
}
