import GeoModel

/// Asks for the placemark at one coordinate and tells a delegate, as MapKit's `MKReverseGeocoder` did.
///
/// A thin layer over ``ReverseGeocoding``, whose `async` functions are the plainer way in new code.
///
/// - Isolation: a geocoder belongs to whoever made it: an actor, the main actor, a task. The delegate is called there, too.
/// - Order and count: see ``ReverseGeocoderDelegate``.
/// - Ownership: the delegate is held weakly. The geocoder itself is held by nobody but its owner and, while it is querying, by
///   its query; so one that was started and let go still tells its delegate.
public final class ReverseGeocoder {
  /// The coordinate that is asked about.
  public let coordinate: Coordinate
  /// Who is told. Held weakly.
  public weak var delegate: (any ReverseGeocoderDelegate)?
  /// The answer of the last query; nil before one has succeeded.
  public private(set) var placemark: Placemark?
  /// Whether a query is under way.
  public var isQuerying: Bool { current != nil }

  private let service: any ReverseGeocoding
  private let query: PlacemarkQuery
  /// The number of the query that is under way.
  private var current: Int?
  private var lastNumber = 0
  private var task: Task<Void, Never>?

  /// A geocoder for a coordinate, asking a daemon. Nothing is asked yet.
  ///
  /// - Parameter socketPath: where the daemon listens; nil: at the default path. All geocoders of a path share one connection.
  public convenience init(coordinate: Coordinate, socketPath: String? = nil) {
    self.init(query: PlacemarkQuery(coordinate: coordinate), service: GeoClient.shared(socketPath: socketPath))
  }

  /// A geocoder for a query with options.
  ///
  /// - Parameter service: who is asked: a ``GeoClient``, an engine in this process, a test double.
  public init(query: PlacemarkQuery, service: any ReverseGeocoding) {
    coordinate = query.coordinate
    self.query = query
    self.service = service
  }

  /// Asks, and returns before the answer is there. Does nothing while a query is under way.
  ///
  /// - Parameter isolation: the actor that owns the geocoder, which is the one that calls; the delegate is called on it. Code that is
  ///   on no actor calls ``run()`` instead.
  public func start(isolation: isolated any Actor = #isolation) {
    guard let number = begin() else { return }
    task = Task {
      // What names the actor runs on it.
      _ = isolation
      finish(number, await outcome())
    }
  }

  /// Asks, and returns when the delegate was told. Returns at once while a query is under way.
  public nonisolated(nonsending) func run() async {
    guard let number = begin() else { return }
    finish(number, await outcome())
  }

  /// Gives the query up: the delegate is not called any more. Does nothing when none is under way.
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

  /// Tells the delegate, unless the query was given up; another one may be under way by now.
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

/// Hears the outcome of a ``ReverseGeocoder``. Both methods are optional: their defaults do nothing.
///
/// For every ``ReverseGeocoder/start(isolation:)`` exactly one of the two is called, once, on the actor that called it and never before it
/// has returned; none after ``ReverseGeocoder/cancel()``. ``ReverseGeocoder/run()`` calls it before it returns. When it is called,
/// `isQuerying` is false already and, on success, `placemark` is set, so the geocoder may be started again or released from within.
public protocol ReverseGeocoderDelegate: AnyObject {
  /// The placemark was found.
  func reverseGeocoder(_ geocoder: ReverseGeocoder, didFind placemark: Placemark)
  /// There is no placemark, and why.
  func reverseGeocoder(_ geocoder: ReverseGeocoder, didFailWith error: GeocodingError)
}

extension ReverseGeocoderDelegate {
  /// Does nothing.
  public func reverseGeocoder(_ geocoder: ReverseGeocoder, didFind placemark: Placemark) {}
  /// Does nothing.
  public func reverseGeocoder(_ geocoder: ReverseGeocoder, didFailWith error: GeocodingError) {}
}
