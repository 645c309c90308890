import GeoModel

/// Latitude and longitude in one cell: `37.77, -122.41`, `POINT(-122.41 37.77)`, `geo:37.77,-122.41`, and every other
/// form that the command line accepts.
///
/// Plain pairs and WKT are parsed here without making a string, because tables have millions of them. Latitude comes
/// first, as people write it. WKT, WKB and GeoJSON put the longitude first; in this module only their readers (and
/// `--swap`, for plain pairs) reverse the order.
enum CombinedText {
  /// The content of a cell.
  enum Value: Equatable {
    case pair(latitude: Double, longitude: Double)
    /// A pair that names its axes: with compass letters, or from a link, a `geo:` address, a code or a grid reference.
    case named(latitude: Double, longitude: Double)
    case missing
    case bad
  }

  /// What a single word of letters and digits is in a column. Ids look like geohashes and grid references, so the
  /// column must be known to hold codes.
  enum Codes {
    /// No coordinate.
    case refused
    /// A geohash of 6 to 12 characters, with both letters and digits, or a grid reference.
    case accepted
    /// A geohash of any length, or else the same.
    case geohashes
  }

  /// Reads one cell.
  static func parse(_ cell: UnsafeRawBufferPointer, codes: Codes) -> Value {
    let text = DegreeText.trimmed(cell)
    guard !text.isEmpty else { return .missing }
    guard text.count <= 2048 else { return .bad }
    if let body = wellKnownTextBody(text) ?? geoJSONBody(text) { return pair(of: body, longitudeFirst: true) }
    if let point = WellKnownBinary.point(text) { return point }
    if let pair = lastLine(of: text) { return pair }
    let value = text.hasPrefix("geo:") ? .bad : pair(of: withoutBrackets(text), longitudeFirst: false)
    // Links, codes, grid references and `geo:` addresses, as on the command line.
    guard value == .bad, codes != .refused || !text.allSatisfy(isLetterOrDigit) else { return value }
    let word = String(decoding: text, as: UTF8.self)
    let hashed = codes == .geohashes ? Coordinate(geohash: word) : nil
    guard let other = hashed ?? (try? Coordinate(parsing: word)) else { return value }
    return .named(latitude: other.latitude, longitude: other.longitude)
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    Byte.isDigit(byte) || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }

  /// The numbers inside `POINT(...)`, `SRID=4326;POINT (...)` or `POINT Z(...)`.
  private static func wellKnownTextBody(_ text: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer? {
    var start = 0
    if text.hasPrefix("srid=") {
      // The numbers of another reference system would be taken for degrees.
      guard text.hasPrefix("srid=4326;") else { return nil }
      start = "srid=4326;".utf8.count
    }
    let rest = text.part(start..<text.count)
    guard rest.hasPrefix("point"), let open = rest.firstIndex(of: 0x28), rest.last == 0x29 else { return nil }
    return rest.part((open + 1)..<(rest.count - 1))
  }

  /// The numbers inside `{"type":"Point","coordinates":[...]}`, whose quotes may be doubled as in CSV; nil for shapes
  /// of several points.
  private static func geoJSONBody(_ text: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer? {
    guard text[0] == Byte.openBrace, let open = text.lastIndex(of: Byte.openBracket),
      let close = text.firstIndex(of: Byte.closeBracket), open < close,
      String(decoding: text[..<open], as: UTF8.self).contains("\"coordinates\"")
    else { return nil }
    return text.part((open + 1)..<close)
  }

  /// The pair in brackets on the last line, below an address, as open-data portals used to write places; nil for
  /// anything else.
  private static func lastLine(of text: UnsafeRawBufferPointer) -> Value? {
    guard text.last == 0x29, let start = text.lastIndex(of: Byte.lineFeed), text[start + 1] == 0x28 else { return nil }
    return pair(of: withoutBrackets(text.part((start + 1)..<text.count)), longitudeFirst: false)
  }

  private static func withoutBrackets(_ text: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    guard text.count >= 2, text[0] == 0x28 || text[0] == Byte.openBracket else { return text }
    return text.part(1..<(text.count - 1))
  }

  /// Parses two numbers, and ignores a height behind them.
  private static func pair(of body: UnsafeRawBufferPointer, longitudeFirst: Bool) -> Value {
    guard let parts = split(body) else { return DegreeText.parse(body) == .missing ? .missing : .bad }
    let first = DegreeText.parse(parts.first)
    let second = DegreeText.parse(parts.second)
    if first == .missing && second == .missing { return .missing }
    return longitudeFirst ? pair(second, first) : pair(first, second)
  }

  /// Combines two cells, the latitude first unless compass letters say otherwise.
  static func pair(_ first: DegreeText.Value, _ second: DegreeText.Value) -> Value {
    switch (first, second) {
    case (.degrees(let a), .degrees(let b)): return .pair(latitude: a, longitude: b)
    case (.bad, _), (_, .bad), (.missing, _), (_, .missing): return .bad
    case (.named(let angle), .degrees(let b)): return inOrder(angle, WrittenAngle(degrees: b, axis: nil))
    case (.degrees(let a), .named(let angle)): return inOrder(WrittenAngle(degrees: a, axis: nil), angle)
    case (.named(let a), .named(let b)): return inOrder(a, b)
    }
  }

  private static func inOrder(_ first: WrittenAngle, _ second: WrittenAngle) -> Value {
    guard let angles = WrittenAngle.inOrder(first, second) else { return .bad }
    return .named(latitude: angles.latitude, longitude: angles.longitude)
  }

  private typealias Parts = (first: UnsafeRawBufferPointer, second: UnsafeRawBufferPointer)

  /// Splits at `;`, `/` or `|` if there is one; else at the only comma, or the middle one of three (`37,77, -122,41`);
  /// else at blanks.
  private static func split(_ body: UnsafeRawBufferPointer) -> Parts? {
    let commas = body.indices.filter { body[$0] == Byte.comma }
    if let strong = body.firstIndex(where: { $0 == Byte.semicolon || $0 == Byte.slash || $0 == Byte.pipe }) {
      return cut(body, strong)
    }
    switch commas.count {
    case 1: return cut(body, commas[0])
    // Three commas are two decimal commas and a separator. Two commas in a text with decimal points separate a pair and
    // a height.
    case 3 where !body.contains(Byte.dot): return cut(body, commas[1])
    case 2 where body.contains(Byte.dot): return cut(body.part(0..<commas[1]), commas[0])
    case 0, 2: return cutAtBlanks(body)
    default: return nil
    }
  }

  private static func cut(_ body: UnsafeRawBufferPointer, _ index: Int) -> Parts {
    (body.part(0..<index), body.part((index + 1)..<body.count))
  }

  private static func cutAtBlanks(_ body: UnsafeRawBufferPointer) -> Parts? {
    let words = body.split(whereSeparator: Byte.isBlank).map { UnsafeRawBufferPointer(rebasing: $0) }
    switch words.count {
    case 2: return (words[0], words[1])
    case 3:
      // A third number is a height; anything else belongs to the coordinate (`37.77 122.41 W`).
      guard case .degrees = DegreeText.parse(words[2]) else { return nil }
      return (words[0], words[1])
    // `37.77 N 122.41 W`
    case 4 where words[1].count == 1 && words[3].count == 1:
      let middle = words[1].baseAddress! + 1 - body.baseAddress!
      return cut(body, middle)
    default: return nil
    }
  }
}
