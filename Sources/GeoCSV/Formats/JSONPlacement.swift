/// Where a JSON object keeps its coordinate.
enum JSONPlacement: Equatable, Sendable {
  /// In a GeoJSON `geometry`: longitude first.
  case feature
  /// In two members, each found by the keys that lead to it.
  case pair(latitude: [[UInt8]], longitude: [[UInt8]])
  /// In one member.
  case combined([[UInt8]])

  /// The bytes of the values that matter, where they were found.
  struct Found {
    var first: Range<Int>?
    var second: Range<Int>?
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
      let text = cell(found.first)
      located.place(text.elementsEqual("null".utf8) ? .missing : CombinedText.parse(text), isSwapped: isSwapped)
    }
  }

  /// A GeoJSON geometry. This is where its longitude-first order is turned round.
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
    guard let type, bytes.equals(type, "\"Point\"") else {
      located.status = .notAPoint
      return
    }
    guard let coordinates, let numbers = pair(in: bytes, coordinates) else {
      located.status = .missingCoordinate
      return
    }
    located.place(latitude: numbers.second, longitude: numbers.first, isSwapped: isSwapped)
  }

  /// The first two elements of an array; nil when it has fewer.
  private static func pair(
    in bytes: UnsafeRawBufferPointer, _ array: Range<Int>
  ) -> (first: DegreeText.Value, second: DegreeText.Value)? {
    var cursor = JSONCursor(bytes, at: array.lowerBound)
    guard cursor.take(Byte.openBracket), let first = cursor.value(), cursor.take(Byte.comma),
      let second = cursor.value()
    else {
      return nil
    }
    return (
      DegreeText.parse(UnsafeRawBufferPointer(rebasing: bytes[first])),
      DegreeText.parse(UnsafeRawBufferPointer(rebasing: bytes[second]))
    )
  }
}
