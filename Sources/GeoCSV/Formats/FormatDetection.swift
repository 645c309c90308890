import GeoPacking
import GeoSupport

/// Detects the format of the input, and gives advice about formats that cannot be read.
///
/// 1. Files that are not text are rejected by their first bytes, whatever their name is: ``ForeignFile``.
/// 2. A file name extension that means only one format decides, also before that of a compressed file.
/// 3. Otherwise the first bytes that are not blank decide: `<` may be GPX or KML, `[` and `{` are JSON of one of three
///    kinds, and the rest is a table.
enum FormatDetection {
  /// Detects the format of a file.
  ///
  /// - Throws: ``EnrichmentError`` with advice for files that are not text.
  static func format(of head: [UInt8], name: String) throws(EnrichmentError) -> EnrichmentOptions.Format {
    try refuseOthers(head, name: name)
    var lowercased = name.lowercased()
    if let packing = PackedFormat(name: lowercased) { lowercased.removeLast(packing.suffix.count) }
    // GeoJSON and NDJSON files are called `.json` as well. An array is always JSON, whatever it begins with.
    if lowercased.hasSuffix(".json"),
      head.first(where: { !Byte.isBlank($0) && !ByteOrderMark.bytes.contains($0) }) != Byte.openBracket
    {
      return byContent(head)
    }
    return format(ofName: lowercased) ?? byContent(head)
  }

  /// The format that a lowercase file name implies, without the suffix of a compressed file; nil when it implies none.
  static func format(ofName lowercased: String) -> EnrichmentOptions.Format? {
    if lowercased.hasSuffix(".tsv") || lowercased.hasSuffix(".tab") { return .tsv }
    if [".ndjson", ".jsonl", ".ldjson", ".geojsonl", ".geojsons"].contains(where: lowercased.hasSuffix) {
      return .ndjson
    }
    if lowercased.hasSuffix(".geojson") { return .geojson }
    if lowercased.hasSuffix(".gpx") { return .gpx }
    if lowercased.hasSuffix(".kml") { return .kml }
    if lowercased.hasSuffix(".csv") { return .csv }
    return lowercased.hasSuffix(".json") ? .json : nil
  }

  /// The error for a file that is not of the format that its name or the user claims.
  ///
  /// - Parameters:
  ///   - beginning: how files of the format begin.
  ///   - isGiven: whether the format comes from `--format`, which people mistake for the output's.
  static func foreign(
    to format: EnrichmentOptions.Format, whichBegins beginning: String, isGiven: Bool
  ) -> EnrichmentError {
    let formats = EnrichmentOptions.Format.allCases.map(\.rawValue).joined(separator: ", ")
    let advice =
      isGiven
      ? "--format says what the file is, not what it becomes (\(formats)); the output is always like the input"
      : "is it what its name says? --format says what else it is (\(formats))"
    return EnrichmentError(.data, "the file is not \(format.rawValue), which begins \(beginning): \(advice)")
  }

  /// Guesses the format from the first bytes; a table when nothing else fits.
  private static func byContent(_ head: [UInt8]) -> EnrichmentOptions.Format {
    let start = head.firstIndex {
      !Byte.isBlank($0) && !ByteOrderMark.bytes.contains($0) && $0 != Byte.recordSeparator
    }
    guard let start else { return .csv }
    let second = head[(start + 1)...].first { !Byte.isBlank($0) }
    if head[start] == Byte.openBracket, second == Byte.openBrace || second == Byte.closeBracket { return .json }
    if head[start] == Byte.less, hasElement(head, "gpx") { return .gpx }
    if head[start] == Byte.less, hasElement(head, "kml") || hasElement(head, "Placemark") { return .kml }
    guard head[start] == Byte.openBrace else { return .csv }
    // A sequence of JSON texts (RFC 7464): each has a record separator before it.
    if head.first == Byte.recordSeparator { return .ndjson }
    if isObjectPerLine(head, from: start) { return .ndjson }
    return contains(head, "\"Feature") ? .geojson : .json
  }

  /// Whether there is an element of this name, with or without a prefix: `<gpx>`, `<g:gpx>`.
  private static func hasElement(_ head: [UInt8], _ name: String) -> Bool {
    contains(head, "<" + name) || [" ", ">", "\n", "\r", "\t"].contains { contains(head, ":\(name)\($0)") }
  }

  /// Whether the first line is one whole object, and another follows, or nothing.
  ///
  /// A lone feature collection does not count.
  private static func isObjectPerLine(_ head: [UInt8], from start: Int) -> Bool {
    let line = head[start...].prefix { $0 != Byte.lineFeed }
    let isOneObject = head.withUnsafeBytes { bytes in
      var cursor = JSONCursor(bytes.part(start..<line.endIndex))
      return cursor.value() != nil && cursor.peek() == nil
    }
    let next = head[line.endIndex...].first { !Byte.isBlank($0) }
    return isOneObject && (next == Byte.openBrace || (next == nil && !contains(head, "\"FeatureCollection\"")))
  }

  /// Throws an error with advice if the file begins like something other than text with coordinates.
  private static func refuseOthers(_ head: [UInt8], name: String) throws(EnrichmentError) {
    // Crashes and interrupted copies leave files of full length that consist of zeros.
    if head.count >= 8, head.allSatisfy({ $0 == 0 }) {
      throw EnrichmentError(.data, "\(name) begins with zeros and no text: fetch or export it again")
    }
    if let encoding = widestEncoding(head) {
      throw EnrichmentError(.data, "\(name) is UTF-32 text: send it through iconv -f \(encoding) -t UTF-8")
    }
    if let encoding = wideEncoding(head) {
      throw EnrichmentError(
        .data, "\(name) is UTF-16 text without a mark that says so: send it through iconv -f \(encoding) -t UTF-8")
    }
    if let foreign = ForeignFile(head: head, name: name) { throw EnrichmentError(.data, foreign.message(name)) }
  }

  /// The name of the UTF-32 encoding, with or without a byte order mark: in every four bytes the first or the last two
  /// are zero.
  private static func widestEncoding(_ head: [UInt8]) -> String? {
    let sample = head.prefix(64)
    guard sample.count >= 8, sample.count % 4 == 0 else { return nil }
    func isZero(_ first: Int) -> Bool {
      stride(from: first, to: sample.count, by: 4).allSatisfy { sample[$0] == 0 && sample[$0 + 1] == 0 }
    }
    return isZero(0) ? "UTF-32BE" : isZero(2) ? "UTF-32LE" : nil
  }

  /// The name of the UTF-16 encoding without a byte order mark: in text of European languages every second byte is
  /// zero.
  private static func wideEncoding(_ head: [UInt8]) -> String? {
    let sample = head.prefix(64)
    guard sample.count >= 8, sample.count % 2 == 0 else { return nil }
    func isZero(_ odd: Int) -> Bool { sample.indices.allSatisfy { ($0 % 2 == odd) == (sample[$0] == 0) } }
    return isZero(0) ? "UTF-16BE" : isZero(1) ? "UTF-16LE" : nil
  }

  /// Whether a word occurs anywhere in the bytes.
  private static func contains(_ bytes: [UInt8], _ word: String) -> Bool {
    let word = Array(word.utf8)
    guard bytes.count >= word.count else { return false }
    return (0...(bytes.count - word.count)).contains { bytes[$0..<($0 + word.count)].elementsEqual(word) }
  }
}
