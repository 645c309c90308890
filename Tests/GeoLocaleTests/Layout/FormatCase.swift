import Foundation
import GeoModel

/// A case of `address-format-cases`: parts of an address by their names in Nominatim's responses, and OpenCage's lines
/// for them.
struct FormatCase: Sendable {
  /// The name of its file, which is the country's code in small letters.
  var country: String
  /// The parts by their names.
  var parts: [String: String] = [:]
  /// The lines as in the file.
  var allLines: [String] = []

  /// Reads the cases of a file. It is YAML, but has only keys with plain or quoted values and one block of text.
  static func read(_ path: String) throws -> [FormatCase] {
    let country = String(path.split(separator: "/").last!.prefix { $0 != "." })
    var cases: [FormatCase] = []
    var isExpected = false
    for line in try String(contentsOfFile: path, encoding: .utf8).components(separatedBy: .newlines) {
      let text = line.trimmingCharacters(in: .whitespaces)
      if line.hasPrefix("---") || line.hasPrefix("description") {
        if line.hasPrefix("---") || cases.isEmpty { cases.append(FormatCase(country: country)) }
        isExpected = false
      } else if line.hasPrefix("expected") {
        isExpected = true
      } else if isExpected, line.hasPrefix(" "), !text.isEmpty {
        cases[cases.count - 1].allLines.append(text.split(whereSeparator: \.isWhitespace).joined(separator: " "))
      } else if line.hasPrefix(" "), !cases.isEmpty, let colon = text.firstIndex(of: ":"), !text.hasPrefix("#") {
        let key = text[..<colon].trimmingCharacters(in: .whitespaces)
        let value = text[text.index(after: colon)...].split(whereSeparator: \.isWhitespace).joined(separator: " ")
        cases[cases.count - 1].parts[key] = value.trimmingCharacters(in: CharacterSet(charactersIn: "'\""))
      }
    }
    return cases.filter { !$0.allLines.isEmpty }
  }

  /// The address in our fields, without its country, whose name is not part of a layout.
  ///
  /// Of several settlements and quarters it has the one that is shown: which of them is the city is another question.
  var placemark: Placemark {
    let country = (parts["country_code"] ?? "").uppercased()
    let city = shown(of: "city", "town", "village", "municipality", "hamlet", "locality", "postal_city")
    let suburb = shown(of: "suburb", "city_district", "district", "quarter", "neighbourhood", "residential")
    let state = parts["state"] ?? parts["province"]
    let stateCode = parts["state_code"] ?? state.flatMap { FormatCase.stateCodes[$0] }
    return Address(
      country, shown(of: "road", "pedestrian", "path", "footway", "street"),
      parts["house_number"] ?? parts["housenumber"], city, postalCode, suburb: suburb == city ? nil : suburb,
      county: parts["county"], state: state, code: stateCode.map { country + "-" + $0 }
    ).placemark
  }

  /// The lines that show a part of ``placemark``, without the name of the thing at the address and the country.
  var lines: [String] {
    let placemark = placemark
    let shown = [
      placemark.thoroughfare, placemark.subThoroughfare, placemark.locality, placemark.postalCode,
      placemark.subLocality, placemark.subAdministrativeArea, placemark.administrativeArea,
    ].compactMap { $0 }
    let others = parts.filter { !FormatCase.keys.contains($0.key) }.values
    return allLines.filter { line in
      let isCountry = line == parts["country"] && line != placemark.locality
      let isSovereign = FormatCase.sovereigns.contains { line == $0 || line.hasSuffix(", " + $0) }
      let isOther = others.contains(line) && line != placemark.locality
      return !line.hasPrefix("#") && !isCountry && !isSovereign && !isOther && shown.contains { line.contains($0) }
    }
  }

  /// The part that the lines show, or else the first one.
  private func shown(of keys: String...) -> String? {
    let values = keys.compactMap { parts[$0] }
    return values.first { value in allLines.contains { $0.contains(value) } } ?? values.first
  }

  /// The postal code as in the lines: answers have it in the country's format before the layout.
  private var postalCode: String? {
    guard let code = parts["postcode"] else { return nil }
    let bare = code.filter { $0 != " " && $0 != "-" }
    let written = bare.indices.dropFirst().flatMap { index in
      [" ", "-"].map { String(bare[..<index]) + $0 + bare[index...] }
    }
    return written.first { written in allLines.contains { $0.contains(written) } } ?? code
  }

  /// The names of the parts that ``placemark`` may have.
  private static let keys: Set = [
    "road", "pedestrian", "path", "footway", "street", "house_number", "housenumber", "city", "town", "village",
    "municipality", "hamlet", "locality", "postal_city", "postcode", "county", "state", "province", "suburb",
    "city_district", "district", "quarter", "neighbourhood", "residential",
  ]

  /// Codes that the map has and the cases lack.
  private static let stateCodes = [
    "California": "CA", "New York": "NY", "Ontario": "ON", "Minas Gerais": "MG", "Victoria": "VIC",
    "United States Virgin Islands": "VI",
  ]

  /// States that OpenCage names instead of or after their territories.
  ///
  /// We name territories with a code of their own in ISO 3166.
  private static let sovereigns = [
    "United States of America", "France", "United Kingdom", "Finland", "Channel Islands",
  ]
}
