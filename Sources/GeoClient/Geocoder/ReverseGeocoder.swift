import GeoModel

/// Asks for the placemark at one coordinate and tells a delegate, as MapKit's `MKReverseGeocoder` did.
///
/// A thin layer over ``ReverseGeocoding``, whose `async` functions are the plainer way in new code.
///
/// - Isolation: everything here belongs to the main actor, the delegate's methods included.
/// - Order and count: see ``ReverseGeocoderDelegate``.
/// - Ownership: the delegate is held weakly. The geocoder itself is held by nobody but its owner and, while it is querying, by
///   its query; so one that was started and let go still tells its delegate.
@MainActor public final class ReverseGeocoder {
  /// The coordinate that is asked about.
  public let coordinate: Coordinate
  /// Who is told. Held weakly.
  public weak var delegate: (any ReverseGeocoderDelegate)?
  /// The answer of the last query; nil before one has succeeded.
  public private(set) var placemark: Placemark?
  /// Whether a query is under way.
  public var isQuerying: Bool { task != nil }

  private let service: any ReverseGeocoding
  private let query: PlacemarkQuery
  private var task: Task<Void, Never>?

  /// A geocoder for a coordinate, asking the daemon at the default path. Nothing is asked yet.
  public convenience init(coordinate: Coordinate) {
    self.init(query: PlacemarkQuery(coordinate: coordinate), service: GeoClient())
  }

  /// A geocoder for a query with options.
  ///
  /// - Parameter service: who is asked: a ``GeoClient``, an engine in this process, a test double.
  public init(query: PlacemarkQuery, service: any ReverseGeocoding) {
    coordinate = query.coordinate
    self.query = query
    self.service = service
  }

  /// Asks. Does nothing while a query is under way.
  public func start() {
    guard task == nil else { return }
    let service = service
    let query = query
    // Ends with the answer, or by `cancel()`.
    task = Task {
      let outcome: Result<Placemark, GeocodingError>
      do {
        outcome = .success(try await service.placemark(for: query))
      } catch let error as GeocodingError {
        outcome = .failure(error)
      } catch { outcome = .failure(GeocodingError(.serverFailure, "\(error)")) }
      // `cancel()` ran on this actor too, so this is the last word about whether the delegate hears.
      if !Task.isCancelled { finish(outcome) }
    }
  }

  /// Gives the query up: the delegate is not called any more. Does nothing when none is under way.
  public func cancel() {
    task?.cancel()
    task = nil
  }

  private func finish(_ outcome: Result<Placemark, GeocodingError>) {
    task = nil
    switch outcome {
    case .success(let found):
      placemark = found
      delegate?.reverseGeocoder(self, didFind: found)
    case .failure(let error): delegate?.reverseGeocoder(self, didFailWith: error)
    }
  }
}
