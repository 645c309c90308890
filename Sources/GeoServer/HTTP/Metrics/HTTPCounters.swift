import Synchronization

/// The counters of one event loop. Only that loop writes, so loops never wait for each other; any thread may read.
final class HTTPCounters: Sendable {
  /// The outcome of a request, as metrics label it.
  enum Outcome: Int, CaseIterable {
    case ok, notFound, badRequest, unauthorized, throttled, failed

    /// The outcome for a status.
    init(status: Int) {
      switch status {
      case ..<400: self = .ok
      case 401: self = .unauthorized
      case 404: self = .notFound
      case 429: self = .throttled
      case ..<500: self = .badRequest
      default: self = .failed
      }
    }

    /// The label's value.
    var label: String {
      switch self {
      case .ok: "ok"
      case .notFound: "not_found"
      case .badRequest: "bad_request"
      case .unauthorized: "unauthorized"
      case .throttled: "throttled"
      case .failed: "failed"
      }
    }
  }

  /// The upper ends of the duration classes, in microseconds.
  static let limitsMicroseconds = [50, 100, 250, 500, 1000, 2500, 5000, 10_000, 50_000, 250_000, 1_000_000, 10_000_000]

  private static let classes = limitsMicroseconds.count + 1
  private static let perRoute = Outcome.allCases.count + classes + 1
  /// The cells of each route, and of one more for unknown paths.
  private let cells: [Cell]
  private let routes: HTTPRoutes

  /// The number of requests answered without a task.
  private let prompt = Cell()

  private final class Cell: Sendable {
    let value = Atomic<Int>(0)
  }

  /// Counters at zero.
  init(_ routes: HTTPRoutes) {
    self.routes = routes
    cells = (0..<(routes.all.count + 1) * HTTPCounters.perRoute).map { _ in Cell() }
  }

  /// Counts an answered request.
  func count(_ route: HTTPRoute?, status: Int, nanoseconds: Int64) {
    let start = start(route)
    add(1, start + Outcome(status: status).rawValue)
    let microseconds = Int(nanoseconds / 1000)
    let index = HTTPCounters.limitsMicroseconds.firstIndex { microseconds <= $0 } ?? HTTPCounters.classes - 1
    add(1, start + Outcome.allCases.count + index)
    add(microseconds, start + HTTPCounters.perRoute - 1)
  }

  /// Counts a request answered without a task.
  func countPrompt() { prompt.value.add(1, ordering: .relaxed) }

  /// The number of requests answered without a task, including refused ones.
  var promptAnswers: Int { prompt.value.load(ordering: .relaxed) }

  /// The number of a route's requests with an outcome.
  func requests(_ route: HTTPRoute?, _ outcome: Outcome) -> Int { self[start(route) + outcome.rawValue] }

  /// The number of a route's requests by duration class; the last class has no upper end.
  func durations(_ route: HTTPRoute?) -> [Int] {
    let start = start(route) + Outcome.allCases.count
    return (start..<start + HTTPCounters.classes).map { self[$0] }
  }

  /// The total duration of all requests of a route in microseconds.
  func totalMicroseconds(_ route: HTTPRoute?) -> Int { self[start(route) + HTTPCounters.perRoute - 1] }

  private func start(_ route: HTTPRoute?) -> Int { routes.number(of: route) * HTTPCounters.perRoute }

  private func add(_ amount: Int, _ index: Int) { cells[index].value.add(amount, ordering: .relaxed) }

  private subscript(_ index: Int) -> Int { cells[index].value.load(ordering: .relaxed) }
}
