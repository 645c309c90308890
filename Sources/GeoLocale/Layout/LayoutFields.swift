import GeoModel

/// The values of a template's fields for a placemark; nil where a value is unknown or would repeat another.
struct LayoutFields {
  let houseNumber: String?
  /// The street; the village, for houses that are numbered within a village instead of along a street.
  let street: String?
  let suburb: String?
  /// The city, else the next area that has no place of its own in the template. Left out where it only repeats the
  /// state: 東京都 is 東京.
  let city: String?
  let county: String?
  let state: String?
  /// `CA` from `US-CA` beside a city, a postal code or a street; the name where the state stands alone or has no code.
  let stateAbbreviation: String?
  let countyAbbreviation: String?
  let postalCode: String?

  /// Creates the fields of a placemark for a template.
  init(_ placemark: borrowing Placemark, _ template: LayoutTemplate) {
    houseNumber = HouseNumberWord.number(placemark.subThoroughfare, in: template)
    postalCode = placemark.postalCode
    var street = placemark.thoroughfare
    if street == nil, placemark.subThoroughfare != nil {
      street =
        placemark.neighborhood ?? placemark.subLocality ?? (template.hasCityBesideStreet ? nil : placemark.locality)
    }
    let next = template.showsCounty ? nil : placemark.subAdministrativeArea
    var city = placemark.locality ?? (template.showsSuburb ? nil : placemark.subLocality) ?? next
    if city == nil, !template.showsState, postalCode == nil { city = placemark.administrativeArea }
    if let name = city, LayoutFields.repeats(name, placemark.administrativeArea) { city = nil }
    let state = LayoutFields.isSame(placemark.administrativeArea, city) ? nil : placemark.administrativeArea
    suburb = LayoutFields.begins(street, with: placemark.subLocality) ? nil : placemark.subLocality
    county = LayoutFields.isNamed(placemark.subAdministrativeArea, after: city) ? nil : placemark.subAdministrativeArea
    countyAbbreviation =
      placemark.isoCountryCode == "IT" ? ProvinceCodes.code(of: placemark.subAdministrativeArea) : nil
    if city ?? postalCode ?? street != nil, let code = placemark.administrativeAreaCode, code.utf8.count > 3 {
      stateAbbreviation = String(code.utf8.dropFirst(3))
    } else {
      stateAbbreviation = state
    }
    (self.street, self.city, self.state) = (street, city, state)
  }

  /// Creates only the fields of the street's line.
  init(houseNumber: String?, street: String) {
    (self.houseNumber, self.street) = (houseNumber, street)
    (suburb, city, county, countyAbbreviation) = (nil, nil, nil, nil)
    (state, stateAbbreviation, postalCode) = (nil, nil, nil)
  }

  /// The value of a field.
  @inline(__always) func value(of field: LayoutTemplate.Field) -> String? {
    switch field {
    case .houseNumber: houseNumber
    case .street: street
    case .suburb: suburb
    case .city: city
    case .postalTown: suburb ?? city
    case .county: county
    case .state: state
    case .stateAbbreviation: stateAbbreviation
    case .countyAbbreviation: countyAbbreviation
    case .postalCode: postalCode
    }
  }

  /// Whether a street is the suburb itself, or begins with its name without a space, as in 丸の内1丁目.
  static func begins(_ street: String?, with suburb: String?) -> Bool {
    guard let street, let suburb, let first = suburb.utf8.first else { return false }
    return street == suburb || (first >= 0xE3 && street.hasPrefix(suburb))
  }

  /// Whether a county has the name of the city, alone or after its kind: County Dublin around Dublin.
  private static func isNamed(_ county: String?, after city: String?) -> Bool {
    guard let county, let city, county.utf8.count > city.utf8.count else { return county == city }
    // Nearly all names end with different letters, which ASCII shows without comparing accents.
    if let last = county.utf8.last, let own = city.utf8.last, last != own, last < 0x80, own < 0x80 { return false }
    return county.hasSuffix(city) && county.dropLast(city.count).last == " "
  }

  /// Whether a state has the name of the city, except perhaps for accents: Istanbul in İstanbul.
  private static func isSame(_ state: String?, _ city: String?) -> Bool {
    guard let state, let city, state != city else { return state == city }
    // Accents only add a few bytes; nearly all names differ in more.
    let (long, short) = (max(state.utf8.count, city.utf8.count), min(state.utf8.count, city.utf8.count))
    guard long > short, long - short <= 3, state.utf8.last == city.utf8.last || state.utf8.first == city.utf8.first
    else { return false }
    return NameFolding.key(for: state) == NameFolding.key(for: city)
  }

