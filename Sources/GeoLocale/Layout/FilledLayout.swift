import GeoModel

/// A country's template filled with the fields of a placemark.
struct FilledLayout {
  private let placemark: Placemark
  private let template: LayoutTemplate
  private let separator: String

  init(_ placemark: Placemark) {
    self.placemark = placemark
    let rule = LayoutTable.rule(for: placemark.isoCountryCode)
    let isLargeToSmall = rule.native != nil && Self.isWrittenInEastAsianScript(placemark)
    template = isLargeToSmall ? rule.native! : rule.latin
    separator = isLargeToSmall ? " " : ", "
  }

  /// The lines, country last.
  var lines: [String] {
    let lines = template.lines.compactMap { text(of: $0) }
    guard let country = placemark.country, !country.isEmpty, !template.placesCountry else { return lines }
    return lines.last == country ? lines : lines + [country]
  }

  /// The lines one after the other.
  var oneLine: String { lines.joined(separator: separator) }

  /// Street and house number, else the finest name.
  var title: String? { streetText ?? finestName?.text }

  /// What the title leaves out.
  var subtitle: String? {
    if streetText != nil { return nonEmpty(rest) }
    guard let finest = finestName else { return nil }
    let around = finest.rank >= Self.cityRank ? wider(than: finest) : rest
    return around == finest.text ? nil : nonEmpty(around)
  }
}

extension FilledLayout {
  /// The parts of the title, across lines, when there is a street (or a bare number of a house without one).
  private var streetText: String? {
    guard placemark.thoroughfare != nil || placemark.subThoroughfare != nil else { return nil }
    return nonEmpty(template.lines.compactMap { text(of: $0.filter(\.field.isInTitle)) }.joined(separator: separator))
  }

  /// All lines without the parts of the title.
  private var rest: String {
    template.lines.compactMap { text(of: $0.filter { !$0.field.isInTitle }) }.joined(separator: separator)
  }

  private static let cityRank = 3

  /// Names from fine to coarse, for places without a street.
  private var names: [String?] {
    let water = placemark.match == .water ? placemark.inlandWater ?? placemark.ocean : nil
    return [
      water ?? placemark.name, placemark.neighborhood, placemark.subLocality, placemark.locality,
      placemark.subAdministrativeArea, placemark.administrativeArea, placemark.inlandWater, placemark.ocean,
      placemark.country,
    ]
  }

  private var finestName: (text: String, rank: Int)? {
    for (rank, name) in names.enumerated() { if let name, !name.isEmpty { return (name, rank) } }
    return nil
  }

  /// State and country around a city, country around a state.
  private func wider(than finest: (text: String, rank: Int)) -> String {
    let state = finest.rank < 5 ? placemark.administrativeArea : nil
    let country = finest.rank < 8 ? placemark.country : nil
    return [state, country].compactMap { $0 }.filter { $0 != finest.text }.joined(separator: separator)
  }

  /// A line of the address; nil when none of its fields is set.
  private func text(of parts: [LayoutTemplate.Part]) -> String? {
    var line = ""
    for part in parts {
      guard let value = value(of: part.field), !value.isEmpty else { continue }
      if !line.isEmpty { line += part.joiner }
      line += part.prefix
      line += value
      line += part.suffix
    }
    return nonEmpty(line)
  }

  private func nonEmpty(_ text: String) -> String? { text.isEmpty ? nil : text }

  private func value(of field: LayoutTemplate.Field) -> String? {
    switch field {
    case .houseNumber: placemark.subThoroughfare
    case .street: placemark.thoroughfare
    case .neighborhood: placemark.neighborhood
    case .suburb: placemark.subLocality
    case .city: placemark.locality
    case .county: placemark.subAdministrativeArea
    case .state: placemark.administrativeArea == placemark.locality ? nil : placemark.administrativeArea
    case .stateAbbreviation: stateAbbreviation
    case .postalCode: placemark.postalCode
    case .country: placemark.country
    }
  }

  /// `CA` of `US-CA`; the name where there is no code, nothing where the name repeats the city.
  private var stateAbbreviation: String? {
    if let code = placemark.administrativeAreaCode, code.utf8.count > 3 { return String(code.dropFirst(3)) }
    return value(of: .state)
  }

  /// Whether the names are Chinese, Japanese or Korean: the first that is set decides.
  private static func isWrittenInEastAsianScript(_ placemark: Placemark) -> Bool {
    let name = placemark.thoroughfare ?? placemark.locality ?? placemark.administrativeArea ?? placemark.country
    return name?.unicodeScalars.contains {
      (0x1100...0x11FF).contains($0.value) || (0x2E80...0xD7FF).contains($0.value)
    } ?? false
  }
}
