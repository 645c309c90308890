import HTTPTypes

/// One request as routes see it.
struct HTTPCall {
  /// Its method and header fields.
  let head: HTTPRequest
  /// The path without the query, such as `/reverse`.
  let path: Substring
  /// What follows the question mark, still encoded; empty without one.
  let query: Substring
  /// Who asks: an address, or `unix`.
  let client: String
  /// What the path leads to; nil: nowhere.
  let route: HTTPRoute?

  /// Splits the request's target, which contains the host when it comes by a proxy (RFC 9112, 3.2.2).
  init(_ head: HTTPRequest, client: String) {
    self.head = head
    self.client = client
    var target = (head.path ?? "/")[...]
    if target.first != "/", let scheme = target.firstRange(of: "://") {
      let rest = target[scheme.upperBound...]
      target = rest.firstIndex { $0 == "/" || $0 == "?" }.map { rest[$0...] } ?? "/"
    }
    let mark = target.utf8.firstIndex(of: UInt8(ascii: "?"))
    path = mark.map { target[..<$0] } ?? target
    route = HTTPRoute(path: path)
    query = mark.map { target[target.utf8.index(after: $0)...] } ?? ""
  }

  /// Whether the answer goes without its body.
  var isHead: Bool { head.method == .head }

  /// The names and values of the query, decoded, in order.
  var parameters: [(name: String, value: String)] { QueryString.parse(query) }

  /// The value of a header field; nil when there is none.
  func field(_ name: HTTPField.Name) -> String? { head.headerFields[name] }

  /// Bytes of all header fields, with a colon, a space and a line end each.
  var headerLength: Int {
    head.headerFields.reduce(0) { $0 + $1.name.rawName.utf8.count + $1.value.utf8.count + 4 }
  }
}

/// Reads what browsers and programs write after the question mark of an address.
enum QueryString {
  /// The names and values in order, decoded: `%41` is a byte of UTF-8 and `+` a space. A `%` without two digits stands for itself;
  /// bytes that are not UTF-8 become U+FFFD.
  static func parse(_ text: Substring) -> [(name: String, value: String)] {
    var text = text
    return text.withUTF8 { bytes in
      var pairs: [(name: String, value: String)] = []
      pairs.reserveCapacity(8)
      var rest = bytes[...]
      while !rest.isEmpty {
        let part = rest.prefix { $0 != UInt8(ascii: "&") }
        rest = rest[part.endIndex...].dropFirst()
        let name = part.prefix { $0 != UInt8(ascii: "=") }
        guard !part.isEmpty else { continue }
        pairs.append((decode(name), decode(part[name.endIndex...].dropFirst())))
      }
      return pairs
    }
  }

  private static func decode(_ part: Slice<UnsafeBufferPointer<UInt8>>) -> String {
    // Numbers and plain words, which is nearly everything, need no decoding.
    guard part.contains(where: { $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "+") }) else {
      return String(decoding: UnsafeBufferPointer(rebasing: part), as: UTF8.self)
    }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(part.count)
    var index = part.startIndex
    while index < part.endIndex {
      let byte = part[index]
      index += 1
      if byte == UInt8(ascii: "%"), let value = hexadecimal(part[index...].prefix(2)) {
        bytes.append(value)
        index += 2
      } else {
        bytes.append(byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func hexadecimal(_ digits: Slice<UnsafeBufferPointer<UInt8>>) -> UInt8? {
    guard digits.count == 2, digits.allSatisfy({ isHexadecimal($0) }) else { return nil }
    return UInt8(String(decoding: UnsafeBufferPointer(rebasing: digits), as: UTF8.self), radix: 16)
  }

  private static func isHexadecimal(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
      UInt8(ascii: "A")...UInt8(ascii: "F"):
      true
    default: false
    }
  }
}

/// Every path that is answered. The description of the interface lists exactly these.
enum HTTPRoute: String, CaseIterable {
  case page = "/"
  case reverse = "/reverse"
  case reverseScript = "/reverse.php"
  case placemark = "/placemark"
  case placemarks = "/placemarks"
  case status = "/status"
  case statusScript = "/status.php"
  case health = "/healthz"
  case readiness = "/readyz"
  case metrics = "/metrics"
  case description = "/openapi.json"
  case tile = "/tiles/{z}/{x}/{y}.png"
  case tileList = "/tiles.json"
  case vectorTile = "/tiles/{z}/{x}/{y}.mvt"
  case vectorTileList = "/tiles/vector.json"
  case mapLibreStyle = "/styles/{style}.json"
  case picture = "/map.png"
  case pictureSVG = "/map.svg"
  case picturePlaces = "/map.json"
  case mapPage = "/map/{name}"
  case mapScript = "/map.js"
  case mapStyle = "/map.css"
  case chartScript = "/chart.js"
  case chartStyle = "/chart.css"
  case leaflet = "/leaflet/{file}"
  case style = "/page.css"
  case script = "/page.js"

  /// The route of a path; nil when there is none.
  init?(path: Substring) {
    if let route = HTTPRoute.byPath[path] {
      self = route
    } else if path.hasPrefix("/tiles/") {
      self = path.hasSuffix(".mvt") ? .vectorTile : .tile
    } else if path.hasPrefix("/styles/") {
      self = .mapLibreStyle
    } else if path.hasPrefix("/map/") {
      self = .mapPage
    } else if path.hasPrefix("/leaflet/") {
      self = .leaflet
    } else {
      return nil
    }
  }

  private static let byPath = Dictionary(uniqueKeysWithValues: allCases.map { ($0.rawValue[...], $0) })

  /// Whether it is answered without waiting for anybody: for a body, for other threads or for what is drawn.
  var isPrompt: Bool {
    switch self {
    case .placemarks, .tile, .vectorTile, .picture, .pictureSVG, .picturePlaces, .mapPage: false
    default: true
    }
  }

  /// Whether it is a picture, or says where things are in one.
  var isPicture: Bool { self == .picture || self == .pictureSVG || self == .picturePlaces }

  /// The methods that the route answers; `OPTIONS` is answered for all of them.
  var methods: [HTTPRequest.Method] {
    switch self {
    case .placemarks: [.post]
    case .picture, .pictureSVG, .picturePlaces: [.get, .head, .post]
    default: [.get, .head]
    }
  }

  /// The same in the words of the `Allow` field.
  var allowed: String { (methods + [.options]).map(\.rawValue).joined(separator: ", ") }

  /// The kinds of document that a body may be.
  var bodyTypes: [String] {
    isPicture ? [HTTPReply.ContentType.geoJSON, HTTPReply.ContentType.json] : [HTTPReply.ContentType.json]
  }

  /// Whether pages of other origins may read the answer: places are public, figures about the server are not.
  var isShared: Bool {
    switch self {
    case .reverse, .reverseScript, .placemark, .placemarks, .status, .statusScript, .description, .tile, .tileList,
      .vectorTile, .vectorTileList, .mapLibreStyle, .picture, .pictureSVG, .picturePlaces:
      true
    default: false
    }
  }

  /// Whether a request needs a key where keys are asked for. Signs of life, and the page that asks the
  /// questions, do not.
  var needsKey: Bool {
    switch self {
    case .reverse, .reverseScript, .placemark, .placemarks, .metrics, .tile, .vectorTile, .picture,
      .pictureSVG, .picturePlaces:
      true
    default: false
    }
  }

  /// Whether requests count against the rate limit.
  var isLimited: Bool { needsKey && self != .metrics }
}
