import GeoModel
import NIOCore
import Synchronization

/// Puts the answers of several workers together.
final class QueryAssembly: Sendable {
  private struct State {
    var answers: [Result<[Placemark], GeocodingError>]
    var open: Int
  }

  private let state: Mutex<State>
  private let done: @Sendable ([Result<[Placemark], GeocodingError>]) -> Void

  /// Waits for so many answers.
  init(_ count: Int, _ done: @escaping @Sendable ([Result<[Placemark], GeocodingError>]) -> Void) {
    let none = Result<[Placemark], GeocodingError>.failure(GeocodingError(.cancelled))
    state = Mutex(State(answers: Array(repeating: none, count: count), open: count))
    self.done = done
  }

  /// Takes the answers of a part; fewer than it has queries when nobody is there for them any more.
  func take(_ part: [Result<[Placemark], GeocodingError>], of range: Range<Int>) {
    let all: [Result<[Placemark], GeocodingError>]? = state.withLock { state in
      for (index, answer) in zip(range, part) { state.answers[index] = answer }
      state.open -= range.count
      return state.open == 0 ? state.answers : nil
    }
    if let all { done(all) }
  }
}

extension ServerState {
  /// Has workers answer queries of a guest.
  ///
  /// - Parameter done: takes the answers in the order of the queries, on any thread.
  package func geocode(
    _ queries: [PlacemarkQuery], for client: ClientAccount,
    _ done: @escaping @Sendable ([Result<[Placemark], GeocodingError>]) -> Void
  ) {
    let parts = QueryAssembly(queries.count, done)
    let deadline = NIODeadline.now() + TimeAmount(options.queryTimeout)
    counts.count(queries.count)
    submit(
      QueryChunk.ranges(queries.map(\.weight), workers: pool.workers).map { range in
        let tasks = queries[range].map { QueryTask(query: .success($0), form: .watch) }
        return QueryChunk(tasks: tasks[...], deadline: deadline, client: client) { [self] answers in
          counts.count(-range.count)
          parts.take(answers.placemarks, of: range)
        }
      })
  }
}
