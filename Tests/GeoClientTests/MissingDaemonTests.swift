import GeoClient
import Testing

struct MissingDaemonTests {
  private let path = "/nonexistent/geocoded.sock"
  private let query = PlacemarkQuery(coordinate: Coordinate(FixedPoint(x: 0, y: 0)))

  @Test("without a daemon a call fails at once and says so")
  func asyncCall() async {
    let client = GeoClient(socketPath: path)
    let error = await #expect(throws: GeocodingError.self) { try await client.placemarks(for: query) }
    #expect(error?.code == .serverFailure)
    #expect(error?.message == "no geocoded listens on /nonexistent/geocoded.sock: No such file or directory")
    await #expect(throws: GeocodingError.self) { try await client.placemarks(forEach: [query, query]) }
  }

  @Test("the blocking client fails when it is made")
  func blocking() {
    let error = #expect(throws: GeocodingError.self) { try GeoClient.Blocking(socketPath: path) }
    #expect(error?.code == .serverFailure)
  }

  @Test("a closed client refuses, and a cancelled task is told so")
  func closed() async {
    let client = GeoClient(socketPath: path)
    client.close()
    let error = await #expect(throws: GeocodingError.self) { try await client.ping() }
    #expect(error?.code == .cancelled)
  }

  @Test("no queries need no daemon")
  func nothing() async throws {
    #expect(try await GeoClient(socketPath: path).placemarks(forEach: []).isEmpty)
  }
}
