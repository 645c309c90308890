import GeoModel

/// A line from the server, as a client reads it. The nodes are valid only as long as the parsed line.
package enum WireMessage {
  /// A reply with its result. The id is nil if the server could not read it.
  case result(id: Int?, JSONNode)
  /// A reply with its error.
  case error(id: Int?, WireError)
  /// A callback.
  case callback(WireCallback)
  /// A callback or question of a guest, such as a map, with its kind, its number and the whole message.
  case guest(kind: String, Int, JSONNode)

  /// Reads a message; nil if the object is not one, or is an unknown callback.
  package init?(_ node: JSONNode) {
    if let result = node.member("result") {
      self = .result(id: node.member("id")?.integer, result)
    } else if let error = node.member("error") {
      self = .error(id: node.member("id")?.integer, WireError(error))
    } else if let callback = WireCallback(node) {
      self = .callback(callback)
    } else if let kind = GuestRequest.kind(of: node.member("method")?.string ?? ""),
      let number = node.member("params")?.member(named: kind)?.integer
    {
      self = .guest(kind: kind, number, node)
    } else {
      return nil
    }
  }
}

extension WireError {
  /// Reads an error object. An unknown reason counts as a failure of the server.
  package init(_ node: JSONNode) {
    let code = node.member("code")?.integer
    let word = node.member("data")?.member("reason")?.string
    let reason = word.flatMap(Reason.init(rawValue:)) ?? Reason.allCases.first { $0.code == code }
    self.init(reason ?? .serverFailure, node.member("message")?.string ?? "the server failed without a message")
  }
}

extension JSONNode {
  /// The placemarks of a result or of a batch element: one, or a list if the query had a limit.
  package var placemarks: Result<[Placemark], WireError> {
    if let error = member("error") { return .failure(WireError(error)) }
    if let list = member("placemarks") { return .success(list.elements.compactMap(Placemark.init)) }
    guard let placemark = Placemark(member("placemark") ?? self) else {
      return .failure(WireError(.internalError, "the server's answer holds no placemark"))
    }
    return .success([placemark])
  }
}

extension JSONWriter {
  /// Writes a reply with a result, without a line end.
  package mutating func reply(to id: RequestID, _ result: (inout JSONWriter) -> Void) {
    beginMessage()
    key("id")
    self.id(id)
    key("result")
    result(&self)
    endObject()
  }

  /// Writes a reply with an error, without a line end.
  package mutating func reply(to id: RequestID, error: WireError) {
    beginMessage()
    key("id")
    self.id(id)
    key("error")
    self.error(error)
    endObject()
  }

  /// Writes a callback, without a line end; `params` writes the members.
  package mutating func callback(_ method: StaticString, _ params: (inout JSONWriter) -> Void) {
    beginMessage()
    member("method", word: method)
    member("params", object: params)
    endObject()
  }

  /// Writes `{"code":…,"message":…,"data":{"reason":…}}`.
  package mutating func error(_ error: WireError) {
    object { json in
      json.member("code", error.reason.code)
      json.member("message", error.message)
      json.member("data") { $0.member("reason", error.reason.rawValue) }
    }
  }

  /// Writes `"placemark":{…}`, or `"placemarks":[…]` for a query with a limit, as members of an open object.
  package mutating func placemarkMembers(_ placemarks: [Placemark], isList: Bool) {
    if isList {
      member("placemarks", array: placemarks) { $0.placemark($1) }
    } else if !placemarks.isEmpty {
      key("placemark")
      firstPlacemark(of: placemarks)
    }
  }

  mutating func beginMessage() {
    beginObject()
    member("jsonrpc", word: "2.0")
  }
}
