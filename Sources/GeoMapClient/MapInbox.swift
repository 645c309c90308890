import GeoClient
import GeoMap
import GeoSupport
import GeoWire
import Synchronization

/// The messages of a daemon to a program's map, in order, until the program takes them.
final class MapInbox: ClientGuest {
  /// A message to the map.
  enum Message: Sendable {
    /// The map was opened, for the first time or again after the connection broke.
    case opened(MapOpening)
    /// Other news of the connection.
    case news(GuestNews)
    /// The result of a request as JSON, or the reason it failed.
    case replied(DaemonMap.Subject, Result<[UInt8], GeocodingError>)
  }

  private struct State {
    /// The name of the map; nil until the daemon has chosen one.
    var name: String?
    var messages: [Message] = []
    /// Increases whenever messages are added or taken.
    var version = 0
    /// The waiting tasks: perhaps one for any message and one for a certain condition.
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
    // Remembers the name that the daemon chose, so that the map is found again.
    state.withLock { $0.name = opening.name }
    append(.opened(opening))
    return opening.number
  }

  func hear(_ news: GuestNews) { append(.news(news)) }

  /// Adds a message.
  func append(_ message: Message) {
    state.withLock { state in
      state.messages.append(message)
      state.version += 1
    }
    wakeTasks()
    state.wakeAll()
  }

  /// Returns all messages since the last call.
  func take() -> [Message] {
    state.withLock { state in
      defer { state.messages = [] }
      if !state.messages.isEmpty { state.version += 1 }
      return state.messages
    }
  }

  /// The current version; read it before looking at what was received, and pass it to ``wait(after:)``.
  var version: Int { state.withLock { $0.version } }

  /// Waits until a message arrives or the waiting task is canceled. It also returns when another task has taken
  /// messages since `version`.
  ///
  /// - Parameter version: the version before the caller looked at what was received.
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

  /// Blocks the calling thread until a message arrives.
  func waitOnThread() { state.wait { $0.messages.isEmpty ? nil : () } }
}

/// The daemon's response to opening a map.
struct MapOpening: Sendable {
  /// The number of the map on the connection.
  var number: Int
  var name: String
  /// Whether the map did not exist before.
  var isNew: Bool
  var page: String?
  var viewerPage: String?

  init?(_ result: JSONNode) {
    guard let number = result.member("mapView")?.integer, let name = result.member("name")?.string else { return nil }
    (self.number, self.name, isNew) = (number, name, result.member("created")?.bool ?? false)
    (page, viewerPage) = (result.member("page")?.string, result.member("viewerPage")?.string)
  }
}
