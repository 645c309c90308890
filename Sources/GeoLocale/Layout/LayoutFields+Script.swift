import GeoModel

extension LayoutFields {
  /// Whether all names are in the country's own script, as far as templates differ: East Asian or not, Latin or not.
  static func isInOwnScript(_ placemark: borrowing Placemark) -> Bool {
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
