import GeoModel

/// Requests the placemark at one coordinate and notifies a delegate, as MapKit's `MKReverseGeocoder` did.
///
/// A thin layer over ``ReverseGeocoding``, whose `async` functions are simpler in new code.
///
/// - Isolation: a geocoder belongs to its creator: an actor, the main actor, a task. The delegate is called there, too.
/// - Order and count: see ``ReverseGeocoderDelegate``.
/// - Ownership: the delegate is held weakly. The geocoder is held by its owner and, while a query is under way, by that
///   query. So a geocoder that was started and released still notifies its delegate.
public final class ReverseGeocoder {
  /// The coordinate of the query.
  public let coordinate: Coordinate
  /// The delegate, held weakly.
  public weak var delegate: (any ReverseGeocoderDelegate)?
  /// The answer of the last successful query; nil before one.
  public private(set) var placemark: Placemark?
  /// Whether a query is under way.
  public var isQuerying: Bool { current != nil }

  private let service: any ReverseGeocoding
  private let query: PlacemarkQuery
  /// The number of the current query.
  private var current: Int?
  private var lastNumber = 0
  private var task: Task<Void, Never>?

  /// Creates a geocoder for a coordinate that uses a daemon. It sends nothing yet.
  ///
  /// - Parameter socketPath: the path of the daemon's socket; nil for the default path. All geocoders of a path share
  ///   one connection.
  public convenience init(coordinate: Coordinate, socketPath: String? = nil) {
    self.init(query: PlacemarkQuery(coordinate: coordinate), service: GeoClient.shared(socketPath: socketPath))
  }

  /// Creates a geocoder for a query with options.
  ///
  /// - Parameter service: the service that answers: a ``GeoClient``, an engine in this process, a test double.
  public init(query: PlacemarkQuery, service: any ReverseGeocoding) {
    coordinate = query.coordinate
    self.query = query
    self.service = service
  }

  /// Starts a query, and returns before the answer. Does nothing while a query is under way.
  ///
  /// - Parameter isolation: the calling actor, which owns the geocoder; the delegate is called on it. Code outside of
  ///   any actor calls ``run()`` instead.
  public func start(isolation: isolated any Actor = #isolation) {
    guard let number = begin() else { return }
    task = Task {
      // A closure that captures the actor runs on it.
      _ = isolation
      finish(number, await outcome())
    }
  }

  /// Runs a query, and returns after the delegate was notified. Returns at once while a query is under way.
  public nonisolated(nonsending) func run() async {
    guard let number = begin() else { return }
    finish(number, await outcome())
  }

  /// Cancels the query: the delegate is not called. Does nothing if none is under way.
  public func cancel() {
    current = nil
    task?.cancel()
    task = nil
  }

  private func begin() -> Int? {
    guard current == nil else { return nil }
    lastNumber += 1
    current = lastNumber
    return lastNumber
  }

  private nonisolated(nonsending) func outcome() async -> Result<Placemark, GeocodingError> {
    do throws(GeocodingError) { return .success(try await service.placemark(for: query)) } catch {
      return .failure(error)
    }
  }

  /// Notifies the delegate, unless the query was canceled; another one may be under way by now.
  private func finish(_ number: Int, _ outcome: Result<Placemark, GeocodingError>) {
    guard current == number else { return }
    current = nil
    task = nil
    switch outcome {
    case .success(let found):
      placemark = found
      delegate?.reverseGeocoder(self, didFind: found)
    case .failure(let error): delegate?.reverseGeocoder(self, didFailWith: error)
    }
  }
}

/// Gets the outcome of a ``ReverseGeocoder``. Both methods are optional: their defaults do nothing.
///
/// Each query that is not canceled leads to exactly one call of one of the two. After
/// ``ReverseGeocoder/start(isolation:)`` has returned, the call comes on the actor that called `start`.
/// ``ReverseGeocoder/run()`` makes the call before it returns. At that time `isQuerying` is false and, on success,
/// `placemark` is set, so the method may start the geocoder again or release it.
public protocol ReverseGeocoderDelegate: AnyObject {
  /// The placemark was found.
  func reverseGeocoder(_ geocoder: ReverseGeocoder, didFind placemark: Placemark)
  /// There is no placemark, for the reason in the error.
  func reverseGeocoder(_ geocoder: ReverseGeocoder, didFailWith error: GeocodingError)
}

extension ReverseGeocoderDelegate {
  /// Does nothing.
  public func reverseGeocoder(_ geocoder: ReverseGeocoder, didFind placemark: Placemark) {}
  /// Does nothing.
  public func reverseGeocoder(_ geocoder: ReverseGeocoder, didFailWith error: GeocodingError) {}
}
