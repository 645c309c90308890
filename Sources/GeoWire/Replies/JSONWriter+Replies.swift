import GeoModel

extension JSONWriter {
  /// A reply with a result, without a line end.
  public mutating func reply(to id: RequestID, _ result: (inout JSONWriter) -> Void) {
    beginMessage()
    key("id")
    self.id(id)
    key("result")
    result(&self)
    endObject()
  }

  /// A reply with an error, without a line end.
  public mutating func reply(to id: RequestID, error: WireError) {
    beginMessage()
    key("id")
    self.id(id)
    key("error")
    self.error(error)
    endObject()
  }

  /// A callback, without a line end; `params` writes the members.
  public mutating func callback(_ method: StaticString, _ params: (inout JSONWriter) -> Void) {
    beginMessage()
    key("method")
    word(method)
    key("params")
    beginObject()
    params(&self)
    endObject()
    endObject()
  }

  /// `{"code":…,"message":…,"data":{"reason":…}}`.
  public mutating func error(_ error: WireError) {
    beginObject()
    key("code")
    integer(error.reason.code)
    member("message", error.message)
    key("data")
    beginObject()
    member("reason", error.reason.rawValue)
    endObject()
    endObject()
  }

  /// `"placemark":{…}`, or `"placemarks":[…]` for a query with a limit, as members of an open object.
  public mutating func placemarkMembers(_ placemarks: [Placemark], isList: Bool) {
    if isList {
      key("placemarks")
      beginArray()
      for each in placemarks { placemark(each) }
      endArray()
    } else if let first = placemarks.first {
      key("placemark")
      placemark(first)
    }
  }

  /// A key and a whole number.
  public mutating func member(_ name: StaticString, _ value: Int) {
    key(name)
    integer(value)
  }

  mutating func beginMessage() {
    beginObject()
    key("jsonrpc")
    word("2.0")
  }
}
