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
    /// Counts up when something was said, and when it was taken.
    var version = 0
    /// Those who wait: perhaps one for whatever happens, and one for something certain.
    var waiters: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Monitor(State())

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
