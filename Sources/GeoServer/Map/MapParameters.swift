import GeoMap
import GeoModel
import GeoWire

/// Reads the parameters of a map's request. What is wrong is refused with a sentence that says what would be right.
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

  /// A member that is read, if it is there.
  func member<Value>(
    _ name: StaticString, _ expected: String, _ read: (JSONNode) -> Value?
  ) throws(WireError) -> Value? {
    guard let value = value(name) else { return nil }
    guard let result = read(value) else { throw MapParameters.wrong(name, expected) }
    return result
  }

  /// A member that must be there.
  func needed<Value>(
    _ name: StaticString, _ expected: String, _ read: (JSONNode) -> Value?
  ) throws(WireError) -> Value {
    guard let value = try member(name, expected, read) else { throw MapParameters.wrong(name, expected) }
    return value
  }

  func string(_ name: StaticString) throws(WireError) -> String? { try member(name, "a text") { $0.string } }

  func bool(_ name: StaticString) throws(WireError) -> Bool? { try member(name, "true or false") { $0.bool } }

  func number(_ name: StaticString, in range: ClosedRange<Double> = -1e12...1e12) throws(WireError) -> Double? {
    let ends = (Int64(range.lowerBound), Int64(range.upperBound))
    return try member(name, "a number from \(ends.0) to \(ends.1)") { node in
      node.double.flatMap { range.contains($0) ? $0 : nil }
    }
  }

  /// One of a few words.
  func word<Value: RawRepresentable & CaseIterable>(
    _ name: StaticString, _: Value.Type = Value.self
  ) throws(WireError) -> Value? where Value.RawValue == String {
    let words = Value.allCases.map { "'\($0.rawValue)'" }.joined(separator: ", ")
    return try member(name, "one of \(words)") { $0.string.flatMap(Value.init(rawValue:)) }
  }

  func coordinate(_ name: StaticString) throws(WireError) -> Coordinate? {
    guard let value = value(name) else { return nil }
    return try RequestParameters.coordinate(value)
  }

  /// `{"south":…,"west":…,"north":…,"east":…}`.
  func region(_ name: StaticString) throws(WireError) -> CoordinateRegion? {
    try member(name, "{\"south\":…,\"west\":…,\"north\":…,\"east\":…} in degrees, south below north") { $0.region }
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

  /// The id in a member that must be there.
  func annotationID(_ name: StaticString) throws(WireError) -> AnnotationID {
    try needed(name, "the id of an annotation: a text or a whole number") { $0.annotationID }
  }

  /// The id in a member that must be there.
  func overlayID(_ name: StaticString) throws(WireError) -> OverlayID {
    try needed(name, "the id of an overlay: a text or a whole number") { $0.overlayID }
  }
}

extension JSONNode {
  /// All elements of an array; nil when it is none, or one of them cannot be read.
  func all<Value>(_ read: (JSONNode) -> Value?) -> [Value]? {
    guard isArray else { return nil }
    var values: [Value] = []
    for element in elements {
      guard let value = read(element) else { return nil }
      values.append(value)
    }
    return values
  }

  /// The numbers of an array.
  var doubles: [Double]? { all { $0.double.flatMap { $0.isFinite ? $0 : nil } } }

  /// `[x,y]`.
  var point: ScreenPoint? { doubles.flatMap { $0.count == 2 ? ScreenPoint(x: $0[0], y: $0[1]) : nil } }

  /// `[width,height]`.
  var size: ScreenSize? {
    doubles.flatMap { $0.count == 2 && $0[0] > 0 && $0[1] > 0 ? ScreenSize(width: $0[0], height: $0[1]) : nil }
  }

  /// `[x,y,width,height]`.
  var rect: ScreenRect? {
    doubles.flatMap { $0.count == 4 ? ScreenRect(x: $0[0], y: $0[1], width: $0[2], height: $0[3]) : nil }
  }

  var region: CoordinateRegion? {
    guard let south = member("south")?.double, let west = member("west")?.double, let north = member("north")?.double,
      let east = member("east")?.double
    else { return nil }
    let region = CoordinateRegion(south: south, west: west, north: north, east: east)
    return region.isValid ? region : nil
  }

