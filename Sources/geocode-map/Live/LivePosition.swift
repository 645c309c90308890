import GeoModel
import GeoWire

/// The position of a marker, as read from a line of input.
struct LivePosition: Equatable {
  var id: String
  var coordinate: Coordinate
  /// The title below the marker; nil for its id.
  var title: String?

  /// Reads a line.
  ///
  /// - Returns: nil for a line without a position: blank, a comment with `#`, or a gpsd object that is not a position.
  /// - Throws: ``LiveProblem`` that says what would be right.
  static func read(_ line: [UInt8]) throws(LiveProblem) -> LivePosition? {
    let text = String(decoding: line, as: UTF8.self)
    guard let first = text.first(where: { !$0.isWhitespace }), first != "#" else { return nil }
    if first == "{" { return try object(line) }
    let separators: Set<Character> = [" ", "\t", ",", ";", "\r"]
    var rest = Substring(text)
    var words: [String] = []
    while words.count < 3 {
      rest = rest.drop { separators.contains($0) }
      guard !rest.isEmpty else { break }
      words.append(String(rest.prefix { !separators.contains($0) }))
      rest = rest.drop { !separators.contains($0) }
    }
    let title = rest.drop { separators.contains($0) }.reversed().drop { separators.contains($0) }.reversed()
    guard words.count == 3, let latitude = Double(words[1]), let longitude = Double(words[2]) else {
      let shown = text.count > 60 ? text.prefix(60) + "…" : text.prefix(60)
      throw LiveProblem("'\(shown)' is not understood; write 'id latitude longitude [title]', or a JSON object")
    }
    return LivePosition(
      id: words[0], coordinate: try coordinate(latitude, longitude), title: title.isEmpty ? nil : String(title))
  }

  static func coordinate(_ latitude: Double, _ longitude: Double) throws(LiveProblem) -> Coordinate {
    do throws(CoordinateError) { return try Coordinate(latitude: latitude, longitude: longitude) } catch {
      throw LiveProblem(error.description)
    }
  }

  private static func object(_ line: [UInt8]) throws(LiveProblem) -> LivePosition? {
    var parser = JSONParser()
    let result: Result<LivePosition?, LiveProblem>
    do throws(JSONError) {
      result = try parser.parse(line) { node in Result { () throws(LiveProblem) in try position(node) } }
    } catch { throw LiveProblem("the line is not JSON: \(error)") }
    return try result.get()
  }

  private static func position(_ node: JSONNode) throws(LiveProblem) -> LivePosition? {
    func number(_ node: JSONNode?, _ names: StaticString...) -> Double? {
      names.lazy.compactMap { node?.member($0)?.double }.first
    }
    func text(_ node: JSONNode?, _ names: StaticString...) -> String? {
      names.lazy.compactMap { name in
        node?.member(name).flatMap { $0.string ?? $0.integer.map { "\($0)" } }
      }.first
    }
    var place = (number(node, "latitude", "lat"), number(node, "longitude", "lon", "lng"))
    if let object = node.member("coordinate") { place = (number(object, "latitude"), number(object, "longitude")) }
    if let geometry = node.member("geometry"), geometry.member("type")?.string == "Point" {
      let numbers = geometry.member("coordinates")?.elements.compactMap(\.double) ?? []
      if numbers.count >= 2 { place = (numbers[1], numbers[0]) }
    }
    // gpsd also sends messages about itself and its satellites, and positions without a fix.
    let isOfGPS = node.member("class")?.string != nil
    // A receiver without a fix (mode 0 or 1) reports 0, 0, or its last position.
    if isOfGPS, let mode = number(node, "mode"), mode < 2 { return nil }
    guard let latitude = place.0, let longitude = place.1 else {
      if isOfGPS { return nil }
      throw LiveProblem("the object has no numbers 'latitude' and 'longitude' (or 'lat' and 'lon')")
    }
    let properties = node.member("properties")
    guard let id = text(node, "id", "device") ?? text(properties, "id") ?? (isOfGPS ? "gps" : nil) else {
      throw LiveProblem("the object has no 'id', a text or whole number that names the marker")
    }
    let title = text(node, "title", "name") ?? text(properties, "title", "name")
    return LivePosition(id: id, coordinate: try coordinate(latitude, longitude), title: title)
  }
}

/// The reason a line of the input is skipped.
struct LiveProblem: Error, Equatable, CustomStringConvertible {
  var description: String
  init(_ description: String) { self.description = description }
}
