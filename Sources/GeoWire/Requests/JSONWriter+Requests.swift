import GeoModel

/// Writes the requests of a client.
extension JSONWriter {
  /// Writes a request without a line end; `params` writes the members. An absent id makes it a notification.
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

  /// Writes the members of a query: `coordinate` and the options that differ from the defaults.
  package mutating func queryMembers(_ query: PlacemarkQuery) {
    key("coordinate")
    exactCoordinate(query.coordinate)
    optionMembers(query)
  }

  /// Writes the options of a query that differ from the defaults. `limit` is always sent, so that the answer is a list.
  package mutating func optionMembers(_ query: PlacemarkQuery) {
    member("languages", query.languages)
    if query.detail != .address { member("detail", query.detail.rawValue) }
    member("worldview", query.worldview?.countryCode)
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

  /// Writes a coordinate in full precision: a query must not change in transit.
  package mutating func exactCoordinate(_ coordinate: Coordinate) {
    object { json in
      json.member("latitude", number: coordinate.latitude)
      json.member("longitude", number: coordinate.longitude)
    }
  }

  /// Writes the members of `locationWatch.start`.
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

  /// Writes the members of `locationWatch.update`.
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

/// The id of a request, returned unchanged: JSON-RPC allows strings, numbers and null.
package enum RequestID: Hashable, Sendable {
  /// No id: the request is a notification and gets no reply.
  case absent
  /// `null`, also if an id could not be read.
  case null
  /// A whole number of up to 18 digits without a sign: the usual form, which allocates no memory.
  case integer(Int)
  /// Any other number or a string, as its JSON text.
  case text([UInt8])

  /// Reads the id of a request; nil if JSON-RPC does not allow its kind.
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

  /// Creates an id from a number as it is written. `1.0` must come back as `1.0`, so only plain digits become an
  /// integer.
  init(number text: UnsafeRawBufferPointer) {
    self = JSONNode.plainInteger(text).map { .integer($0) } ?? .text(Array(text))
  }
}

extension RequestID {
  /// Reads the id from the beginning of a request; ``null`` if the id comes later.
  package init(ofBeginning bytes: UnsafeRawBufferPointer) {
    var scanner = JSONScanner(bytes: bytes, tape: [])
    // The text is cut off, so scanning fails. The values before the cut are used.
    try? scanner.scanText()
    self = scanner.tape.withUnsafeBufferPointer { tape in
      guard tape.first?.kind == .object else { return .null }
      var key = 1
      // An incomplete value has no entry after it.
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
  /// Writes an id.
  package mutating func id(_ id: RequestID) {
    switch id {
    case .absent, .null: null()
    case .integer(let number): integer(number)
    case .text(let json): raw(json)
    }
  }
}
