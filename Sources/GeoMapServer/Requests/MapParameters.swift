import GeoMap
import GeoModel
import GeoWire

/// Reads the parameters of a map's request. Error messages say what would be right.
struct MapParameters {
  let node: JSONNode

  init(_ node: JSONNode) { self.node = node }

  func value(_ name: StaticString) -> JSONNode? {
    guard let value = node.member(name), !value.isNull else { return nil }
    return value
  }

  static func wrong(_ name: StaticString, _ expected: String) -> WireError {
    WireError(.invalidQuery, "'\(name)' must be \(expected)")
  }

  /// Reads an optional member.
  func member<Value>(
    _ name: StaticString, _ expected: String, _ read: (JSONNode) -> Value?
  ) throws(WireError) -> Value? {
    guard let value = value(name) else { return nil }
    guard let result = read(value) else { throw MapParameters.wrong(name, expected) }
    return result
  }

  /// Reads a required member.
  func needed<Value>(
    _ name: StaticString, _ expected: String, _ read: (JSONNode) -> Value?
  ) throws(WireError) -> Value {
    guard let value = try member(name, expected, read) else { throw MapParameters.wrong(name, expected) }
    return value
  }

  func string(_ name: StaticString) throws(WireError) -> String? { try member(name, "a text") { $0.string } }

  func bool(_ name: StaticString) throws(WireError) -> Bool? { try member(name, "true or false") { $0.bool } }

  func number(_ name: StaticString, in range: ClosedRange<Double> = -1e12...1e12) throws(WireError) -> Double? {
    func end(_ value: Double) -> String { value == value.rounded() ? "\(Int64(value))" : "\(value)" }
    return try member(name, "a number from \(end(range.lowerBound)) to \(end(range.upperBound))") { node in
      node.double.flatMap { range.contains($0) ? $0 : nil }
    }
  }

  /// Refuses members that exclude each other.
  func atMostOne(of names: [StaticString]) throws(WireError) {
    let given = names.filter { value($0) != nil }
    guard given.count > 1 else { return }
    throw WireError(.invalidQuery, "'\(given[0])' and '\(given[1])' exclude each other: give one of them")
  }

  /// Reads one of a few words.
  func word<Value: RawRepresentable & CaseIterable>(
    _ name: StaticString, _: Value.Type = Value.self
  ) throws(WireError) -> Value? where Value.RawValue == String {
    let words = Value.allCases.map { "'\($0.rawValue)'" }.joined(separator: ", ")
    return try member(name, "one of \(words)") { $0.string.flatMap(Value.init(rawValue:)) }
  }

  /// - Parameter owner: the object that an error names.
  func coordinate(_ name: StaticString, of owner: @autoclosure () -> String? = nil) throws(WireError) -> Coordinate? {
    guard let value = value(name) else { return nil }
    do throws(WireError) { return try RequestParameters.coordinate(value) } catch {
      throw owner().map { WireError(.invalidQuery, "\($0): \(error.message)") } ?? error
    }
  }

  /// Reads an optional member of places. A place that is nowhere on the Earth is named in the error.
  func places<Value>(
    _ name: StaticString, _ expected: String, _ read: (JSONNode) -> Value?
  ) throws(WireError) -> Value? {
    do throws(WireError) { return try member(name, expected, read) } catch {
      throw value(name)?.misplaced("\(name)") ?? error
    }
  }

  /// `{"south":…,"west":…,"north":…,"east":…}`.
  func region(_ name: StaticString) throws(WireError) -> CoordinateRegion? {
    try member(name, "{\"south\":…,\"west\":…,\"north\":…,\"east\":…} in degrees, south below north") { $0.region }
  }

  /// The region of `span`, `[latitude,longitude]`, or of `latitudinalMeters` and `longitudinalMeters` around a center;
  /// nil if none is given.
  func region(around center: Coordinate) throws(WireError) -> CoordinateRegion? {
    let meters = 0.001...100_000_000.0
    let (down, across) = (
      try number("latitudinalMeters", in: meters), try number("longitudinalMeters", in: meters)
    )
    if down != nil || across != nil {
      guard let down, let across else {
        throw WireError(.invalidQuery, "'latitudinalMeters' and 'longitudinalMeters' go together: give both")
      }
      return CoordinateRegion(center: center, latitudinalMeters: down, longitudinalMeters: across)
    }
    return try member("span", "[latitude,longitude] in degrees, more than 0") { $0.size }.map { span in
      CoordinateRegion(center: center, span: CoordinateSpan(latitudeDelta: span.width, longitudeDelta: span.height))
    }
  }

  /// `[width,height]` of a map, a view or a picture.
  func size() throws(WireError) -> ScreenSize? {
    try member("size", "[width,height] in points, more than 0 and at most \(Int(ScreenSize.longestSide))") { $0.size }
  }

  /// `{"x":…,"y":…,"width":…,"height":…}` in map points.
  func mapRect(_ name: StaticString) throws(WireError) -> MapRect? {
    try member(name, "{\"x\":…,\"y\":…,\"width\":…,\"height\":…} in map points, not empty") { $0.mapRect }
  }

  /// `[top,left,bottom,right]`, or one number for all sides.
  func insets(_ name: StaticString) throws(WireError) -> EdgeInsets? {
    try member(name, "a number of points, or [top,left,bottom,right]") { node in
      if let all = node.double { return EdgeInsets(all: all) }
      guard let sides = node.doubles, sides.count == 4 else { return nil }
      return EdgeInsets(top: sides[0], left: sides[1], bottom: sides[2], right: sides[3])
    }
  }

  func annotationIDs(_ name: StaticString) throws(WireError) -> [AnnotationID]? {
    try member(name, "an array of ids: texts and whole numbers") { $0.all { $0.annotationID } }
  }

  /// The id in a required member.
  func annotationID(_ name: StaticString) throws(WireError) -> AnnotationID {
    try needed(name, "the id of an annotation: a text or a whole number") { $0.annotationID }
  }

  /// The id in a required member.
  func overlayID(_ name: StaticString) throws(WireError) -> OverlayID {
    try needed(name, "the id of an overlay: a text or a whole number") { $0.overlayID }
  }
}

extension OverlayID {
  /// Whether a client chose it.
  var isClients: Bool { if case .automatic = self { false } else { true } }
}

extension JSONWriter {
  /// Writes the size of a view in points as a member of an open object.
  mutating func size(_ size: ScreenSize) {
    key("size")
    point(ScreenPoint(x: size.width, y: size.height))
  }

  /// Writes the visible part of a map as members of an open object.
  mutating func shown(_ region: CoordinateRegion, _ rect: MapRect, _ level: Double) {
    key("region")
    self.region(region)
    key("visibleMapRect")
    mapRect(rect)
    key("level")
    rounded(level)
  }

  /// Writes `"byUser":true`, and the page if the gesture was on one; otherwise nothing.
  mutating func byUser(_ isByUser: Bool, _ screen: Int?) {
    guard isByUser else { return }
    member("byUser", true)
    if let screen { member("screen", screen) }
  }
}
