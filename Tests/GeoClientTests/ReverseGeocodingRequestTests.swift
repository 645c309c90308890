import GeoClient
import Synchronization
import Testing

@Suite("A request in the words of today's MapKit")
struct ReverseGeocodingRequestTests {
  private let coordinate = Coordinate(FixedPoint(x: 95_000_000, y: 471_000_000))

  /// Answers with the requested languages; if it should, it first waits until it is cancelled.
  private final class Service: ReverseGeocoding {
    let asked = Mutex<[PlacemarkQuery]>([])
    let isWaiting: Bool
    let error: GeocodingError.Code?

    init(isWaiting: Bool = false, error: GeocodingError.Code? = nil) {
      (self.isWaiting, self.error) = (isWaiting, error)
    }

    func placemarks(for query: PlacemarkQuery) async throws(GeocodingError) -> [Placemark] {
      asked.withLock { $0.append(query) }
      if isWaiting {
        while !Task.isCancelled { await Task.yield() }
        throw GeocodingError(.cancelled)
      }
      if let error { throw GeocodingError(error) }
      var placemark = Placemark(coordinate: query.coordinate, distanceMeters: 0, match: .area, source: nil)
      placemark.locality = query.languages.joined(separator: ",")
      return [placemark]
    }
  }

  @Test("the answer comes once, however often it is read; the locale goes before the languages of the query")
  func answer() async throws {
    let service = Service()
    var query = PlacemarkQuery(coordinate: coordinate)
    query.languages = ["en"]
    let request = ReverseGeocodingRequest(query: query, service: service)
    #expect(!request.isLoading && !request.isCancelled && request.preferredLocale == nil)
    request.preferredLocale = "de_CH"
    async let first = request.placemarks
    async let second = request.placemarks
    #expect(try await [first, second].map { $0[0].locality } == ["de-CH,en", "de-CH,en"])
    #expect(try await request.placemarks[0].coordinate == coordinate)
    #expect(service.asked.withLock { $0.count } == 1)
    #expect(!request.isLoading && !request.isCancelled)
    request.cancel()
    #expect(!request.isCancelled, "the answer is there")
  }

  @Test("a failure is thrown")
  func failure() async {
    let request = ReverseGeocodingRequest(
      query: PlacemarkQuery(coordinate: coordinate), service: Service(error: .placemarkNotFound))
    await #expect(throws: GeocodingError(.placemarkNotFound)) { try await request.placemarks }
  }

  @Test("cancel ends the wait, of all who wait; nothing is asked afterwards", arguments: [true, false])
  func cancelled(byTask: Bool) async {
    let service = Service(isWaiting: true)
    let request = ReverseGeocodingRequest(query: PlacemarkQuery(coordinate: coordinate), service: service)
    let waiting = Task { () -> GeocodingError? in
      do { _ = try await request.placemarks } catch { return error as? GeocodingError }
      return nil
    }
    while !request.isLoading { await Task.yield() }
    if byTask { waiting.cancel() } else { request.cancel() }
    #expect(await waiting.value?.code == .cancelled)
    #expect(request.isCancelled && !request.isLoading)
    await #expect(throws: GeocodingError(.cancelled)) { try await request.placemarks }
    #expect(service.asked.withLock { $0.count } == 1)
  }

  @Test("a request that is given up before it begins asks nobody")
  func early() async {
    let service = Service()
    let request = ReverseGeocodingRequest(query: PlacemarkQuery(coordinate: coordinate), service: service)
    request.cancel()
    await #expect(throws: GeocodingError(.cancelled)) { try await request.placemarks }
    #expect(request.isCancelled && service.asked.withLock { $0.isEmpty })
  }
}