  /// Whether a state's name is the city's with the word for "city" or "capital" that East Asian names end with.
  private static func repeats(_ city: String, _ state: String?) -> Bool {
    guard let state, state.utf8.count > city.utf8.count, let first = city.utf8.first, first >= 0xE1,
      state.hasPrefix(city)
    else { return false }
    return ["都", "市", "特別市", "특별시", "광역시", "특별자치시"].contains(state.dropFirst(city.count))
  }

  /// A line of the address; nil when none of its fields is set. Where fields are missing between two others, the
  /// separator of the second stands between the two; if it has none, that of a missing field does. Without any
  /// separator, as in East Asia, a space keeps Latin letters and digits apart: a bilingual street may end with them,
  /// and a number begins with them.
  func text(of parts: [LayoutTemplate.Part]) -> String? {
    let (shown, length) = measure(parts)
    guard let shown else { return nil }
    // A single field is not copied; otherwise the line is written into memory of its length.
    if shown.utf8.count == length { return shown }
    return String(unsafeUninitializedCapacity: length) { line in
      var end = 0
      var missed: LayoutText = ""
      for part in parts {
        guard var value = value(of: part.field), !value.isEmpty else {
          if missed.isEmpty { missed = part.joiner }
          continue
        }
        if end > 0 {
          let joiner = part.joiner.isEmpty ? missed : part.joiner
          joiner.isEmpty && part.prefix.isEmpty && Self.runTogether(line[end - 1], value.utf8.first)
            ? LayoutText(" ").write(to: line, at: &end) : joiner.write(to: line, at: &end)
        }
        part.prefix.write(to: line, at: &end)
        end = value.withUTF8 { line[end...].update(fromContentsOf: $0) }
        part.suffix.write(to: line, at: &end)
        missed = ""
      }
      return end
    }
  }

  /// The value of the last set field (nil when none is set), and the length of the line in UTF-8.
  private func measure(_ parts: [LayoutTemplate.Part]) -> (shown: String?, length: Int) {
    var shown: String?
    var last: UInt8?
    var length = 0
    var missed = 0
    for part in parts {
      guard let value = value(of: part.field), !value.isEmpty else {
        if missed == 0 { missed = part.joiner.count }
        continue
      }
      if shown != nil {
        let joiner = part.joiner.isEmpty ? missed : part.joiner.count
        let isApart = joiner > 0 || !part.prefix.isEmpty || !Self.runTogether(last, value.utf8.first)
        length += isApart ? joiner : 1
      }
      length += part.prefix.count + value.utf8.count + part.suffix.count
      shown = value
      last = part.suffix.last ?? value.utf8.last
      missed = 0
    }
    return (shown, length)
  }

  /// Whether a text that ends with one byte and a text that begins with another would read as one word.
  private static func runTogether(_ end: UInt8?, _ start: UInt8?) -> Bool {
    guard let end, let start else { return false }
    return isLetterOrDigit(end) && isLetterOrDigit(start)
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
  }
}

extension LayoutFields {
  /// Whether all names are in the country's own script, as far as templates distinguish scripts: East Asian or not,
  /// Latin or not.
  static func isInOwnScript(_ placemark: borrowing Placemark) -> Bool {
    let isEastAsian = isEastAsian(placemark.isoCountryCode)
    var hasNames = false
    for name in [placemark.thoroughfare, placemark.subLocality, placemark.locality, placemark.administrativeArea] {
      guard let name, let letter = name.unicodeScalars.first(where: isLetter)?.value else { continue }
      if !isOwn(letter, isEastAsian) { return false }
      // A name in two languages has the second one in parentheses.
      if name.utf8.last == UInt8(ascii: ")"), let last = name.unicodeScalars.last(where: isLetter)?.value,
        !isOwn(last, isEastAsian)
      {
        return false
      }
      hasNames = true
    }
    return hasNames
  }

  private static func isOwn(_ letter: UInt32, _ isEastAsian: Bool) -> Bool {
    isEastAsian ? isEastAsianLetter(letter) : letter > 0x24F && !(0x1E00...0x1EFF).contains(letter)
  }

  private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
    // ASCII needs no lookup.
    guard !scalar.isASCII else { return (0x61...0x7A).contains(scalar.value | 0x20) }
    return scalar.properties.isAlphabetic
  }

  /// Whether a letter is Hangul, kana or Han, from the radicals to the compatibility ideographs, or beyond the first
  /// planes.
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
