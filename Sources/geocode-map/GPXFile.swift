import GeoModel

/// The lines and waypoints of a GPX file. Only the relevant XML is read: points with their coordinates, the beginnings
/// of lines, and the names of waypoints.
struct GPXFile {
  /// The segments of tracks, and routes.
  private(set) var lines: [[Coordinate]] = []
  private(set) var waypoints: [(coordinate: Coordinate, name: String?)] = []

  /// - Throws: ``GPXError`` with line and column.
  init(_ bytes: [UInt8]) throws(GPXError) {
    var scanner = XMLScanner(bytes)
    var isGPX = false
    var open: [String] = []
    while let tag = try scanner.next() {
      switch tag {
      case .open(let name, let attributes, let isEmpty):
        if open.isEmpty {
          guard name == "gpx" else { throw scanner.error("the file is not GPX: its first element is <\(name)>") }
          isGPX = true
        }
        switch name {
        case "trkseg", "rte": lines.append([])
        case "trkpt", "rtept":
          let place = try GPXFile.coordinate(attributes, name, scanner)
          guard !lines.isEmpty else { throw scanner.error("<\(name)> stands outside of a track or route") }
          lines[lines.count - 1].append(place)
        case "wpt": waypoints.append((try GPXFile.coordinate(attributes, name, scanner), nil))
        default: break
        }
        if !isEmpty { open.append(name) }
      case .close(let name, let text):
        guard open.popLast() == name else { throw scanner.error("</\(name)> closes nothing that is open") }
        if name == "name", open.last == "wpt" { waypoints[waypoints.count - 1].name = text }
      }
    }
    guard isGPX else { throw scanner.error("the file is not GPX: it has no element") }
    guard open.isEmpty else { throw scanner.error("the file ends within <\(open.last ?? "")>") }
  }

  private static func coordinate(
    _ attributes: [String: String], _ name: String, _ scanner: XMLScanner
  ) throws(GPXError) -> Coordinate {
    guard let latitude = attributes["lat"].flatMap(Double.init), let longitude = attributes["lon"].flatMap(Double.init)
    else { throw scanner.error("<\(name)> needs lat and lon with numbers") }
    do throws(CoordinateError) { return try Coordinate(latitude: latitude, longitude: longitude) } catch {
      throw scanner.error("<\(name)>: \(error)")
    }
  }
}

/// The reason a file is not GPX, with the position.
struct GPXError: Error, Hashable, CustomStringConvertible {
  var line: Int
  var column: Int
  var reason: String
  var description: String { "line \(line), column \(column): \(reason)" }

  /// Whether the only problem may be that the input is incomplete.
  var isOfEnd: Bool { reason.hasPrefix("the file ends") || reason.hasSuffix("has no end") }
}

/// Reads an XML text tag by tag, skipping comments and declarations and including CDATA sections as text.
struct XMLScanner {
  enum Tag {
    case open(String, [String: String], isEmpty: Bool)
    /// A closing tag with the text before it.
    case close(String, String)
  }

  private let bytes: [UInt8]
  private var position = 0
  private var text: [UInt8] = []

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The current line, counted from 1.
  var line: Int { bytes.prefix(position).count { $0 == UInt8(ascii: "\n") } + 1 }

  func error(_ reason: String) -> GPXError {
    let before = bytes.prefix(min(position, bytes.count))
    let line = before.count { $0 == UInt8(ascii: "\n") } + 1
    let start = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    return GPXError(line: line, column: before.count - start + 1, reason: reason)
  }

  private func starts(_ word: StaticString) -> Bool {
    guard position + word.utf8CodeUnitCount <= bytes.count else { return false }
    return (0..<word.utf8CodeUnitCount).allSatisfy { bytes[position + $0] == word.utf8Start[$0] }
  }

  private mutating func skip(past word: StaticString) throws(GPXError) {
    while position < bytes.count {
      if starts(word) {
        position += word.utf8CodeUnitCount
        return
      }
      position += 1
    }
    throw error("the file ends before \(word)")
  }

  /// Returns the next tag; nil at the end.
  mutating func next() throws(GPXError) -> Tag? {
    text = []
    while position < bytes.count {
      guard bytes[position] == UInt8(ascii: "<") else {
        text.append(bytes[position])
        position += 1
        continue
      }
      if starts("<!--") {
        try skip(past: "-->")
      } else if starts("<![CDATA[") {
        let start = position + 9
        try skip(past: "]]>")
        text += bytes[start..<position - 3]
      } else if starts("<?") || starts("<!") {
        try skip(past: ">")
      } else {
        return try tag()
      }
    }
    return nil
  }

  private mutating func tag() throws(GPXError) -> Tag {
    position += 1
    let isClosing = starts("/")
    if isClosing { position += 1 }
    let name = word()
    guard !name.isEmpty else { throw error("a name is missing behind <") }
    var attributes: [String: String] = [:]
    while true {
      skipSpace()
      if starts("/>") {
        position += 2
        return .open(name, attributes, isEmpty: true)
      }
      if starts(">") {
        position += 1
        return isClosing ? .close(name, XMLScanner.plain(text)) : .open(name, attributes, isEmpty: false)
      }
      let key = word()
      skipSpace()
      guard !key.isEmpty, starts("=") else { throw error("<\(name)> is not closed") }
      position += 1
      skipSpace()
      guard position < bytes.count, bytes[position] == UInt8(ascii: "\"") || bytes[position] == UInt8(ascii: "'") else {
        throw error("the value of \(key) needs quotes")
      }
      let quote = bytes[position]
      guard let end = bytes[(position + 1)...].firstIndex(of: quote) else {
        throw error("the value of \(key) has no end")
      }
      attributes[key] = XMLScanner.plain(Array(bytes[(position + 1)..<end]))
      position = end + 1
    }
  }

  private mutating func skipSpace() {
    while position < bytes.count, bytes[position] <= 0x20 { position += 1 }
  }

  /// A name up to a space, `=`, `/` or `>`, without its namespace prefix.
  private mutating func word() -> String {
    let start = position
    while position < bytes.count, bytes[position] > 0x20,
      ![UInt8(ascii: "="), UInt8(ascii: "/"), UInt8(ascii: ">"), UInt8(ascii: "<")].contains(bytes[position])
    {
      position += 1
    }
    let name = bytes[start..<position]
    let colon = name.lastIndex(of: UInt8(ascii: ":")).map { $0 + 1 } ?? start
    return String(decoding: name[colon...], as: UTF8.self)
  }

  /// Decodes a text, replacing the five predefined XML entities.
  private static func plain(_ bytes: [UInt8]) -> String {
    var text = String(decoding: bytes, as: UTF8.self)
    guard text.contains("&") else { return text }
    for (entity, character) in [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&apos;", "'"), ("&amp;", "&")] {
      text = text.split(separator: entity, omittingEmptySubsequences: false).joined(separator: character)
    }
    return text
  }
}
