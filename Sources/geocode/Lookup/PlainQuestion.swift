import GeoConsole
import GeoModel

/// A command line of numbers and nothing else, as most are. No word of it can be an option, so the argument parser, which takes a third of
/// a lookup's time to learn what options there are, is not asked.
enum PlainQuestion {
  /// The lookup of a coordinate with no option given; nil when a word could be one, or when there is something to complain about, which
  /// the parser and ``LookupCommand`` do.
  static func lookup(_ words: [String]) -> Lookup? {
    guard !words.isEmpty, words.allSatisfy(isNumeric), let query = try? query(words) else { return nil }
    return Lookup(
      query: query, writer: PlacemarkWriter(.text, isList: false, StandardOutput()),
      source: NamedSource(database: StoreOption.usual))
  }

  private static func query(_ words: [String]) throws -> PlacemarkQuery {
    let coordinate = try CoordinateArguments(words, knownOptions: []).coordinate()
    var query = try CommandLineQuery.query([("languages", try CommandLineQuery.languages(nil))])
    query.coordinate = coordinate
    return query
  }

  /// Whether a word is a number or several: `37.77`, `-122.41`, `37.77,-122.41`.
  private static func isNumeric(_ word: String) -> Bool {
    let unsigned = word.utf8.first == UInt8(ascii: "-") ? word.utf8.dropFirst() : word.utf8[...]
    guard let first = unsigned.first, isDigit(first) else { return false }
    return unsigned.allSatisfy { isDigit($0) || "+-., ".utf8.contains($0) }
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}
