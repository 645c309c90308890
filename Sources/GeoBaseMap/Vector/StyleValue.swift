import GeoMap
import GeoWire

/// A part of a style as JSON, written as Swift literals.
enum StyleValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  case text(String)
  case number(Double)
  case isSo(Bool)
  case list([StyleValue])
  case object([(String, StyleValue)])

  init(stringLiteral value: String) { self = .text(value) }
  init(integerLiteral value: Int) { self = .number(Double(value)) }
  init(floatLiteral value: Double) { self = .number(value) }
  init(booleanLiteral value: Bool) { self = .isSo(value) }
  init(arrayLiteral elements: StyleValue...) { self = .list(elements) }
  init(dictionaryLiteral elements: (String, StyleValue)...) { self = .object(elements) }

  /// A number rounded to two decimals.
  static func rounded(_ value: Double) -> StyleValue { .number((value * 100).rounded() / 100) }

  /// A color as `#rrggbb`.
  static func color(_ color: Color, isDark: Bool) -> StyleValue {
    .text(String((isDark ? color.dark : color.light).text.dropLast(2)))
  }

  func write(to writer: inout JSONWriter) {
    switch self {
    case .text(let text): writer.string(text)
    case .number(let number): writer.number(number)
    case .isSo(let value): writer.bool(value)
    case .list(let values):
      writer.beginArray()
      for value in values { value.write(to: &writer) }
      writer.endArray()
    case .object(let members):
      writer.beginObject()
      for (key, value) in members {
        writer.dynamicKey(key)
        value.write(to: &writer)
      }
      writer.endObject()
    }
  }
}

extension VectorSchema {
  /// Writes the member `vector_layers` of TileJSON.
  ///
  /// - Parameter levels: the available levels; layers that begin at a higher one are left out.
  package static func writeLayers(to writer: inout JSONWriter, levels: ClosedRange<Int> = 0...maximumLevel) {
    writer.key("vector_layers")
    StyleValue.list(
      Layer.allCases.filter { firstLevel(of: $0) <= levels.upperBound }.map { layer in
        [
          "id": .text(layer.rawValue), "description": .text(summary(of: layer)),
          "minzoom": .number(Double(max(firstLevel(of: layer), levels.lowerBound))),
          "maxzoom": .number(Double(levels.upperBound)),
          "fields": .object(keys(of: layer).map { ($0.rawValue, .text(type(of: $0).rawValue)) }),
        ]
      }
    ).write(to: &writer)
  }
}
