import GeoModel

/// One column composed of others, such as `{street} {house_number}, {city}`.
///
/// Empty values take the text around them away: of all texts between two values that are present, only the last one
/// stays. The text before the first value stays if there is any value. The text behind the last value stays if that
/// value is present.
public struct ColumnTemplate: Sendable, Equatable {
  private enum Part: Sendable, Equatable {
    case text(String)
    case column(OutputColumn)
  }

  /// The template as typed.
  public let source: String
  /// The name of the new column.
  public var name: String
  private let parts: [Part]

  /// The columns that the template uses.
  var columns: [OutputColumn] {
    parts.compactMap { if case .column(let column) = $0 { column } else { nil } }
  }

  /// Parses a template. `{{` and `}}` mean single braces.
  ///
  /// - Parameter isLayer: whether a name is that of a layer of the user's own areas, which is a column too.
  /// - Throws: ``EnrichmentError`` when a brace does not close or names no column.
  public init(
    _ source: String, name: String = "label", isLayer: (String) -> Bool = { _ in false }
  ) throws(EnrichmentError) {
    self.source = source
    self.name = name
    parts = try ColumnTemplate.parts(of: source, isLayer)
  }

  private static func parts(of source: String, _ isLayer: (String) -> Bool) throws(EnrichmentError) -> [Part] {
    var parts: [Part] = []
    var text = ""
    var rest = source[...]
    while let character = rest.popFirst() {
      if (character == "{" || character == "}") && rest.first == character {
        text.append(character)
        rest.removeFirst()
      } else if character == "{" {
        guard let close = rest.firstIndex(of: "}") else {
          throw EnrichmentError(.usage, "--template: a { is not closed in \"\(source)\" (write {{ for a brace)")
        }
        if !text.isEmpty { parts.append(.text(text)) }
        text = ""
        parts.append(.column(try column(String(rest[..<close]), isLayer)))
        rest = rest[rest.index(after: close)...]
      } else {
        text.append(character)
      }
    }
    if !text.isEmpty { parts.append(.text(text)) }
    guard parts.contains(where: { if case .column = $0 { true } else { false } }) else {
      throw EnrichmentError(.usage, "--template: \"\(source)\" names no column; write {city} for the city, and so on")
    }
    return parts
  }

  private static func column(_ name: String, _ isLayer: (String) -> Bool) throws(EnrichmentError) -> OutputColumn {
    if let column = OutputColumn(named: name), column != .status { return column }
    if isLayer(name) { return .layer(name) }
    let names = OutputColumn.allCases.filter { $0 != .status }.map(\.name)
    throw EnrichmentError(
      .usage, "--template: there is no column {\(name)}. There are: \(names.joined(separator: ", "))",
      unknownName: .init(typed: name, known: names))
  }

  /// The text for a placemark; `none` when all values are empty.
  func value(of placemark: borrowing Placemark) -> ColumnValue {
    var bytes: [UInt8] = []
    var leading: String?
    if case .text(let text) = parts.first { leading = text }
    var pending: String?
    var lastValueIsEmpty = false
    for part in parts {
      switch part {
      case .text(let text): pending = text
      case .column(let column):
        let before = bytes.count
        // The text goes in first and is removed again if the value behind it is empty.
        if let text = before == 0 ? leading : pending { bytes.append(text) }
        let afterText = bytes.count
        column.value(of: placemark).appendPlain(to: &bytes)
        lastValueIsEmpty = bytes.count == afterText
        if lastValueIsEmpty { bytes.removeSubrange(before...) } else { pending = nil }
      }
    }
    if case .text(let text) = parts.last, !bytes.isEmpty, !lastValueIsEmpty { bytes.append(text) }
    return bytes.isEmpty ? .none : .text(String(decoding: bytes, as: UTF8.self))
  }
}
