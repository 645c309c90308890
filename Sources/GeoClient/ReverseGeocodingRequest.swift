import GeoModel
import Synchronization

/// One request for the placemarks at a coordinate, as MapKit has it since iOS 26 (`MKReverseGeocodingRequest`).
///
/// It is sent once: reading ``placemarks`` starts it, and every other read, meanwhile or later, gets the same answer.
/// Callable from any task.
///
/// ```swift
/// let request = ReverseGeocodingRequest(coordinate: coordinate)
/// request.preferredLocale = "de_CH"
/// let placemark = try await request.placemarks[0]
/// ```
public final class ReverseGeocodingRequest: Sendable {
  /// The coordinate of the query.
  public let coordinate: Coordinate

  private struct State {
    var preferredLocale: String?
    var task: Task<Result<[Placemark], GeocodingError>, Never>?
    var isLoading = false
    var isCancelled = false
  }

  private let query: PlacemarkQuery
  private let service: any ReverseGeocoding
  private let state = Mutex(State())

  /// Creates a request to a daemon.
  ///
  /// - Parameter socketPath: the path of the daemon's socket; nil for the default path. All requests of a path share
  ///   one connection.
  public convenience init(coordinate: Coordinate, socketPath: String? = nil) {
    self.init(query: PlacemarkQuery(coordinate: coordinate), service: GeoClient.shared(socketPath: socketPath))
  }

  /// Creates a request with options.
  ///
  /// - Parameter service: the service that answers: a ``GeoClient``, an engine in this process, a test double.
  public init(query: PlacemarkQuery, service: any ReverseGeocoding) {
    coordinate = query.coordinate
    self.query = query
    self.service = service
  }

  /// The locale or language of names (`de`, `de-CH`, `de_CH`), before those of the query; nil for the query's own.
  /// Changes after the first read of ``placemarks`` have no effect.
  public var preferredLocale: String? {
    get { state.withLock { $0.preferredLocale } }
    set { state.withLock { $0.preferredLocale = newValue } }
  }

  /// Whether the request is waiting for its answer.
  public var isLoading: Bool { state.withLock { $0.isLoading } }

  /// Whether the request was canceled.
  public var isCancelled: Bool { state.withLock { $0.isCancelled } }

  /// The placemarks, best first; one or more.
  ///
  /// - Throws: ``GeocodingError``; `.placemarkNotFound` when the data has nothing within reach, `.cancelled` when the
  ///   request, or the task that waits for it, is canceled.
  public var placemarks: [Placemark] {
    get async throws(GeocodingError) {
      guard let task = state.withLock({ begin(&$0) }) else { throw GeocodingError(.cancelled) }
      let result = await withTaskCancellationHandler {
        await task.value
      } onCancel: {
        cancel()
      }
      if isCancelled { throw GeocodingError(.cancelled) }
      return try result.get()
    }
  }

  /// Cancels the request: ``placemarks`` throws `.cancelled`. Does nothing once there is an answer.
  public func cancel() {
    let task = state.withLock { state -> Task<Result<[Placemark], GeocodingError>, Never>? in
      guard state.task == nil || state.isLoading else { return nil }
      (state.isCancelled, state.isLoading) = (true, false)
      return state.task
    }
    task?.cancel()
  }

  /// Returns the task of the request, and starts it at first use; nil once the request is canceled.
  private func begin(_ state: inout State) -> Task<Result<[Placemark], GeocodingError>, Never>? {
    if state.isCancelled { return nil }
    if let task = state.task { return task }
    var query = query
    if let locale = state.preferredLocale {
      query.languages.insert(String(locale.map { $0 == "_" ? "-" : $0 }), at: 0)
    }
    state.isLoading = true
    let task = Task { [service, query] () -> Result<[Placemark], GeocodingError> in
      let result: Result<[Placemark], GeocodingError>
      do throws(GeocodingError) { result = .success(try await service.placemarks(for: query)) } catch {
        result = .failure(error)
      }
      self.state.withLock { $0.isLoading = false }
      return result
    }
    state.task = task
    return task
  }
}
