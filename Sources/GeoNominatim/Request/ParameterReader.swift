import GeoModel
import GeoWire

/// Reads typed values from the parameters of a query, with Nominatim's notion of numbers and switches.
struct ParameterReader {
  /// Names and values in the order of the URL.
  private let parameters: [(name: String, value: String)]

  /// A reader of decoded names and values; of a repeated name the first counts.
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

  /// A number; nil when it is missing. Neither NaN nor infinite.
  func number(_ name: String) throws(NominatimProblem) -> Double? {
    guard let value = text(name) else { return nil }
    let digits = String(Substring(value).trimmingBlanks())
    guard let number = QueryOptionValue.text(digits).number, number.isFinite else {
      throw notANumber(name, value, "a number such as 47.14, with a point")
    }
    return number
  }

  /// A number that must be there.
  func requiredNumber(_ name: String) throws(NominatimProblem) -> Double {
    guard let number = try number(name) else {
      throw NominatimProblem(message: "Parameter '\(name)' missing.")
    }
    return number
  }

  /// What is wrong with a number. Values of any length come from outside; the first letters are enough.
  private func notANumber(_ name: String, _ value: String, _ wanted: String) -> NominatimProblem {
    NominatimProblem(message: "Parameter '\(name)' must be \(wanted), not '\(value.prefix(40))'.")
  }
}

/// The languages that a client prefers, as the header `Accept-Language` and the parameter of that name say it.
enum LanguagePreference {
  /// Reads a list such as `de-CH,de;q=0.9,en;q=0.8`: best first, as written. What is not a language is left out without a word,
  /// as for all headers. The language of a regional variant follows it, unless the list has that language itself.
  static func parse(_ text: String) -> [String] {
    let entries = LanguageList.entries(text).filter { ($0.weight ?? 0) > 0 && $0.name.utf8.allSatisfy(isTagByte) }
    return withBareLanguages(entries.map { String($0.name) })
  }

  /// Languages of regional variants are added behind them.
  private static func withBareLanguages(_ tags: [String]) -> [String] {
    var languages: [String] = []
    for tag in tags {
      languages.append(tag)
      guard let end = tag.firstIndex(of: "-") else { continue }
      let bare = String(tag[..<end])
      if !tags.contains(bare) { languages.append(bare) }
    }
    return languages
  }

  /// Letters, digits and the two signs between the parts of a tag.
  private static func isTagByte(_ byte: UInt8) -> Bool {
    (byte | 0x20) &- UInt8(ascii: "a") < 26 || byte &- UInt8(ascii: "0") < 10 || byte == UInt8(ascii: "-")
      || byte == UInt8(ascii: "_")
  }
}
