import GeoClient
import GeoMap
import GeoSupport
import GeoWire
import Synchronization

/// What a daemon says to a map of a program, in its order, until the program takes it.
final class MapInbox: ClientGuest {
  /// Something that was said.
  enum Message: Sendable {
    /// The map was opened, at first or again after the connection broke.
    case opened(MapOpening)
    /// What the connection says otherwise.
    case news(GuestNews)
    /// The result of a request as JSON, or why it has none.
    case replied(DaemonMap.Subject, Result<[UInt8], GeocodingError>)
  }

  private struct State {
    /// The name of the map; nil until the daemon has given one.
    var name: String?
    var messages: [Message] = []
    /// Counts up when something was said, and when it was taken.
    var version = 0
    /// Those who wait: perhaps one for whatever happens, and one for something certain.
    var waiters: [CheckedContinuation<Void, Never>] = []
  }

  let kind = MapMethod.kind
  /// The members of the request that opens the map, without its name.
  private let members: [UInt8]
  private let state: Monitor<State>

  init(name: String?, members: [UInt8]) {
    self.members = members
    state = Monitor(State(name: name))
  }

  func writeOpening(_ json: inout JSONWriter) {
    json.member("name", state.withLock { $0.name })
    json.raw(members)
  }

  func adopt(_ result: JSONNode) -> Int? {
    guard let opening = MapOpening(result) else { return nil }
    // The name that a nameless one was given finds it again.
    state.withLock { $0.name = opening.name }
    append(.opened(opening))
    return opening.number
  }

  func hear(_ news: GuestNews) { append(.news(news)) }

  /// Takes something that was said.
  func append(_ message: Message) {
    state.withLock { state in
      state.messages.append(message)
      state.version += 1
    }
    wakeTasks()
    state.wakeAll()
  }

  /// Gives all that was said since the last call.
  func take() -> [Message] {
    state.withLock { state in
      defer { state.messages = [] }
      if !state.messages.isEmpty { state.version += 1 }
      return state.messages
    }
  }

  /// To be asked before a look at what was heard: see ``wait(after:)``.
  var version: Int { state.withLock { $0.version } }

  /// Waits until something was said, or a task that waits is canceled. Other tasks may take what was said, also before this one begins to wait.
  ///
  /// - Parameter version: the one of before the caller has looked at what was heard so far.
  func wait(after version: Int) async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isDue = state.withLock { state in
          guard state.messages.isEmpty, state.version == version, !Task.isCancelled else { return true }
          state.waiters.append(continuation)
          return false
        }
        if isDue { continuation.resume() }
      }
    } onCancel: {
      wakeTasks()
    }
  }

  private func wakeTasks() {
    let waiters = state.withLock { state in
      defer { state.waiters = [] }
      return state.waiters
    }
    for waiter in waiters { waiter.resume() }
  }

  /// Has the calling thread wait until something was said.
  func waitOnThread() { state.wait { $0.messages.isEmpty ? nil : () } }
}

/// What a daemon says of a map that was opened.
struct MapOpening: Sendable {
  /// Its number on the connection.
  var number: Int
  var name: String
  /// Whether it was not there before.
  var isNew: Bool
  var page: String?
  var viewerPage: String?

  init?(_ result: JSONNode) {
    guard let number = result.member("mapView")?.integer, let name = result.member("name")?.string else { return nil }
    (self.number, self.name, isNew) = (number, name, result.member("created")?.bool ?? false)
    (page, viewerPage) = (result.member("page")?.string, result.member("viewerPage")?.string)
  }
}
