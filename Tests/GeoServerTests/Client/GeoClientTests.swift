import GeoClient
import GeoModel
import GeoStoreWriting
import GeoSupport
import GeoTestKit
import Synchronization
import Testing

@testable import GeoServer

/// The client with a real server.
@Suite(.serialized) struct GeoClientTests {
  private func query(_ latitude: Double, _ longitude: Double) throws -> PlacemarkQuery {
    PlacemarkQuery(coordinate: try Coordinate(latitude: latitude, longitude: longitude))
  }

  @Test("a placemark comes over the wire as it is")
  func placemark() async throws {
    try await TestServer.withServer { server in
      let client = GeoClient(socketPath: server.path)
      let found = try await client.placemark(at: try Coordinate(latitude: 37.77, longitude: -122.41))
      #expect(found == tenthStreet)
      var german = try query(47.1, 9.6)
      german.languages = ["de"]
      german.limit = 2
      german.includesAreas = true
      let placemarks = try await client.placemarks(for: german)
      #expect(placemarks.map(\.thoroughfare) == ["Street 4710", "Second Street"])
      #expect(placemarks.first?.country == "Musterland")
      #expect(placemarks.first?.areas?.first?.name == "East")
      let info = try await client.serverInfo()
      #expect(info.attribution == ["Samples"])
      try await client.ping()
    }
  }

  @Test("the server's errors keep their codes")
  func errors() async throws {
    try await TestServer.withServer { server in
      let client = GeoClient(socketPath: server.path)
      for (latitude, code) in [(85.0, GeocodingError.Code.placemarkNotFound), (71, .serverFailure)] {
        let query = try query(latitude, 9)
        let error = await #expect(throws: GeocodingError.self) { try await client.placemarks(for: query) }
        #expect(error?.code == code)
      }
    }
  }

  @Test("many queries come back in their order, each failure in its place")
  func batch() async throws {
    try await TestServer.withServer { server in
      let client = GeoClient(socketPath: server.path)
      var queries: [PlacemarkQuery] = []
      for index in 0..<5000 {
        var query = try query(index == 777 ? 85 : Double(index % 7000) / 100, 9)
        if index > 3000 { query.detail = .city }
        queries.append(query)
      }
      let results = try await client.placemarks(forEach: queries)
      #expect(results.count == 5000)
      #expect(try results[1234].get().first?.thoroughfare == "Street 1234")
      #expect(try results[4999].get().first?.title == "Street 4999")
      #expect(try results[4999].get().first?.thoroughfare == nil)
      #expect(throws: GeocodingError.self) { try results[777].get() }
    }
  }

  @Test("hundreds of tasks share one client")
  func concurrency() async throws {
    try await TestServer.withServer { server in
      let client = GeoClient(socketPath: server.path)
      try await withThrowingTaskGroup(of: Void.self) { group in
        for index in 0..<500 {
          group.addTask {
            let found = try await client.placemark(for: query(Double(index) / 100, 9))
            #expect(found.thoroughfare == "Street \(index)")
          }
        }
        try await group.waitForAll()
      }
    }
  }

  @Test("a cancelled task stops waiting")
  func cancellation() async throws {
    try await TestServer.withServer({ $0.workers = 1 }) { server in
      let client = GeoClient(socketPath: server.path)
      try await client.ping()
      // At latitude 72 answers wait until the gate is opened.
      defer { server.world.isGateOpen.store(true, ordering: .relaxed) }
      let slow = try query(72, 9)
      let task = Task { try await client.placemarks(forEach: Array(repeating: slow, count: 200)) }
      try await onThread { try server.world.waitForQuery() }
      task.cancel()
      let error = await #expect(throws: GeocodingError.self) { try await task.value }
      #expect(error?.code == .cancelled)
      try await client.ping()
    }
  }

