import GeoModel

/// Requests as a client writes them.
extension JSONWriter {
  /// A request without a line end; `params` writes the members. An absent id makes it a notification.
  package mutating func request(
    _ method: StaticString, id: RequestID, params: ((inout JSONWriter) -> Void)? = nil
  ) {
    beginMessage()
    if id != .absent {
      key("id")
      self.id(id)
    }
    member("method", word: method)
    if let params { member("params", object: params) }
    endObject()
  }

  /// The members of a query: `coordinate` and the options that differ from the usual ones.
  package mutating func queryMembers(_ query: PlacemarkQuery) {
    key("coordinate")
    exactCoordinate(query.coordinate)
    optionMembers(query)
  }

  /// The options of a query that differ from the usual ones. `limit` is always sent, so that the answer is a list.
  package mutating func optionMembers(_ query: PlacemarkQuery) {
    member("languages", query.languages)
    if query.detail != .address { member("detail", query.detail.rawValue) }
    member("maximumDistanceMeters", number: query.maximumDistanceMeters)
    member("limit", query.limit)
    if query.includesAreas { member("areas", true) }
    if query.includesTrace { member("explain", true) }
    if query.includesOverlay { member("overlay", true) }
    let extras = query.extraFields.fields.filter { $0 != .wikidata }
    if query.includesWikidata { member("wikidata", true) }
    if !extras.isEmpty { member("with", extras.map(\.name)) }
    switch query.layers {
    case .none: break
    case .all: member("layers", true)
    case .named(let names): member("layers", names)
    }
    if let road = query.road { roadMembers(road) }
  }

  private mutating func roadMembers(_ road: RoadQuery) {
    member("road", true)
    if road.profile != .any { member("profile", road.profile.rawValue) }
    member("bearingDegrees", number: road.bearingDegrees)
    member("speedMetersPerSecond", number: road.speedMetersPerSecond)
    member("accuracyMeters", number: road.accuracyMeters)
  }

  /// A coordinate in full precision: a query must not change on its way.
  package mutating func exactCoordinate(_ coordinate: Coordinate) {
    object { json in
      json.member("latitude", number: coordinate.latitude)
      json.member("longitude", number: coordinate.longitude)
    }
  }

  /// The members of `locationWatch.start`.
  package mutating func watchMembers(_ options: WireWatchOptions) {
    var template = options.template
    template.limit = 1
    if let profile = template.road?.profile {
      template.road = RoadQuery()
      template.road?.profile = profile
    }
    optionMembers(template)
    member("speedToleranceKilometersPerHour", number: options.speedToleranceKilometersPerHour)
    member("accuracyMeters", number: options.accuracyMeters)
    if options.dwellSeconds > 0 { member("dwellSeconds", number: options.dwellSeconds) }
    member("marginMeters", number: options.marginMeters)
  }

  /// The members of `locationWatch.update`.
  package mutating func fixMembers(_ fix: WireFix) {
    member("watch", fix.watch)
    key("coordinate")
    exactCoordinate(fix.coordinate)
    member("accuracyMeters", number: fix.accuracyMeters)
    member("timestamp", number: fix.timestamp)
    member("bearingDegrees", number: fix.bearingDegrees)
    member("speedMetersPerSecond", number: fix.speedMetersPerSecond)
  }
}

/// The id of a request, given back as it came: JSON-RPC allows strings, numbers and null.
package enum RequestID: Hashable, Sendable {
  /// There was none: the request is a notification and gets no reply.
  case absent
  /// `null`, also where an id could not be read.
  case null
  /// A whole number, the usual kind; the only one that costs no memory.
  case integer(Int)
  /// Any other number or a string, by its JSON text.
  case text([UInt8])

  /// The id of a request, or nil when it is of a kind that JSON-RPC does not allow.
  init?(_ node: JSONNode?) {
    guard let node else {
      self = .absent
      return
    }
    if node.isNull {
      self = .null
    } else if node.isNumber {
      self.init(number: node.text)
    } else if node.isString {
      self = .text([UInt8(ascii: "\"")] + Array(node.text) + [UInt8(ascii: "\"")])
    } else {
      return nil
    }
  }

  /// The id of a number as it is written. `1.0` must come back as `1.0`, so only plain digits become an integer.
  init(number text: UnsafeRawBufferPointer) {
    self = JSONNode.plainInteger(text).map { .integer($0) } ?? .text(Array(text))
  }
}

extension RequestID {
  /// The id of a request of which only the beginning is there; ``null`` where the id stands behind that.
  package init(ofBeginning bytes: UnsafeRawBufferPointer) {
    var scanner = JSONScanner(bytes: bytes, tape: [])
    // The text ends early. What was read until then counts.
    try? scanner.scanText()
    self = scanner.tape.withUnsafeBufferPointer { tape in
      guard tape.first?.kind == .object else { return .null }
      var key = 1
      // Nothing is behind a value that goes on.
      while key + 1 < tape.count, tape[key + 1].next > 0, tape[key + 1].end < bytes.count {
        if JSONNode(bytes: bytes, tape: tape, index: key).equals("id") {
          return RequestID(JSONNode(bytes: bytes, tape: tape, index: key + 1)) ?? .null
        }
        key = Int(tape[key + 1].next)
      }
      return .null
    }
  }
}

extension JSONWriter {
  /// An id as a value.
  package mutating func id(_ id: RequestID) {
    switch id {
    case .absent, .null: null()
    case .integer(let number): integer(number)
    case .text(let json): raw(json)
    }
  }
}
