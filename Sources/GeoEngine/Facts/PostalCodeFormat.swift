/// How whole postal codes look in each country, so that a code is only lent to a neighbor when it is one.
///
/// Maps hold half codes (`EC1` on a London street), lists and slips. Of the house itself they are shown as mapped, but
/// they are not carried over to points that have no code of their own.
///
/// The formats are those of the Universal Postal Union's sheets on postal addressing systems, by country: `9` is a digit,
/// `A` a letter. Spaces and hyphens do not count.
enum PostalCodeFormat {
  /// Whether a text is a whole postal code of a country; true where no format is known.
  static func isWhole(_ code: String, inCountry country: String?) -> Bool {
    guard let country, let formats = formats[country] else { return !code.contains(";") }
    let shape = shape(of: code)
    return formats.contains { $0 == shape }
  }

  /// A code as a pattern without spaces and hyphens.
  private static func shape(of code: String) -> [UInt8] {
    var shape: [UInt8] = []
    for byte in code.utf8 {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): shape.append(UInt8(ascii: "9"))
      case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"): shape.append(UInt8(ascii: "A"))
      case UInt8(ascii: " "), UInt8(ascii: "-"): break
      default: shape.append(byte >= 0x80 ? UInt8(ascii: "A") : byte)
      }
    }
    return shape
  }

  private static let formats: [String: [[UInt8]]] = {
    var formats: [String: [[UInt8]]] = [:]
    for line in rows.split(separator: "\n") {
      let words = line.split(separator: " ")
      let patterns = words[0].split(separator: "|").map { Array($0.utf8) }
      for country in words.dropFirst() { formats[String(country)] = patterns }
    }
    return formats
  }()

  /// A line holds the patterns and the countries that use them.
  private static let rows = """
    999 IS FO OM
    9999 AT AU BE BG CH CY DK GE HU LI LU NO NZ PH SI TN ZA
    99999 DE ES FI FR MC IT SM VA HR EE MX MY TR UA TH RS ME BA ID MA DZ PK SA KR CZ SK SE GR PL
    99999|999999999 US PR GU
    999999 RU CN IN SG VN RO KZ BY KG UZ TJ
    9999999 JP IL CL PT
    99999999 BR
    9999AA NL
    AA9999|9999 LV MD AZ
    AA99999|99999 LT
    AA999 AD
    AAA9999 MT
    A9A9A9 CA
    A99AAAA|A999999|A99A999|A9AAAAA|A99AA99 IE
    A99AA|A999AA|AA99AA|AA999AA|A9A9AA|AA9A9AA GB
    AA99AA|AA999AA GG IM JE GI
    A9999AAA|9999 AR
    """
}
