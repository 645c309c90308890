import GeoMap
import GeoModel
import GeoWire

/// A map of a program as the connection sees it. It outlives a restart of the daemon, and is opened again then.
struct MapEntry {
  /// The members of the request that opens it, without its name.
  let members: [UInt8]
  /// The name of the map; nil until the daemon has given one.
  var name: String?
  /// Its number on the connection; nil while it is not open.
  var number: Int?
  /// Takes what the daemon says.
  let inbox: MapInbox
}

/// Maps over the connection. Each has a key of ours; the daemon's number changes with every connection.
extension ClientConnection {
  /// Notes a map and opens it.
  func addMap(_ entry: MapEntry) -> Int {
    state.withLock { state in
      state.lastID += 1
      let key = state.lastID
      guard !state.isClosed else {
        entry.inbox.append(.ended)
        return key
      }
      state.maps[key] = entry
      if state.socket != nil {
        openMap(key, &state)
      } else {
        // Stands for the request that is written when there is a connection: somebody waits for it.
        state.calls[key] = opening(key, entry)
      }
      ensureAwake(&state)
      return key
    }
  }

  /// Asks the daemon for a map.
  func openMap(_ key: Int, _ state: inout State) {
    guard let entry = state.maps[key] else { return }
    state.lastID += 1
    var writer = JSONWriter()
    writer.request("mapView.open", id: .integer(state.lastID)) { json in
      json.member("name", entry.name)
      json.raw(entry.members)
    }
    writer.endLine()
    state.calls[state.lastID] = opening(key, entry)
    state.write(writer.bytes, wakePipe)
  }

  private func opening(_ key: Int, _ entry: MapEntry) -> PendingCall {
    PendingCall(line: [], deadline: .now + options.timeout) { [weak self] outcome in
      let error: GeocodingError
      switch outcome {
      case .success(let result):
        if let opening = MapOpening(result) { return self?.adopt(key, opening) ?? () }
        error = GeocodingError(.serverFailure, "the daemon opened no map")
      case .failure(let reason): error = reason
      }
      self?.removeMap(key)
      entry.inbox.append(.failed(error))
    }
  }

  private func adopt(_ key: Int, _ opening: MapOpening) {
    state.withLock { state in
      guard let entry = state.maps[key] else { return }
      state.maps[key]?.number = opening.number
      // The name that a nameless one was given finds it again.
      state.maps[key]?.name = opening.name
      state.mapNumbers[opening.number] = key
      entry.inbox.append(.opened(opening))
    }
  }

  /// Sends a request of a map; its reply goes to the inbox. Nothing is sent when the map has no longer that number.
  func ask(
    _ key: Int, _ number: Int, _ method: MapMethod, _ subject: DaemonMap.Subject, _ members: (inout JSONWriter) -> Void
  ) {
    let id = state.withLock { state in
      state.lastID += 1
      return state.lastID
    }
    // Written before the lock is taken, as it may be long.
    let line = ClientConnection.line { json in
      json.member("id", id)
      json.member("method", method.rawValue)
      json.member("params") { json in
        json.member("mapView", number)
        members(&json)
      }
    }
    state.withLock { state in
      guard let entry = state.maps[key], entry.number == number else { return }
      state.calls[id] = PendingCall(line: [], deadline: .now + options.timeout) { outcome in
        entry.inbox.append(.replied(subject, outcome.map { Array($0.text) }))
      }
      state.write(line, wakePipe)
      ensureAwake(&state)
    }
  }

  /// Answers a question.
  func answer(_ key: Int, _ number: Int, question: String, _ result: (inout JSONWriter) -> Void) {
    let line = ClientConnection.line { json in
      json.member("id", question)
      json.member("result", object: result)
    }
    state.withLock { state in
      if state.maps[key]?.number == number { state.write(line, wakePipe) }
    }
  }

  /// Forgets a map, and tells the daemon so.
  func removeMap(_ key: Int) {
    state.withLock { state in
      guard let number = state.maps.removeValue(forKey: key)?.number else { return }
      state.mapNumbers[number] = nil
      let line = ClientConnection.line { json in
        json.member("method", MapMethod.close.rawValue)
        json.member("params") { $0.member("mapView", number) }
      }
      state.write(line, wakePipe)
    }
  }

  /// Hands a callback or question to its map.
  func deliver(map number: Int, _ node: JSONNode) {
    let text = Array(node.text)
    let inbox = state.withLock { state in state.mapNumbers[number].flatMap { state.maps[$0]?.inbox } }
    inbox?.append(.told(text))
  }

  private static func line(_ members: (inout JSONWriter) -> Void) -> [UInt8] {
    var writer = JSONWriter()
    writer.object { json in
      json.member("jsonrpc", word: "2.0")
      members(&json)
    }
    writer.endLine()
    return writer.bytes
  }
}