  var mapRect: MapRect? {
    guard let x = member("x")?.double, let y = member("y")?.double, let width = member("width")?.double,
      let height = member("height")?.double
    else { return nil }
    let rect = MapRect(x: x, y: y, width: width, height: height)
    return rect.isValid ? rect : nil
  }

  /// The id of an annotation. What the map names itself begins with a word and a colon.
  var annotationID: AnnotationID? {
    if let number = integer { return .number(number) }
    guard let text = string else { return nil }
    if text == AnnotationID.userWord { return .userLocation }
    guard text.hasPrefix(AnnotationID.clusterWord) else { return .text(text) }
    return Int(text.dropFirst(AnnotationID.clusterWord.count)).map { .cluster($0) }
  }

  var overlayID: OverlayID? { integer.map { .number($0) } ?? string.map { .text($0) } }
}

extension AnnotationID {
  /// Before the number of a cluster.
  static let clusterWord = "cluster:"

  /// The id of the user's location.
  static let userWord = "userLocation"

  /// Whether a client may give it to an annotation.
  var isClients: Bool {
    switch self {
    case .number, .text: true
    default: false
    }
  }
}

extension OverlayID {
  /// Whether a client has given it to an overlay.
  var isClients: Bool { if case .automatic = self { false } else { true } }
}

extension JSONWriter {
  mutating func annotationID(_ id: AnnotationID) {
    switch id {
    case .number(let number), .automatic(let number): integer(number)
    case .text(let text): string(text)
    case .cluster(let number): string("\(AnnotationID.clusterWord)\(number)")
    case .userLocation: string(AnnotationID.userWord)
    }
  }

  mutating func overlayID(_ id: OverlayID) {
    switch id {
    case .number(let number), .automatic(let number): integer(number)
    case .text(let text): string(text)
    }
  }

  /// `[x,y]`, in thousandths.
  mutating func point(_ point: ScreenPoint) {
    beginArray()
    rounded(point.x)
    rounded(point.y)
    endArray()
  }

  /// `[x,y,width,height]`, in thousandths.
  mutating func rect(_ rect: ScreenRect) {
    beginArray()
    for value in [rect.minX, rect.minY, rect.width, rect.height] { rounded(value) }
    endArray()
  }

  /// A number in thousandths.
  mutating func rounded(_ value: Double) { number((value * 1_000).rounded() / 1_000) }

  mutating func region(_ region: CoordinateRegion) {
    object { json in
      for (name, value) in [
        ("south", region.south), ("west", region.west), ("north", region.north), ("east", region.east),
      ] {
        json.dynamicKey(name)
        json.degrees(value)
      }
    }
  }

  mutating func mapRect(_ rect: MapRect) {
    object { json in
      for (name, value) in [("x", rect.minX), ("y", rect.minY), ("width", rect.width), ("height", rect.height)] {
        json.dynamicKey(name)
        json.rounded(value)
      }
    }
  }

  /// What a map shows, as members of an open object.
  mutating func shown(_ region: CoordinateRegion, _ rect: MapRect, _ level: Double) {
    key("region")
    self.region(region)
    key("visibleMapRect")
    mapRect(rect)
    key("level")
    rounded(level)
  }

  /// `"byUser":true`, and the page if it was on one; or nothing.
  mutating func byUser(_ isByUser: Bool, _ screen: Int?) {
    guard isByUser else { return }
    key("byUser")
    bool(true)
    if let screen { member("screen", screen) }
  }

  /// A callback of a map, without a line end.
  mutating func mapCallback(_ event: MapEvent, mapView: Int, sequence: Int) {
    object { json in
      json.member("jsonrpc", word: "2.0")
      json.member("method", "mapView.\(event.kind.rawValue)")
      json.member("params") { json in
        json.member("mapView", mapView)
        json.member("sequence", sequence)
        if !event.members.isEmpty { json.raw(event.members) }
      }
    }
  }
}
