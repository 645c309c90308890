/// Finds out what kind of file the input is, and gives advice about kinds that cannot be read.
///
/// 1. Compressed files, spreadsheets, databases and UTF-16 text are refused by their first bytes, whatever they are called.
/// 2. An ending of the name that means only one format is believed.
/// 3. Otherwise the first bytes that are not blank decide: `<` may be GPX, `[` and `{` are JSON of one of three kinds, the rest is a table.
enum FormatDetection {
  /// The kind of file.
  ///
  /// - Throws: ``EnrichmentError`` with advice for compressed files, spreadsheets and UTF-16 text.
  static func format(of head: [UInt8], name: String) throws(EnrichmentError) -> EnrichmentOptions.Format {
    try refuseOthers(head, name: name)
    let lowercased = name.lowercased()
    if lowercased.hasSuffix(".tsv") || lowercased.hasSuffix(".tab") { return .tsv }
    if [".ndjson", ".jsonl", ".ldjson", ".geojsonl", ".geojsons"].contains(where: lowercased.hasSuffix) {
      return .ndjson
    }
    if lowercased.hasSuffix(".geojson") { return .geojson }
    if lowercased.hasSuffix(".gpx") { return .gpx }
    if lowercased.hasSuffix(".csv") { return .csv }
    return byContent(head)
  }

  /// What the beginning looks like; a table when it looks like nothing else.
  private static func byContent(_ head: [UInt8]) -> EnrichmentOptions.Format {
    let start = head.firstIndex {
      !Byte.isBlank($0) && !Byte.orderMark.contains($0) && $0 != Byte.recordSeparator
    }
    guard let start else { return .csv }
    let second = head[(start + 1)...].first { !Byte.isBlank($0) }
    if head[start] == Byte.openBracket, second == Byte.openBrace { return .json }
    if head[start] == Byte.less, contains(head, "<gpx") { return .gpx }
    guard head[start] == Byte.openBrace else { return .csv }
    // A sequence of JSON texts (RFC 7464): each has a record separator before it.
    if head.first == Byte.recordSeparator { return .ndjson }
    // One whole object on the first line, and another below it: one object per line.
    let line = head[start...].prefix { $0 != Byte.lineFeed }
    let isWholeLine = line.last { !Byte.isBlank($0) } == Byte.closeBrace
    let next = head[line.endIndex...].first { !Byte.isBlank($0) }
    if isWholeLine, next == Byte.openBrace || (next == nil && !contains(head, "\"FeatureCollection\"")) {
      return .ndjson
    }
    return contains(head, "\"Feature") ? .geojson : .json
  }

  /// Throws with advice for what begins like something other than text with coordinates.
  private static func refuseOthers(_ head: [UInt8], name: String) throws(EnrichmentError) {
    func refuse(_ what: String) -> EnrichmentError { EnrichmentError(.data, "\(name) \(what)") }
    if head.starts(with: [0xFF, 0xFE]) || head.starts(with: [0xFE, 0xFF]) || isWideText(head) {
      throw refuse(
        "is UTF-16 text (\"Unicode text\" in a spreadsheet): save it as \"CSV UTF-8\", or send it through iconv -f UTF-16 -t UTF-8"
      )
    }
    if head.starts(with: [0x50, 0x4B, 0x03, 0x04]) {
      throw refuse("is a zip archive or a spreadsheet (.xlsx, .ods): save the sheet as CSV first")
    }
    if head.starts(with: [0xD0, 0xCF, 0x11, 0xE0]) {
      throw refuse("is an old spreadsheet (.xls): save the sheet as CSV first")
    }
    if head.starts(with: [0x1F, 0x8B]) { throw refuse("is compressed: gzip -dc \(name) | geocode csv -") }
    if head.starts(with: [0x28, 0xB5, 0x2F, 0xFD]) { throw refuse("is compressed: zstd -dc \(name) | geocode csv -") }
    if head.starts(with: "BZh".utf8) { throw refuse("is compressed: bzip2 -dc \(name) | geocode csv -") }
    if head.starts(with: "SQLite format 3".utf8) { throw refuse("is a database, not a table of coordinates") }
  }

  /// UTF-16 without a byte order mark: in text of European languages every second byte is zero.
  private static func isWideText(_ head: [UInt8]) -> Bool {
    let sample = head.prefix(64)
    guard sample.count >= 8, sample.count % 2 == 0 else { return false }
    return [0, 1].contains { odd in
      sample.indices.allSatisfy { ($0 % 2 == odd) == (sample[$0] == 0) }
    }
  }

  /// Whether a word stands anywhere in the bytes.
  private static func contains(_ bytes: [UInt8], _ word: String) -> Bool {
    let word = Array(word.utf8)
    guard bytes.count >= word.count else { return false }
    return (0...(bytes.count - word.count)).contains { bytes[$0..<($0 + word.count)].elementsEqual(word) }
  }
}
