/// Where a JSON object keeps its coordinate.
///
/// GeoJSON puts the longitude first (RFC 7946, 3.1.1), and so do arrays in databases that adopted its geometries.
/// People and tables put the latitude first. The form of a value decides between the two, and the user is informed.
enum JSONPlacement: Equatable, Sendable {
  /// In a GeoJSON `geometry`: longitude first.
  case feature
  /// In two members, each with the keys that lead to it, and perhaps others such as minutes.
  case pair(latitude: [[UInt8]], longitude: [[UInt8]], beside: JSONAngles?)
  /// In one member: text like the cell of a table, or an array or geometry with the longitude first.
  case combined([[UInt8]], codes: CombinedText.Codes)

  /// The ranges of the values that matter, where they were found.
  struct Found {
    /// The latitude, the geometry or the combined value.
    var first: Range<Int>?
    /// The longitude of a pair.
    var second: Range<Int>?
    /// The other members of the pair, such as minutes.
    var beside: JSONAngles.Found = []
    /// A feature's own members.
    var properties: Range<Int>?
  }

  /// Notes a member's value if it matters.
  @inline(__always) func look(
    at key: Range<Int>, _ value: Range<Int>, in bytes: UnsafeRawBufferPointer, _ found: inout Found
  ) {
    switch self {
    case .feature:
      if bytes.equals(key, "geometry") { found.first = value }
      if bytes.equals(key, "properties") { found.properties = value }
    case .pair(let latitude, let longitude, let beside):
      if let leaf = JSONPlacement.follow(latitude[...], from: key, value, in: bytes) { found.first = leaf }
      if let leaf = JSONPlacement.follow(longitude[...], from: key, value, in: bytes) { found.second = leaf }
      if let beside { beside.look(at: key, value, in: bytes, &found.beside) }
    case .combined(let path, _):
      if let leaf = JSONPlacement.follow(path[...], from: key, value, in: bytes) { found.first = leaf }
    }
  }

  /// The value at the end of a path; nil unless the path begins with this key and leads to a value.
  static func follow(
    _ path: ArraySlice<[UInt8]>, from key: Range<Int>, _ value: Range<Int>, in bytes: UnsafeRawBufferPointer
  ) -> Range<Int>? {
    guard let first = path.first, bytes.isKey(key, first) else { return nil }
    guard path.count > 1 else { return value }
    var cursor = JSONCursor(bytes, at: value.lowerBound)
    var leaf: Range<Int>?
    _ = cursor.object { key, value in leaf = follow(path.dropFirst(), from: key, value, in: bytes) ?? leaf }
    return leaf
  }

  /// Turns the values found into the record's coordinate.
  ///
  /// A coordinate that is nested too deep to be found is not reported as missing.
  func place(_ found: Found, in bytes: UnsafeRawBufferPointer, isSwapped: Bool, _ located: inout LocatedRecord) {
    if found.first == nil, found.second == nil {
      var cursor = JSONCursor(bytes)
      let (key, level) = leaf
      located.status = cursor.hasMember(key, deeperThan: level) ? .nestedTooDeep : .missingCoordinate
      return
    }
    // Numbers have no escapes, and most texts have none either.
    func hasEscape(_ range: Range<Int>?) -> Bool {
      range.map { bytes[$0.lowerBound] == Byte.quote && JSONText.hasEscape(bytes.part($0)) } ?? false
    }
    if hasEscape(found.first) || hasEscape(found.second) || found.beside.contains(where: hasEscape) {
      placeUnescaped(found, in: bytes, isSwapped: isSwapped, &located)
    } else {
      placeValues(found, in: bytes, isSwapped: isSwapped, &located)
    }
  }

  /// Turns values without escapes into the record's coordinate.
  private func placeValues(
    _ found: Found, in bytes: UnsafeRawBufferPointer, isSwapped: Bool, _ located: inout LocatedRecord
  ) {
    func cell(_ range: Range<Int>?) -> UnsafeRawBufferPointer { range.map(bytes.part) ?? .empty }
    switch self {
    case .feature: JSONPlacement.placeGeometry(cell(found.first), isSwapped: isSwapped, &located)
    case .pair(_, _, beside: nil):
      located.place(
        latitude: DegreeText.parse(cell(found.first)), longitude: DegreeText.parse(cell(found.second)),
        isSwapped: isSwapped)
    case .pair(_, _, let beside?):
      let pair = beside.pair(cell(found.first), cell(found.second), found.beside, in: bytes)
      if let units = beside.units {
        located.place(latitude: pair.latitude, longitude: pair.longitude, in: units, isSwapped: isSwapped)
      } else {
        located.place(latitude: pair.latitude, longitude: pair.longitude, isSwapped: isSwapped)
      }
    case .combined(_, let codes):
      JSONPlacement.placeCombined(cell(found.first), codes, isSwapped: isSwapped, &located)
    }
  }