  @Test("a daemon that does not answer in time is a timeout")
  func timeout() async throws {
    try await TestServer.withServer({ $0.workers = 1 }) { server in
      var options = GeoClient.Options(socketPath: server.path)
      options.timeout = .milliseconds(50)
      let client = GeoClient(options: options)
      defer { server.world.isGateOpen.store(true, ordering: .relaxed) }
      let slow = try query(72, 9)
      let error = await #expect(throws: GeocodingError.self) {
        try await client.placemarks(forEach: Array(repeating: slow, count: 100))
      }
      #expect(error?.code == .timeout)
    }
  }

  @Test("the blocking client asks, and takes any line")
  func blocking() async throws {
    try await TestServer.run { server in
      let client = try GeoClient.Blocking(socketPath: server.path)
      #expect(try client.placemarks(for: query(47.1, 9.4)).first?.locality == "West")
      #expect(try client.roundTrip(line: "47.1 9.6") == "Street 4710, East, Sampleland")
      #expect(try client.serverInfo().counts.first?.name == "street")
      let error = #expect(throws: GeocodingError.self) { try client.placemarks(for: query(85, 9)) }
      #expect(error?.code == .placemarkNotFound)
    }
  }

  @Test("a restarted daemon is found again, and open calls are asked again")
  func restart() async throws {
    try await withTemporaryFolder { folder in
      let path = folder + "/s"
      let client = GeoClient(socketPath: path)
      // The first daemon ends before it answers: at latitude 72 answers wait for the gate.
      let (stuck, next) = (SampleWorld(), SampleWorld())
      next.isGateOpen.store(true, ordering: .relaxed)
      let query = try query(72, 9.4)
      let call = Mutex<Task<Placemark, any Error>?>(nil)
      try await serve(path, stuck) { server in
        try await client.ping()
        call.withLock { $0 = Task { try await client.placemark(for: query) } }
        try await onThread { try stuck.waitForQuery() }
        // Its workers are released after the client has lost the connection.
        SystemThread.start {
          try? eventually("the end of the connection") { server.state.counts.clientCount == 0 }
          stuck.isGateOpen.store(true, ordering: .relaxed)
        }
      }
      try await serve(path, next) { _ in
        let first = try await call.withLock { $0 }?.value
        #expect(first?.thoroughfare == "Street 7200")
        #expect(next.queries.load(ordering: .relaxed) == 1)
        let second = try await client.placemark(for: self.query(47.1, 9.6))
        #expect(second.locality == "East")
      }
    }
  }

  private func serve(_ path: String, _ source: any EngineSource, _ body: (GeocodeServer) async throws -> Void)
    async throws
  {
    var options = ServerOptions()
    options.stopTimeout = .milliseconds(50)
    let server = try GeocodeServer(
      options: options, source: source, socket: try ListeningSocket(path: path), logger: quietLogger)
    try await running([server.run]) { try await body(server) }
  }

  @Test("a watch tells of changes and ends when it is stopped")
  func watch() async throws {
    try await TestServer.withServer { server in
      let client = GeoClient(socketPath: server.path)
      let watch = client.watch(accuracyMeters: 5)
      for longitude in [9.4, 9.41, 9.6, 9.61] {
        watch.update(try Coordinate(latitude: 47.1, longitude: longitude), timestamp: longitude)
      }
      async let stopped: Void = watch.stop()
      var events: [WatchEvent] = []
      for await event in watch { events.append(event) }
      await stopped
      let changes = events.compactMap { event -> String? in
        guard case .didUpdatePlacemark(let placemark, let changed, let time) = event else { return nil }
        return "\(placemark.locality ?? "") \(changed.map(\.rawValue)) \(time ?? 0)"
      }
      #expect(changes == [#"West ["country", "city", "street"] 9.4"#, #"East ["city"] 9.6"#])
      #expect(
        events.contains(
          .didExitArea(WatchArea(level: .city, name: "West", source: SourceReference(type: .relation, id: 1)))))
    }
  }

  /// Records the areas that are entered (+) and left (-).
  private final class Ears: Sendable {
    private let words = Mutex<[String]>([])
    var heard: [String] { words.withLock { $0 } }

    func listen(to watch: PlacemarkWatch) async {
      for await event in watch {
        switch event {
        case .didEnterLayerArea(let area, let layer): words.withLock { $0.append("+\(layer)/\(area.name)") }
        case .didExitLayerArea(let area, let layer): words.withLock { $0.append("-\(layer)/\(area.name)") }
        case .didFail(let error): words.withLock { $0.append(error.message) }
        default: break
        }
      }
    }
  }

  @Test("a watch tells of areas that its client has given it, also after a restart of the daemon")
  func areas() async throws {
    try await withTemporaryFolder { folder in
      let client = GeoClient(socketPath: folder + "/socket")
      var template = PlacemarkQuery(coordinate: try Coordinate(latitude: 0, longitude: 0))
      template.layers = .named(["stops"])
      template.detail = .country
      let ears = Ears()
      let text = """
        {"type": "Feature", "properties": {"name": "Depot"},
         "geometry": {"type": "Polygon", "coordinates": [[[9.3, 47], [9.45, 47], [9.45, 47.2], [9.3, 47.2]]]}}
        """
      try await serve(folder + "/socket", SampleWorld()) { _ in
        #expect(try await client.setAreas("stops", geoJSON: text) == 1)
        // A feature on each line. Invalid GeoJSON is not sent.
        let line = text.replacing("\n", with: " ")
        #expect(try await client.setAreas("lines", geoJSON: "\(line)\n\(line)\n") == 2)
        #expect(try await client.removeAreas("lines"))
        for wrong in ["{", "", "[1]", #"{"type":"Point","coordinates":[1,2]}"#] {
          await #expect(throws: GeocodingError.self) { try await client.setAreas("stops", geoJSON: wrong) }
        }
        let watch = client.watch(template: template)
        async let heard: Void = ears.listen(to: watch)
        watch.update(try Coordinate(latitude: 47.1, longitude: 9.4))
        watch.update(try Coordinate(latitude: 47.1, longitude: 9.6))
        await watch.stop()
        await heard
      }
      #expect(ears.heard == ["+stops/Depot", "-stops/Depot"])
      try await serve(folder + "/socket", SampleWorld()) { _ in
        let watch = client.watch(template: template)
        async let heard: Void = ears.listen(to: watch)
        watch.update(try Coordinate(latitude: 47.1, longitude: 9.4))
        await watch.stop()
        await heard
        #expect(try await client.removeAreas("stops"))
        #expect(try await client.removeAreas("stops") == false)
      }
      #expect(ears.heard.suffix(1) == ["+stops/Depot"])
    }
  }

  @Test("areas that are taken away are left, over a store that never knew them, and the watch goes on")
  func removedAreas() async throws {
    let grid = Grid("S . . . T", unitMeters: 50)
    var content = StoreContent()
    content.street("Lindenweg", grid.line("ST"), kind: .primary)
    let store = try TemporaryStore(content)
    try await withTemporaryFolder { folder in
      try await serve(folder + "/socket", StoreSource(path: store.path)) { _ in
        let client = GeoClient(socketPath: folder + "/socket")
        let place = Coordinate(grid["S"])
        var template = PlacemarkQuery(coordinate: place)
        template.layers = .named(["stops"])
        let ears = Ears()
        let (x, y) = (place.longitude, place.latitude)
        let ring = [(x - 1, y - 1), (x + 1, y - 1), (x + 1, y + 1), (x - 1, y + 1)].map { "[\($0.0),\($0.1)]" }
        let square = #"{"type":"Polygon","coordinates":[[\#(ring.joined(separator: ","))]]}"#
        try await client.setAreas("stops", geoJSON: square)
        let watch = client.watch(template: template)
        async let heard: Void = ears.listen(to: watch)
        watch.update(place)
        while ears.heard.isEmpty { try await Task.sleep(for: .milliseconds(2)) }
        #expect(try await client.removeAreas("stops"))
        watch.update(place)
        await watch.stop()
        await heard
        #expect(ears.heard == ["+stops/#1", "-stops/#1"])
      }
    }
  }
}
