import GeoModel

/// What each field of a template shows for a placemark; nil where it is not known or would repeat another.
struct LayoutFields {
  let houseNumber: String?
  /// The street. Houses that are numbered within a village instead of along a street have its name there.
  let street: String?
  let suburb: String?
  /// The city, else what comes next to it and has no place of its own in the template. Left out where it only repeats the
  /// state: 東京都 is 東京.
  let city: String?
  let county: String?
  let state: String?
  /// `CA` of `US-CA` beside a city or a postal code; the name where it stands alone or has no code.
  let stateAbbreviation: String?
  let countyAbbreviation: String?
  let postalCode: String?

  /// The fields of a placemark, as far as a template can show them.
  init(_ placemark: borrowing Placemark, _ template: LayoutTemplate) {
    houseNumber = placemark.subThoroughfare
    postalCode = placemark.postalCode
    let street =
      placemark.thoroughfare != nil || placemark.subThoroughfare == nil
      ? placemark.thoroughfare : placemark.neighborhood ?? placemark.subLocality ?? placemark.locality
    let next = template.showsCounty ? nil : placemark.subAdministrativeArea
    var city = placemark.locality ?? (template.showsSuburb ? nil : placemark.subLocality) ?? next
    if city == nil, !template.showsState, postalCode == nil { city = placemark.administrativeArea }
    if let name = city, LayoutFields.repeats(name, placemark.administrativeArea) { city = nil }
    let state = placemark.administrativeArea == city ? nil : placemark.administrativeArea
    suburb = placemark.subLocality == street ? nil : placemark.subLocality
    county = placemark.subAdministrativeArea == city ? nil : placemark.subAdministrativeArea
    countyAbbreviation =
      placemark.isoCountryCode == "IT" ? ProvinceCodes.code(of: placemark.subAdministrativeArea) : nil
    if city ?? postalCode ?? street != nil, let code = placemark.administrativeAreaCode, code.utf8.count > 3 {
      stateAbbreviation = String(code.dropFirst(3))
    } else {
      stateAbbreviation = state
    }
    (self.street, self.city, self.state) = (street, city, state)
  }

  /// What a field shows.
  func value(of field: LayoutTemplate.Field) -> String? {
    switch field {
    case .houseNumber: houseNumber
    case .street: street
    case .suburb: suburb
    case .city: city
    case .county: county
    case .state: state
    case .stateAbbreviation: stateAbbreviation
    case .countyAbbreviation: countyAbbreviation
    case .postalCode: postalCode
    }
  }

  /// Whether a state is the city and the word for "city" or "capital" that East Asian names end with.
  private static func repeats(_ city: String, _ state: String?) -> Bool {
    guard let state, state.utf8.count > city.utf8.count, let first = city.utf8.first, first >= 0xE1,
      state.hasPrefix(city)
    else { return false }
    return ["都", "市", "特別市", "특별시", "광역시", "특별자치시"].contains(state.dropFirst(city.count))
  }

  /// A line of the address; nil when none of its fields is set. Where fields are missing between two others, the
  /// separator right before the second stands between them, or that of a missing field if the second has none.
  func text(of parts: [LayoutTemplate.Part]) -> String? {
    let (shown, length) = measure(parts)
    guard let shown else { return nil }
    // A field that stands alone is not copied; else the line is written into memory of its length.
    if shown.utf8.count == length { return shown }
    var line = ""
    line.reserveCapacity(length)
    var missed = ""
    for part in parts {
      guard let value = value(of: part.field), !value.isEmpty else {
        if missed.isEmpty { missed = part.joiner }
        continue
      }
      if !line.isEmpty { line += part.joiner.isEmpty ? missed : part.joiner }
      line += part.prefix
      line += value
      line += part.suffix
      missed = ""
    }
    return line
  }

  /// What the last set field shows, nil when none is set, and how long the line becomes in UTF-8.
  private func measure(_ parts: [LayoutTemplate.Part]) -> (shown: String?, length: Int) {
    var shown: String?
    var length = 0
    var missed = 0
    for part in parts {
      guard let value = value(of: part.field), !value.isEmpty else {
        if missed == 0 { missed = part.joiner.utf8.count }
        continue
      }
      if shown != nil { length += part.joiner.isEmpty ? missed : part.joiner.utf8.count }
      length += part.prefix.utf8.count + value.utf8.count + part.suffix.utf8.count
      shown = value
      missed = 0
    }
    return (shown, length)
  }
}
