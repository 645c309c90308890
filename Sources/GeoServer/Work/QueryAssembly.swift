import GeoModel
import NIOCore
import Synchronization

/// Collects the answers of several workers.
final class QueryAssembly: Sendable {
  private struct State {
    var answers: [Result<[Placemark], GeocodingError>]
    var open: Int
  }

  private let state: Mutex<State>
  private let done: @Sendable ([Result<[Placemark], GeocodingError>]) -> Void

  /// Waits for a number of answers.
  init(_ count: Int, _ done: @escaping @Sendable ([Result<[Placemark], GeocodingError>]) -> Void) {
    let none = Result<[Placemark], GeocodingError>.failure(GeocodingError(.cancelled))
    state = Mutex(State(answers: Array(repeating: none, count: count), open: count))
    self.done = done
  }

  /// Adds the answers of a part; there are fewer than its queries if the client has gone.
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
  /// Submits queries of a guest to the workers.
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
