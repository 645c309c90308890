import GeoSupport
import GeoWire
import Synchronization

/// What a daemon says to a map of a program, in its order, until the program takes it.
final class MapInbox: Sendable {
  /// Something that was said.
  enum Message: Sendable {
    /// The map was opened, at first or again after the connection broke.
    case opened(MapOpening)
    /// It could not be opened.
    case failed(GeocodingError)
    /// The connection broke.
    case lost
    /// A callback or question, as JSON.
    case told([UInt8])
    /// The result of a request as JSON, or why it has none.
    case replied(DaemonMap.Subject, Result<[UInt8], GeocodingError>)
    /// The client was closed.
    case ended
  }

  private struct State {
    var messages: [Message] = []
    /// Those who wait: perhaps one for whatever happens, and one for something certain.
    var waiters: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Monitor(State())

  /// Takes something that was said.
  func append(_ message: Message) {
    state.withLock { $0.messages.append(message) }
    wakeTasks()
    state.wakeAll()
  }

  /// Gives all that was said since the last call.
  func take() -> [Message] {
    state.withLock { state in
      defer { state.messages = [] }
      return state.messages
    }
  }

  /// Waits until something was said, or a task that waits is canceled: others may have taken what was said.
  func wait() async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isDue = state.withLock { state in
          guard state.messages.isEmpty, !Task.isCancelled else { return true }
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
