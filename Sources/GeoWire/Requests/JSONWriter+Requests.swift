import GeoModel

/// Requests as a client writes them.
extension JSONWriter {
  /// A request without a line end; `params` writes the members. An absent id makes it a notification.
  public mutating func request(
    _ method: StaticString, id: RequestID, params: ((inout JSONWriter) -> Void)? = nil
  ) {
    beginMessage()
    if id != .absent {
      key("id")
      self.id(id)
    }
    key("method")
    word(method)
    if let params {
      key("params")
      beginObject()
      params(&self)
      endObject()
    }
    endObject()
  }

  /// The members of a query: `coordinate` and the options that differ from the usual ones.
  public mutating func queryMembers(_ query: PlacemarkQuery) {
    key("coordinate")
    exactCoordinate(query.coordinate)
    optionMembers(query)
  }

  /// The options of a query that differ from the usual ones. `limit` is always sent, so that the answer is a list.
  public mutating func optionMembers(_ query: PlacemarkQuery) {
    member("languages", query.languages)
    if query.detail != .address { member("detail", query.detail.rawValue) }
    if let distance = query.maximumDistanceMeters {
      key("maximumDistanceMeters")
      number(distance)
    }
    member("limit", query.limit)
    if query.includesAreas { member("areas", true) }
    if query.includesTrace { member("explain", true) }
    if query.includesOverlay { member("overlay", true) }
  }

  /// A coordinate in full precision: a query must not change on its way.
  public mutating func exactCoordinate(_ coordinate: Coordinate) {
    beginObject()
    key("latitude")
    number(coordinate.latitude)
    key("longitude")
    number(coordinate.longitude)
    endObject()
  }

  /// The members of `locationWatch.start`.
  public mutating func watchMembers(_ options: WireWatchOptions) {
    var template = options.template
    template.limit = 1
    optionMembers(template)
    key("accuracyMeters")
    number(options.accuracyMeters)
  }

  /// The members of `locationWatch.update`.
  public mutating func fixMembers(_ fix: WireFix) {
    member("watch", fix.watch)
    key("coordinate")
    exactCoordinate(fix.coordinate)
    if let accuracy = fix.accuracyMeters {
      key("accuracyMeters")
      number(accuracy)
    }
    if let timestamp = fix.timestamp {
      key("timestamp")
      number(timestamp)
    }
  }

  private mutating func member(_ name: StaticString, _ value: Bool) {
    key(name)
    bool(value)
  }
}
