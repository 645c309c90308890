import GeoModel

/// A country's template filled with the fields of a placemark.
///
/// A label mostly repeats whole lines of the address, so each line is built once.
struct FilledLayout {
  /// The template of its country, for the script of its names.
  let template: LayoutTemplate
  /// The separator between lines that are joined to one.
  let separator: String
  /// The values of the template's fields.
  let fields: LayoutFields
  /// Whether the city is the country (`98000 Monaco`), which is then not repeated.
  private let isCityState: Bool
  /// The lines that are not empty, without the country.
  private var filled: [String] = []
  /// One bit for each line of the template that is not empty.
  private var isFilled: UInt32 = 0

  /// Fills the template of the placemark's country.
  init(_ placemark: borrowing Placemark) {
    let rule = LayoutTable.rule(for: placemark.isoCountryCode)
    let native = rule.native.flatMap { LayoutFields.isInOwnScript(placemark) ? $0 : nil }
    let template = native ?? rule.latin
    self.template = template
    fields = LayoutFields(placemark, template)
    isCityState = fields.city == placemark.country && LayoutTable.isCityState(placemark.isoCountryCode)
    separator = native != nil && LayoutFields.isWrittenWithoutSpaces(placemark.isoCountryCode) ? " " : ", "
    filled.reserveCapacity(template.lines.count + 1)
    for position in template.lines.indices {
      guard let text = fields.text(of: template.lines[position]) else { continue }
      filled.append(text)
      isFilled |= 1 << UInt32(position)
    }
  }

  /// The text of a line of the template; nil when all its fields are empty.
  private func text(ofLine position: Int) -> String? {
    let bit: UInt32 = 1 << UInt32(position)
    return isFilled & bit == 0 ? nil : filled[(isFilled & (bit - 1)).nonzeroBitCount]
  }

  /// Returns the lines, country last. This must be the last use of the value.
  mutating func takeLines(country: String?) -> [String] {
    if let country, !country.isEmpty, !isCityState, filled.last != country { filled.append(country) }
    defer { filled = [] }
    return filled
  }

  /// Returns the lines joined to one. This must be the last use of the value.
  mutating func takeOneLine(country: String?) -> String { takeLines(country: country).joined(separator: separator) }

  /// The title, which is street and house number or else the finest name, and the subtitle with the rest.
  func label(of placemark: borrowing Placemark) -> (title: String?, subtitle: String?) {
    if placemark.thoroughfare != nil || placemark.subThoroughfare != nil {
      if let street = joined(template.titleLines) { return (street, joined(template.otherLines)) }
    }
    guard let finest = FinestName(placemark) else { return (nil, nil) }
    let around = finest.kind >= .city ? wider(than: finest, placemark) : joined(template.otherLines)
    return (finest.text, around == finest.text ? nil : around)
  }

  /// Joins lines to one; nil when all are empty.
  private func joined(_ lines: [LayoutTemplate.PartOfLine]) -> String? {
    var result: String?
    for line in lines {
      guard let text = line.whole.map({ text(ofLine: $0) }) ?? fields.text(of: line.parts) else { continue }
      if result?.append(separator, text) == nil { result = text }
    }
    return result
  }

  /// State and country around a city, the country around a state or a lake.
  private func wider(than finest: FinestName, _ placemark: borrowing Placemark) -> String? {
    let state = finest.kind < .state ? placemark.administrativeArea : nil
    let country = finest.kind < .country ? placemark.country : nil
    var around: String?
    for case let name? in [state, country] where name != finest.text && name != around && !name.isEmpty {
      if around?.append(separator, name) == nil { around = name }
    }
    return around
  }
}

extension String {
  /// Appends two texts with a single allocation.
  fileprivate mutating func append(_ first: String, _ second: String) {
    reserveCapacity(utf8.count + first.utf8.count + second.utf8.count)
    self += first
    self += second
  }
}
