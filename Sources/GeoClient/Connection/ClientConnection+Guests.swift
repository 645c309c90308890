import GeoModel
import GeoWire

/// An object of this program that lives in the daemon under a number, such as a map. It outlives a restart of the
/// daemon, and is opened again then. Callable from any thread.
package protocol ClientGuest: AnyObject, Sendable {
  /// The prefix of its methods, also the name of the parameter with its number: `mapView`.
  var kind: String { get }

  /// Writes the parameters of the request that opens it, `open` of its kind.
  func writeOpening(_ json: inout JSONWriter)

  /// Reads the result of that request, and returns the number; nil if there is none in it.
  func adopt(_ result: JSONNode) -> Int?

  /// Takes news from the daemon.
  func hear(_ news: GuestNews)
}

/// News for a guest of a connection, besides replies.
package enum GuestNews: Sendable {
  /// The daemon refused to open it.
  case failed(GeocodingError)
  /// The connection broke.
  case lost
  /// A callback or question, as JSON.
  case told([UInt8])
  /// The client was closed.
  case ended
}

/// A guest as the connection sees it.
struct GuestEntry {
  let guest: any ClientGuest
  /// Its number on the connection; nil while it is not open.
  var number: Int?
}

/// The guests of the connection. Each has a key of this client; the daemon's number changes with every connection.
extension ClientConnection {
  /// Registers a guest and opens it.
  ///
  /// - Returns: its key.
  package func add(_ guest: any ClientGuest) -> Int {
    state.withLock { state in
      state.lastID += 1
      let key = state.lastID
      guard !state.isClosed else {
        guest.hear(.ended)
        return key
      }
      state.guests[key] = GuestEntry(guest: guest)
      if state.socket != nil {
        open(key, &state)
      } else {
        // Stands for the request that is written once there is a connection, so that the thread knows that a connection
        // is needed.
        state.calls[key] = opening(key, guest)
      }
      ensureAwake(&state)
      return key
    }
  }

  /// Makes the daemon open a guest.
  func open(_ key: Int, _ state: inout State) {
    guard let guest = state.guests[key]?.guest else { return }
    state.lastID += 1
    let id = state.lastID
    let line = ClientConnection.line { json in
      json.member("id", id)
      json.member("method", guest.kind + ".open")
      json.member("params") { guest.writeOpening(&$0) }
    }
    state.calls[id] = opening(key, guest)
    state.write(line, wakePipe)
  }

  private func opening(_ key: Int, _ guest: any ClientGuest) -> PendingCall {
    PendingCall(line: [], deadline: .now + options.timeout) { [weak self] outcome in
      guard let self else { return }
      let error: GeocodingError
      switch outcome {
      case .success(let result):
        let isOpen = state.withLock { state in
          // It may have been removed meanwhile.
          guard state.guests[key] != nil else { return true }
          guard let number = guest.adopt(result) else { return false }
          state.guests[key]?.number = number
          return true
        }
        if isOpen { return }
        error = GeocodingError(.serverFailure, "the daemon's answer to '\(guest.kind).open' is not understood")
      case .failure(let reason): error = reason
      }
      remove(key)
      guest.hear(.failed(error))
    }
  }

  /// Sends a request of a guest. Does nothing if the guest no longer has that number.
  ///
  /// - Parameters:
  ///   - key: the guest's key.
  ///   - number: the guest's number on the connection.
  ///   - method: the method, with its kind.
  ///   - reply: takes the result as JSON, or the error, on the connection's thread.
  ///   - members: writes the parameters except the number.
  package func ask(
    _ key: Int, number: Int, method: String, reply: @escaping @Sendable (Result<[UInt8], GeocodingError>) -> Void,
    members: (inout JSONWriter) -> Void
  ) {
    let id = state.withLock { state in
      state.lastID += 1
      return state.lastID
    }
    let kind = GuestRequest.kind(of: method) ?? method
    // Written before the lock is taken, because it may be long.
    let line = ClientConnection.line { json in
      json.member("id", id)
      json.member("method", method)
      json.member("params") { json in
        json.dynamicKey(kind)
        json.integer(number)
        members(&json)
      }
    }
    state.withLock { state in
      guard state.guests[key]?.number == number else { return }
      state.calls[id] = PendingCall(line: [], deadline: .now + options.timeout) { outcome in
        reply(outcome.map { Array($0.text) })
      }
      state.write(line, wakePipe)
      ensureAwake(&state)
    }
  }

  /// Answers a question that the daemon asked a guest.
  package func answer(_ key: Int, number: Int, question: String, result: (inout JSONWriter) -> Void) {
    let line = ClientConnection.line { json in
      json.member("id", question)
      json.member("result", object: result)
    }
    state.withLock { state in
      if state.guests[key]?.number == number { state.write(line, wakePipe) }
    }
  }

  /// Removes a guest, and closes it in the daemon.
  package func remove(_ key: Int) {
    state.withLock { state in
      guard let entry = state.guests.removeValue(forKey: key), let number = entry.number else { return }
      let line = ClientConnection.line { json in
        json.member("method", entry.guest.kind + ".close")
        json.member("params") { json in
          json.dynamicKey(entry.guest.kind)
          json.integer(number)
        }
      }
      state.write(line, wakePipe)
    }
  }

  /// Passes a callback or question to its guest.
  func deliver(_ kind: String, _ number: Int, _ node: JSONNode) {
    let text = Array(node.text)
    let guest = state.withLock { state in
      state.guests.values.first { $0.number == number && $0.guest.kind == kind }?.guest
    }
    guest?.hear(.told(text))
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