  /// Turns values with escapes into the record's coordinate, by way of unescaped copies.
  private func placeUnescaped(
    _ found: Found, in bytes: UnsafeRawBufferPointer, isSwapped: Bool, _ located: inout LocatedRecord
  ) {
    var plain: [UInt8] = []
    func moved(_ range: Range<Int>?) -> Range<Int>? {
      guard let range else { return nil }
      let start = plain.count
      // The quotes stay, because text and arrays are parsed differently.
      let isText = bytes[range.lowerBound] == Byte.quote
      plain += isText ? JSONText.unescaped(bytes.part(range)) : Array(bytes[range])
      return start..<plain.count
    }
    let copy = Found(first: moved(found.first), second: moved(found.second), beside: found.beside.map(moved))
    plain.withUnsafeBytes { placeValues(copy, in: $0, isSwapped: isSwapped, &located) }
  }

  /// The key of the value that matters, and its depth in objects.
  private var leaf: (key: [UInt8], level: Int) {
    switch self {
    case .feature: (Array("geometry".utf8), 1)
    case .pair(let path, _, _), .combined(let path, _): (path.last ?? [], path.count)
    }
  }

  /// The status of a value in which no coordinate was found.
  private static func status(_ value: UnsafeRawBufferPointer, levels: Int) -> RowStatus {
    var cursor = JSONCursor(value)
    return cursor.hasNumber(deeperThan: levels) ? .nestedTooDeep : .missingCoordinate
  }

  /// Places a combined value.
  ///
  /// Text has the latitude first, as people write it; an array has the longitude first, as in GeoJSON.
  private static func placeCombined(
    _ bytes: UnsafeRawBufferPointer, _ codes: CombinedText.Codes, isSwapped: Bool, _ located: inout LocatedRecord
  ) {
    switch bytes.first {
    case Byte.openBrace: placeGeometry(bytes, isSwapped: isSwapped, &located)
    case Byte.openBracket: placeArray(bytes, isSwapped: isSwapped, &located)
    default:
      let isNull = bytes.elementsEqual("null".utf8)
      located.place(isNull ? .missing : CombinedText.parse(bytes, codes: codes), isSwapped: isSwapped)
    }
  }

  /// Places a GeoJSON geometry.
  private static func placeGeometry(_ bytes: UnsafeRawBufferPointer, isSwapped: Bool, _ located: inout LocatedRecord) {
    guard !bytes.isEmpty, !bytes.elementsEqual("null".utf8) else {
      located.status = .missingCoordinate
      return
    }
    var cursor = JSONCursor(bytes)
    var type: Range<Int>?
    var coordinates: Range<Int>?
    _ = cursor.object { key, value in
      if bytes.equals(key, "type") { type = value }
      if bytes.equals(key, "coordinates") { coordinates = value }
    }
    if let type, !bytes.equals(type, "\"Point\"") {
      guard let shape = RecordShape(geometry: bytes, isSwapped: isSwapped) else { return located.status = .notAPoint }
      return shape.place(&located)
    }
    guard let coordinates else {
      located.status = status(bytes, levels: 0)
      return
    }
    placeArray(bytes.part(coordinates), isSwapped: isSwapped, &located)
  }

  /// Places a position that is an array, longitude first. ``RecordShape`` reads shapes other than points.
  private static func placeArray(_ bytes: UnsafeRawBufferPointer, isSwapped: Bool, _ located: inout LocatedRecord) {
    var cursor = JSONCursor(bytes)
    guard cursor.take(Byte.openBracket), let longitude = cursor.value(), cursor.take(Byte.comma),
      let latitude = cursor.value()
    else {
      located.status = status(bytes, levels: 1)
      return
    }
    located.place(
      latitude: DegreeText.parse(bytes.part(latitude)), longitude: DegreeText.parse(bytes.part(longitude)),
      isSwapped: isSwapped)
  }

  /// The text for the user's note and the journal.
  var description: String {
    func name(_ path: [[UInt8]]) -> String {
      "\"" + path.map { String(decoding: $0, as: UTF8.self) }.joined(separator: ".") + "\""
    }
    switch self {
    case .feature: return "the coordinate is the geometry of each feature"
    case .pair(let latitude, let longitude, let beside):
      return "latitude is \(name(latitude)), longitude \(name(longitude))"
        + (beside.map { ", \($0.description)" } ?? "")
    case .combined(let path, _): return "the coordinate is \(name(path)) (in an array the longitude comes first)"
    }
  }
}
