import GeoModel
import GeoSupport
import GeoWire

// The JSON vocabulary of maps, shared by both sides of the socket.

extension JSONNode {
  /// Reads all elements of an array; nil when the node is no array or an element cannot be read.
  package func all<Value>(_ read: (JSONNode) -> Value?) -> [Value]? {
    guard isArray else { return nil }
    var values: [Value] = []
    for element in elements {
      guard let value = read(element) else { return nil }
      values.append(value)
    }
    return values
  }

  /// The numbers of an array; nil if an element is not a finite number.
  package var doubles: [Double]? { all { $0.double.flatMap { $0.isFinite ? $0 : nil } } }

  /// `[x,y]`; nil when no screen may have it.
  package var point: ScreenPoint? {
    guard let doubles, doubles.count == 2 else { return nil }
    let point = ScreenPoint(x: doubles[0], y: doubles[1])
    return point.isValid ? point : nil
  }

  /// `[x,y]` of a drawing, whose unit may be a map point: at most ``MapRect/longestSide`` each.
  package var drawnPoint: ScreenPoint? {
    guard let doubles, doubles.count == 2, doubles.allSatisfy({ abs($0) <= MapRect.longestSide }) else { return nil }
    return ScreenPoint(x: doubles[0], y: doubles[1])
  }

  /// `[width,height]`; nil when no screen may have it.
  package var size: ScreenSize? {
    guard let doubles, doubles.count == 2 else { return nil }
    let size = ScreenSize(width: doubles[0], height: doubles[1])
    return size.fitsScreens ? size : nil
  }

  /// `[x,y,width,height]` of a drawing.
  package var drawnRect: ScreenRect? {
    guard let doubles, doubles.count == 4, doubles.allSatisfy({ abs($0) <= MapRect.longestSide }) else { return nil }
    return ScreenRect(x: doubles[0], y: doubles[1], width: doubles[2], height: doubles[3])
  }

  /// `[x,y,width,height]`; nil when no screen may have it.
  package var rect: ScreenRect? {
    guard let doubles, doubles.count == 4 else { return nil }
    let (origin, extent) = (ScreenPoint(x: doubles[0], y: doubles[1]), ScreenPoint(x: doubles[2], y: doubles[3]))
    guard origin.isValid, extent.isValid else { return nil }
    return ScreenRect(origin: origin, size: ScreenSize(width: extent.x, height: extent.y))
  }

  /// `{"south":…,"west":…,"north":…,"east":…}`.
  package var region: CoordinateRegion? {
    guard let south = member("south")?.double, let west = member("west")?.double, let north = member("north")?.double,
      let east = member("east")?.double
    else { return nil }
    let region = CoordinateRegion(south: south, west: west, north: north, east: east)
    return region.isValid ? region : nil
  }

  /// `{"x":…,"y":…,"width":…,"height":…}` in map points.
  package var mapRect: MapRect? {
    guard let x = member("x")?.double, let y = member("y")?.double, let width = member("width")?.double,
      let height = member("height")?.double
    else { return nil }
    let rect = MapRect(x: x, y: y, width: width, height: height)
    let isNear = [x, y, width, height].allSatisfy { abs($0) <= MapRect.longestSide }
    return rect.isValid && isNear ? rect : nil
  }

  /// The id of an annotation. Ids chosen by the map are a word, or a word with a colon and a number.
  package var annotationID: AnnotationID? {
    if let number = integer { return .number(number) }
    guard let text = string else { return nil }
    if text == AnnotationID.userWord { return .userLocation }
    if let number = AnnotationID.automaticNumber(text) { return .automatic(number) }
    guard text.hasPrefix(AnnotationID.clusterWord) else { return .text(text) }
    return Int(text.dropFirst(AnnotationID.clusterWord.count)).map { .cluster($0) }
  }

  /// The id of an overlay.
  package var overlayID: OverlayID? {
    integer.map { .number($0) }
      ?? string.map { text in AnnotationID.automaticNumber(text).map { .automatic($0) } ?? .text(text) }
  }
}

extension MapRect {
  /// The largest coordinate or side of a rectangle on the wire, in map points: a thousand times the world's width.
  package static let longestSide = 1_000 * MapSize.world.width
}

extension AnnotationID {
  /// The prefix of the number of an id chosen by the map.
  static let automaticWord = "automatic:"

  /// The prefix of the number of a cluster.
  package static let clusterWord = "cluster:"

  /// The id of the user's location.
  package static let userWord = "userLocation"

  /// The number of an id chosen by the map; nil for other texts.
  static func automaticNumber(_ text: String) -> Int? {
    text.hasPrefix(automaticWord) ? Int(text.dropFirst(automaticWord.count)) : nil
  }

  /// Whether a client may use it for an annotation.
  package var isClients: Bool {
    switch self {
    case .number, .text, .automatic: true
    default: false
    }
  }
}

extension MapImage {
  /// The key under which a daemon stores the image, made of its bytes and size.
  package var key: String { "i:\(String(Hashing.fnv1a(bytes), radix: 16))-\(size.width)x\(size.height)" }
}

extension AnnotationID {
  /// The id as a key of a JSON object.
  package var name: String {
    switch self {
    case .number(let number): "\(number)"
    case .automatic(let number): "\(AnnotationID.automaticWord)\(number)"
    case .text(let text): text
    case .cluster(let number): "\(AnnotationID.clusterWord)\(number)"
    case .userLocation: AnnotationID.userWord
    }
  }
}

extension OverlayID {
  /// The id as a key of a JSON object.
  package var name: String {
    switch self {
    case .number(let number): "\(number)"
    case .automatic(let number): "\(AnnotationID.automaticWord)\(number)"
    case .text(let text): text
    }
  }
}

extension JSONWriter {
  /// Writes the id of an annotation.
  package mutating func annotationID(_ id: AnnotationID) {
    if case .number(let number) = id { integer(number) } else { string(id.name) }
  }

  /// Writes the id of an overlay.
  package mutating func overlayID(_ id: OverlayID) {
    if case .number(let number) = id { integer(number) } else { string(id.name) }
  }

  /// Writes `[x,y]`, rounded to thousandths.
  package mutating func point(_ point: ScreenPoint) {
    beginArray()
    rounded(point.x)
    rounded(point.y)
    endArray()
  }

  /// Writes `[x,y,width,height]`, rounded to thousandths.
  package mutating func rect(_ rect: ScreenRect) {
    beginArray()
    for value in [rect.minX, rect.minY, rect.width, rect.height] { rounded(value) }
    endArray()
  }

  /// Writes a number rounded to thousandths.
  package mutating func rounded(_ value: Double) { number((value * 1_000).rounded() / 1_000) }

  /// Writes the edges of a region in degrees.
  package mutating func region(_ region: CoordinateRegion) {
    object { json in
      for (name, value) in [
        ("south", region.south), ("west", region.west), ("north", region.north), ("east", region.east),
      ] {
        json.dynamicKey(name)
        json.degrees(value)
      }
    }
  }

  /// Writes origin and size in map points, rounded to thousandths.
  package mutating func mapRect(_ rect: MapRect) {
    object { json in
      for (name, value) in [("x", rect.minX), ("y", rect.minY), ("width", rect.width), ("height", rect.height)] {
        json.dynamicKey(name)
        json.rounded(value)
      }
    }
  }
}
