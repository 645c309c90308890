import GeoClient
import Testing

/// The delegate's contract, against a service that the test answers manually.
@MainActor struct ReverseGeocoderTests {
  private let coordinate = Coordinate(FixedPoint(x: 95_000_000, y: 471_000_000))

  private final class Recorder: ReverseGeocoderDelegate {
    var calls: [String] = []
    var wasQuerying: [Bool] = []
    func reverseGeocoder(_ geocoder: ReverseGeocoder, didFind placemark: Placemark) {
      calls.append("found \(placemark.locality ?? "") \(geocoder.placemark?.locality ?? "unset")")
      wasQuerying.append(geocoder.isQuerying)
    }
    func reverseGeocoder(_ geocoder: ReverseGeocoder, didFailWith error: GeocodingError) {
      calls.append("failed \(error.code)")
      wasQuerying.append(geocoder.isQuerying)
    }
  }

  /// Implements no method: all of them have empty defaults.
  private final class SilentDelegate: ReverseGeocoderDelegate {}

  private func settle(_ geocoder: ReverseGeocoder) async {
    while geocoder.isQuerying { await Task.yield() }
  }

  @Test("the delegate hears of a placemark once, after start has returned, with the geocoder at rest")
  func found() async {
    let recorder = Recorder()
    let geocoder = ReverseGeocoder(query: PlacemarkQuery(coordinate: coordinate), service: ManualService())
    geocoder.delegate = recorder
    geocoder.start()
    #expect(geocoder.isQuerying)
    #expect(recorder.calls.isEmpty)
    geocoder.start()
    await settle(geocoder)
    #expect(recorder.calls == ["found Vaduz Vaduz"])
    #expect(recorder.wasQuerying == [false])
    #expect(geocoder.placemark?.locality == "Vaduz")
    #expect(geocoder.coordinate == coordinate)
  }

  @Test("the delegate hears of a failure once")
  func failed() async {
    let recorder = Recorder()
    let geocoder = ReverseGeocoder(
      query: PlacemarkQuery(coordinate: coordinate), service: ManualService(error: .placemarkNotFound))
    geocoder.delegate = recorder
    geocoder.start()
    await settle(geocoder)
    #expect(recorder.calls == ["failed placemarkNotFound"])
    #expect(geocoder.placemark == nil)
  }

  @Test("after cancel the delegate hears nothing, and the geocoder can start again")
  func cancelled() async {
    let recorder = Recorder()
    let geocoder = ReverseGeocoder(query: PlacemarkQuery(coordinate: coordinate), service: ManualService())
    geocoder.delegate = recorder
    geocoder.start()
    geocoder.cancel()
    #expect(!geocoder.isQuerying)
    for _ in 0..<100 { await Task.yield() }
    #expect(recorder.calls.isEmpty)
    geocoder.start()
    await settle(geocoder)
    #expect(recorder.calls == ["found Vaduz Vaduz"])
  }

  /// Owns a geocoder and checks the executor of its delegate calls.
  private actor Owner {
    private let geocoder: ReverseGeocoder
    private let delegate = Delegate()

    private final class Delegate: ReverseGeocoderDelegate {
      var owner: (any Actor)?
      var calls = 0
      func reverseGeocoder(_ geocoder: ReverseGeocoder, didFind placemark: Placemark) {
        // Ends the process on any other executor.
        owner?.preconditionIsolated()
        calls += 1
      }
    }

    init(_ query: PlacemarkQuery) {
      geocoder = ReverseGeocoder(query: query, service: ManualService())
    }

    func callsAfterStart() async -> [Int] {
      delegate.owner = self
      geocoder.delegate = delegate
      geocoder.start()
      let before = delegate.calls
      while geocoder.isQuerying { await Task.yield() }
      return [before, delegate.calls]
    }

    func callsAfterRun() async -> Int {
      delegate.owner = self
      geocoder.delegate = delegate
      await geocoder.run()
      return delegate.calls
    }
  }

  @Test("the delegate is called on the actor that owns the geocoder, whichever it is")
  func isolation() async {
    #expect(await Owner(PlacemarkQuery(coordinate: coordinate)).callsAfterStart() == [0, 1])
    #expect(await Owner(PlacemarkQuery(coordinate: coordinate)).callsAfterRun() == 1)
  }

  @Test("a query that was given up and asked again tells its delegate once")
  func startedAgain() async {
    let recorder = Recorder()
    let geocoder = ReverseGeocoder(query: PlacemarkQuery(coordinate: coordinate), service: ManualService())
    geocoder.delegate = recorder
    for _ in 0..<3 {
      geocoder.start()
      geocoder.cancel()
    }
    geocoder.start()
    await settle(geocoder)
    for _ in 0..<100 { await Task.yield() }
    #expect(recorder.calls == ["found Vaduz Vaduz"])
  }

  @Test("geocoders of a socket share a client")
  func sharedClient() {
    #expect(GeoClient.shared(socketPath: "/tmp/a") === GeoClient.shared(socketPath: "/tmp/a"))
    #expect(GeoClient.shared(socketPath: "/tmp/a") !== GeoClient.shared(socketPath: "/tmp/b"))
  }

  @Test("the delegate is held weakly, and its methods are optional")
  func ownership() async {
    var delegate: SilentDelegate? = SilentDelegate()
    weak let observed = delegate
    let geocoder = ReverseGeocoder(query: PlacemarkQuery(coordinate: coordinate), service: ManualService())
    geocoder.delegate = delegate
    geocoder.start()
    await settle(geocoder)
    delegate = nil
    #expect(observed == nil)
    #expect(geocoder.delegate == nil)
    geocoder.start()
    await settle(geocoder)
    #expect(geocoder.placemark != nil)
  }
}

/// A service with one answer.
private struct ManualService: ReverseGeocoding {
  var error: GeocodingError.Code?

  func placemarks(for query: PlacemarkQuery) async throws(GeocodingError) -> [Placemark] {
    await Task.yield()
    if let error { throw GeocodingError(error) }
    var placemark = Placemark(coordinate: query.coordinate, distanceMeters: 0, match: .area, source: nil)
    placemark.locality = "Vaduz"
    return [placemark]
  }
}
