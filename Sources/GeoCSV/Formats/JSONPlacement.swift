/// Where a JSON object keeps its coordinate.
///
/// GeoJSON has the longitude first (RFC 7946, 3.1.1), and so have arrays in the databases that took its geometries over. People and tables
/// have the latitude first. Which of the two a value means is decided here by its form, and told to the user.
enum JSONPlacement: Equatable, Sendable {
  /// In a GeoJSON `geometry`: longitude first.
  case feature
  /// In two members, each found by the keys that lead to it.
  case pair(latitude: [[UInt8]], longitude: [[UInt8]])
  /// In one member: text like the cell of a table, or an array or geometry with the longitude first.
  case combined([[UInt8]])

  /// The bytes of the values that matter, where they were found.
  struct Found {
    /// The latitude, the geometry or the combined value.
    var first: Range<Int>?
    /// The longitude of a pair.
    var second: Range<Int>?
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
    case .pair(let latitude, let longitude):
      if let leaf = JSONPlacement.follow(latitude[...], from: key, value, in: bytes) { found.first = leaf }
      if let leaf = JSONPlacement.follow(longitude[...], from: key, value, in: bytes) { found.second = leaf }
    case .combined(let path):
      if let leaf = JSONPlacement.follow(path[...], from: key, value, in: bytes) { found.first = leaf }
    }
  }

  /// The value at the end of a path whose first key may be this one.
  private static func follow(
    _ path: ArraySlice<[UInt8]>, from key: Range<Int>, _ value: Range<Int>, in bytes: UnsafeRawBufferPointer
  ) -> Range<Int>? {
    guard let first = path.first, key.count == first.count, bytes[key].elementsEqual(first) else { return nil }
    guard path.count > 1 else { return value }
    var cursor = JSONCursor(bytes, at: value.lowerBound)
    var leaf: Range<Int>?
    _ = cursor.object { key, value in leaf = follow(path.dropFirst(), from: key, value, in: bytes) ?? leaf }
    return leaf
  }

  /// Turns what was found into the record's coordinate.
  func place(_ found: Found, in bytes: UnsafeRawBufferPointer, isSwapped: Bool, _ located: inout LocatedRecord) {
    func cell(_ range: Range<Int>?) -> UnsafeRawBufferPointer {
      range.map { UnsafeRawBufferPointer(rebasing: bytes[$0]) } ?? UnsafeRawBufferPointer(start: nil, count: 0)
    }
    switch self {
    case .feature: JSONPlacement.placeGeometry(cell(found.first), isSwapped: isSwapped, &located)
    case .pair:
      located.place(
        latitude: DegreeText.parse(cell(found.first)), longitude: DegreeText.parse(cell(found.second)),
        isSwapped: isSwapped)
    case .combined:
      JSONPlacement.placeCombined(cell(found.first), isSwapped: isSwapped, &located)
    }
  }

  /// Text has the latitude first, as people write; an array has the longitude first, as in GeoJSON and the databases that took it over.
  private static func placeCombined(_ bytes: UnsafeRawBufferPointer, isSwapped: Bool, _ located: inout LocatedRecord) {
    switch bytes.first {
    case Byte.openBrace: placeGeometry(bytes, isSwapped: isSwapped, &located)
    case Byte.openBracket: placeArray(bytes, isSwapped: isSwapped, &located)
    default:
      located.place(bytes.elementsEqual("null".utf8) ? .missing : CombinedText.parse(bytes), isSwapped: isSwapped)
    }
  }

  /// A GeoJSON geometry.
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
      located.status = .notAPoint
      return
    }
    placeArray(
      UnsafeRawBufferPointer(rebasing: bytes[coordinates ?? 0..<0]), isSwapped: isSwapped, &located)
  }

  /// The array of a position. This is where its longitude-first order is turned round.
  private static func placeArray(_ bytes: UnsafeRawBufferPointer, isSwapped: Bool, _ located: inout LocatedRecord) {
    guard let numbers = pair(in: bytes) else {
      located.status = .missingCoordinate
      return
    }
    located.place(latitude: numbers.second, longitude: numbers.first, isSwapped: isSwapped)
  }

  /// The first two elements of an array; nil when it has fewer.
  private static func pair(
    in array: UnsafeRawBufferPointer
  ) -> (first: DegreeText.Value, second: DegreeText.Value)? {
    var cursor = JSONCursor(array)
    guard cursor.take(Byte.openBracket), let first = cursor.value(), cursor.take(Byte.comma),
      let second = cursor.value()
    else {
      return nil
    }
    return (
      DegreeText.parse(UnsafeRawBufferPointer(rebasing: array[first])),
      DegreeText.parse(UnsafeRawBufferPointer(rebasing: array[second]))
    )
  }
}
