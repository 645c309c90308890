import GeoConsole
import GeoModel

/// A command line with only numbers, the usual case.
///
/// The argument parser is skipped, because collecting its options takes a third of a lookup's time, and no word can be
/// an option.
enum PlainQuestion {
  /// The lookup for a coordinate without options; nil when a word could be an option, or when there is an error.
  ///
  /// The parser and ``LookupCommand`` then take over.
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

  /// Whether a word consists of one or more numbers: `37.77`, `-122.41`, `37.77,-122.41`.
  private static func isNumeric(_ word: String) -> Bool {
    let unsigned = word.utf8.first == UInt8(ascii: "-") ? word.utf8.dropFirst() : word.utf8[...]
    guard let first = unsigned.first, isDigit(first) else { return false }
    return unsigned.allSatisfy { isDigit($0) || "+-., ".utf8.contains($0) }
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}
