import GeoModel

/// A country's template filled with the fields of a placemark.
struct FilledLayout {
  let placemark: Placemark
  let template: LayoutTemplate
  /// What stands between lines that are written on one.
  let separator: String

  init(_ placemark: Placemark) {
    self.placemark = placemark
    let rule = LayoutTable.rule(for: placemark.isoCountryCode)
    let native = rule.native.flatMap { Self.isInOwnScript(placemark) ? $0 : nil }
    template = native ?? rule.latin
    separator = native != nil && Self.isWrittenWithoutSpaces(placemark.isoCountryCode) ? " " : ", "
  }

  /// The lines, country last.
  var lines: [String] {
    let lines = template.lines.compactMap { text(of: $0) }
    guard let country = placemark.country, !country.isEmpty, lines.last != country else { return lines }
    return lines + [country]
  }

  /// The lines one after the other.
  var oneLine: String { lines.joined(separator: separator) }

  /// Street and house number, else the finest name.
  var title: String? { streetText ?? finestName?.text }

  /// What the title leaves out.
  var subtitle: String? {
    if streetText != nil { return nonEmpty(rest) }
    guard let finest = finestName else { return nil }
    let around = finest.kind >= .city ? wider(than: finest) : rest
    return around == finest.text ? nil : nonEmpty(around)
  }

  /// The parts of the title; nil when neither street nor house number is known.
  private var streetText: String? {
    guard placemark.thoroughfare != nil || placemark.subThoroughfare != nil else { return nil }
    return nonEmpty(template.lines.compactMap { text(of: $0.filter(\.field.isInTitle)) }.joined(separator: separator))
  }

  /// All lines without the parts of the title.
  private var rest: String {
    template.lines.compactMap { text(of: $0.filter { !$0.field.isInTitle }) }.joined(separator: separator)
  }

  /// A line of the address; nil when none of its fields is set. Where fields are missing between two others, the separator
  /// right before the second stands between them, or that of a missing field if the second has none.
  private func text(of parts: [LayoutTemplate.Part]) -> String? {
    var line = ""
    var missed = ""
    for part in parts {
      guard let value = value(of: part.field), !value.isEmpty else {
        if missed.isEmpty { missed = part.joiner }
        continue
      }
      if !line.isEmpty { line += part.joiner.isEmpty ? missed : part.joiner }
      missed = ""
      line += part.prefix
      line += value
      line += part.suffix
    }
    return nonEmpty(line)
  }

  func nonEmpty(_ text: String) -> String? { text.isEmpty ? nil : text }
}
