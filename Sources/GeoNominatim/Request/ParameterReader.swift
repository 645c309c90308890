import GeoModel
import GeoWire

/// Reads typed values from the parameters of a query, with Nominatim's rules for numbers and switches.
struct ParameterReader {
  /// Names and values in the order of the URL.
  private let parameters: [(name: String, value: String)]

  /// Creates a reader of decoded names and values; of a repeated name the first counts.
  init(_ parameters: [(name: String, value: String)]) { self.parameters = parameters }

  /// The value of a parameter as sent; nil when it is missing.
  func text(_ name: String) -> String? {
    for parameter in parameters where parameter.name == name { return parameter.value }
    return nil
  }

  /// A switch: everything but `0` turns it on.
  func flag(_ name: String, default standard: Bool) -> Bool {
    guard let value = text(name) else { return standard }
    return value != "0"
  }

  /// A whole number; nil when it is missing.
  func integer(_ name: String) throws(NominatimProblem) -> Int? {
    guard let value = text(name) else { return nil }
    guard let number = Int(Substring(value).trimmingBlanks()) else { throw notANumber(name, value, "a whole number") }
    return number
  }

  /// A finite number; nil when it is missing.
  func number(_ name: String) throws(NominatimProblem) -> Double? {
    guard let value = text(name) else { return nil }
    let digits = String(Substring(value).trimmingBlanks())
    guard let number = QueryOptionValue.text(digits).number, number.isFinite else {
      throw notANumber(name, value, "a number such as 47.14, with a point")
    }
    return number
  }

  /// A required number.
  func requiredNumber(_ name: String) throws(NominatimProblem) -> Double {
    guard let number = try number(name) else {
      throw NominatimProblem(message: "Parameter '\(name)' missing.")
    }
    return number
  }

  /// The error for an invalid number. Values may have any length, so only their beginning is quoted.
  private func notANumber(_ name: String, _ value: String, _ wanted: String) -> NominatimProblem {
    NominatimProblem(message: "Parameter '\(name)' must be \(wanted), not '\(value.prefix(40))'.")
  }
}

/// Parses the languages that a client prefers, from the `Accept-Language` header or the parameter of that name.
enum LanguagePreference {
  /// Parses a list such as `de-CH,de;q=0.9,en;q=0.8`: best first, spelled as in the list.
  ///
  /// Invalid entries are ignored, as in all headers. The base language follows a regional variant, unless the list has
  /// that language itself.
  static func parse(_ text: String) -> [String] {
    let entries = LanguageList.entries(text).filter { ($0.weight ?? 0) > 0 && $0.name.utf8.allSatisfy(isTagByte) }
    return withBareLanguages(entries.map { String($0.name) })
  }

  /// Inserts the base language behind each regional variant.
  private static func withBareLanguages(_ tags: [String]) -> [String] {
    var languages: [String] = []
    for tag in tags {
      languages.append(tag)
      guard let end = tag.firstIndex(where: { $0 == "-" || $0 == "_" }) else { continue }
      let bare = String(tag[..<end])
      if !tags.contains(bare) { languages.append(bare) }
    }
    return languages
  }

  /// Whether a byte is a letter, a digit or one of the two separators of a tag.
  private static func isTagByte(_ byte: UInt8) -> Bool {
    (byte | 0x20) &- UInt8(ascii: "a") < 26 || byte &- UInt8(ascii: "0") < 10 || byte == UInt8(ascii: "-")
      || byte == UInt8(ascii: "_")
  }
}
