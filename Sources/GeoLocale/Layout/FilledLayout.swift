import GeoModel

/// A country's template filled with the fields of a placemark.
struct FilledLayout {
  /// Whose fields are shown.
  let placemark: Placemark
  /// The template of its country, for the script of its names.
  let template: LayoutTemplate
  /// What stands between lines that are written on one.
  let separator: String

  /// Finds the template of the placemark's country.
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

  /// The title, which is street and house number, else the finest name; and what it leaves out.
  var label: (title: String?, subtitle: String?) {
    if placemark.thoroughfare != nil || placemark.subThoroughfare != nil {
      if let street = joined(template.titleLines) { return (street, joined(template.otherLines)) }
    }
    guard let finest = finestName else { return (nil, nil) }
    let around = finest.kind >= .city ? wider(than: finest) : joined(template.otherLines)
    return (finest.text, around == finest.text ? nil : around)
  }

  /// Lines on one line; nil when all are empty.
  private func joined(_ lines: [[LayoutTemplate.Part]]) -> String? {
    if lines.count == 1 { return text(of: lines[0]) }
    return nonEmpty(lines.compactMap { text(of: $0) }.joined(separator: separator))
  }

  /// A line of the address; nil when none of its fields is set. Where fields are missing between two others, the
  /// separator right before the second stands between them, or that of a missing field if the second has none.
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

  /// A text, or nil when there is nothing in it.
  func nonEmpty(_ text: String) -> String? { text.isEmpty ? nil : text }
}
