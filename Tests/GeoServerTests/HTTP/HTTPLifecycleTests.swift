import GeoStore
import GeoSupport
import GeoTestKit
import GeoWire
import ServiceLifecycle
import Synchronization
import Testing

@testable import GeoMapServer
@testable import GeoServer

@Suite(.serialized) struct HTTPLifecycleTests {
  @Test("a stop answers what is in flight, ends idle connections and removes the socket")
  func gracefulStop() async throws {
    let clients = Monitor<[HTTPClient]>([])
    let folder = Mutex("")
    try await TestHTTPServer.run { server throws in
      folder.withLock { $0 = server.folder }
      let idle = try server.connect()
      #expect(try idle.ask("/healthz").status == 200)
      let busy = try server.connect()
      let points = (0..<100).map { _ in #"{"latitude":72,"longitude":9}"# }.joined(separator: ",")
      let body = #"{"coordinates":[\#(points)]}"#
      busy.send("POST /placemarks HTTP/1.1\r\nHost: localhost\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)")
      // The stop comes while the batch is at work, and the batch ends when the server knows that it stops.
      try server.world.waitForQuery()
      SystemThread.start {
        try? eventually("the stop") { server.http.state.isStopping }
        server.world.isGateOpen.store(true, ordering: .relaxed)
      }
      clients.withLock { $0 = [idle, busy] }
    }
    let (idle, busy) = clients.withLock { ($0[0], $0[1]) }
    let answer = try busy.read()
    #expect(answer.status == 200)
    #expect(answer["Connection"] == "close")
    #expect(answer.text.hasPrefix("{\"placemarks\":[{\"coordinate\""))
    #expect(busy.isAtEnd() && idle.isAtEnd())
    #expect(access(folder.withLock { $0 } + "/h", F_OK) != 0)
  }

  @Test("a stop waits for the query of a client that is gone, whose end comes back to the connection's event loop")
  func abandonedQuery() async throws {
    var limits = ServerOptions()
    limits.stopTimeout = .milliseconds(100)
    let http = Mutex<HTTPServer?>(nil)
    try await TestHTTPServer.run(limits: limits) { server throws in
      http.withLock { $0 = server.http }
      let client = try server.connect()
      let body = #"{"coordinates":[{"latitude":72,"longitude":9}]}"#
      client.send("POST /placemarks HTTP/1.1\r\nHost: localhost\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)")
      try server.world.waitForQuery()
      SystemThread.start {
        try? eventually("the end of the connection") { server.http.state.connections.count == 0 }
        // A server that does not wait ends meanwhile.
        usleep(200_000)
        server.world.isGateOpen.store(true, ordering: .relaxed)
      }
    }
    try await eventually("the end of what was asked") { http.withLock { $0?.state.connections.isOver } == true }
  }

  @Test("a worker that does not come back makes the server unhealthy, and does not hold up its stop")
  func stuckWorker() async throws {
    var limits = ServerOptions()
    // Long enough that a thread which only waits for its turn on a busy machine is not taken for a stuck one.
    limits.queryTimeout = .seconds(2)
    limits.stopTimeout = .milliseconds(100)
    let world = SampleWorld()
    try await TestHTTPServer.run(source: world, limits: limits) {
      $0.threads = 2
    } _: { server throws in
      let client = try server.connect()
      #expect(try client.ask("/healthz").status == 200)
      let body = #"{"coordinates":[{"latitude":72,"longitude":9}]}"#
      let busy = try server.connect()
      busy.send("POST /placemarks HTTP/1.1\r\nHost: localhost\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)")
      try eventually("bad health") { try client.ask("/healthz").status == 503 }
      try eventually("one stuck thread") {
        try client.ask("/healthz").text == "stuck: 1 of 4 threads do not come back from a query; restart geocoded\n"
      }
      try eventually("one stuck thread in the metrics") {
        try client.ask("/metrics").text.contains("\ngeocoded_threads_stuck 1\n")
      }
      #expect(try client.ask("/placemark?lat=47&lon=9").status == 200)
    }
    // Only now, when everything else has ended.
    world.isGateOpen.store(true, ordering: .relaxed)
  }

  @Test("a thread that does not come back from a picture makes the server unhealthy; others draw on")
  func stuckDrawing() async throws {
    try await runImpatiently { server, gate throws in
      let client = try server.connect()
      #expect(try client.ask("/healthz").status == 200)
      Task.detached(executorPreference: DrawingThreads.pictures) { gate.wait() }
      // On a busy machine another thread may look stuck for a moment.
      try eventually("bad health") {
        let health = try client.ask("/healthz")
        return health.status == 503 && health.text.hasPrefix("stuck: 1 of ")
          && health.text.hasSuffix(" threads do not come back from a picture; restart geocoded\n")
      }
      try eventually("one stuck thread in the metrics") {
        try client.ask("/metrics").text.contains("\ngeocoded_threads_stuck 1\n")
      }
      gate.open()
      try eventually("good health") { try client.ask("/healthz").text == "ok\n" }
    }
  }

  @Test("a map that does not come back makes the server unhealthy; the next map does not wait for it")
  func stuckMap() async throws {
    try await runImpatiently { server, gate throws in
      let client = try server.connect()
      let maps = server.server.state.maps
      try maps.open("slow").enter(maps) { _ in gate.wait() }
      try eventually("bad health") {
        try client.ask("/healthz").text
          == "stuck: 1 of \(maps.works.count) threads do not come back from a map; restart geocoded\n"
      }
      let other = Mutex(false)
      try maps.open("other").enter(maps) { _ in other.withLock { $0 = true } }
      try eventually("another map") { other.withLock { $0 } }
      gate.open()
      try eventually("good health") { try client.ask("/healthz").text == "ok\n" }
    }
  }

  private static let picture = "GET /map.png?marker=47,9&style=none HTTP/1.1\r\nHost: localhost\r\n\r\n"

  @Test("pictures for clients that have gone are not drawn")
  func abandonedPictures() async throws {
    try await TestHTTPServer.run {
      $0.halfClosedTimeout = .milliseconds(10)
    } _: { server throws in
      var ends: [String] {
        server.log.lines.withLock { $0.filter { $0["path"] == "/map.png" }.map { "\($0["status"] ?? "")" } }
      }
      // On a busy machine the server may hear of the end when the threads are free again: then another client goes.
      try eventually("a picture to be given up") {
        let before = ends.count
        let gate = Self.allDrawingThreadsHeld()
        defer { gate.open() }
        try server.connect().send(Self.picture)
        usleep(200_000)
        gate.open()
        try eventually("the end of the picture") { ends.count > before }
        return ends.last == "499"
      }
    }
  }

  @Test("who only sends no more still gets a picture")
  func halfClosed() async throws {
    try await TestHTTPServer.run {
      $0.halfClosedTimeout = .seconds(3600)
    } _: { server throws in
      let gate = Self.allDrawingThreadsHeld()
      defer { gate.open() }
      let patient = try server.connect()
      patient.send(Self.picture)
      patient.finish()
      usleep(100_000)
      gate.open()
      #expect(try patient.read().status == 200)
      // A request is counted when its answer is on its way, which may be after the client has read it.
      try eventually("the picture to be counted") {
        try server.ask("/metrics").text.contains(#"geocoded_http_requests_total{route="/map.png",outcome="ok"} 1"#)
      }
    }
  }

  @Test("tiles of the store's map are drawn while nothing of what clients made is")
  func tilesBesidePictures() async throws {
    let grid = Grid("S . . . T", unitMeters: 50)
    var content = StoreContent()
    content.street("Lindenweg", grid.line("ST"), kind: .primary)
    let store = try TemporaryStore(content)
    var limits = ServerOptions()
    // On a busy machine the tiles below take a while, and the pictures wait for all of them.
    limits.queryTimeout = .seconds(300)
    try await TestHTTPServer.run(source: StoreSource(path: store.path), limits: limits) { server throws in
      let gate = Self.allDrawingThreadsHeld()
      defer { gate.open() }
      let waiting = try (0..<DrawingLine.limit).map { _ in try server.connect() }
      for client in waiting { client.send(Self.picture) }
      // Not told by asking for one more, which would take a place that is still free.
      let line = server.server.state.tiles.pictureLine
      try eventually("the line to be full") { line.length == DrawingLine.limit }
      #expect(try server.ask("/map.png?marker=1,1&style=none").status == 503)
      for column in 0..<8 {
        #expect(try server.ask("/tiles/14/\(8620 + column)/5740.png").status == 200)
        #expect(try server.ask("/tiles/14/\(8620 + column)/5740.mvt").status == 200)
      }
      gate.open()
      for client in waiting { #expect(try client.read().status == 200) }
    }
  }

  @Test("snapshots that wait for a client of the socket that has gone are not drawn")
  func abandonedSnapshots() async throws {
    try await TestHTTPServer.run { server throws in
      let open = #"{"id":1,"method":"mapView.open","params":{"center":{"latitude":0,"longitude":0},"level":9}}"#
      func snapshot(_ id: Int) -> String { #"{"id":\#(id),"method":"mapView.snapshot","params":{"mapView":1}}"# }
      // Each that is drawn asks for the map of the store.
      let stays = try #require(RawClient(path: server.folder + "/s"))
      _ = stays.ask(open)
      #expect(stays.ask(snapshot(2))?.contains("\"data\"") == true)
      #expect(server.world.mapOpenings.load(ordering: .relaxed) == 1)
      let gate = Self.allDrawingThreadsHeld()
      defer { gate.open() }
      do {
        let client = try #require(RawClient(path: server.folder + "/s"))
        _ = client.ask(open)
        for id in 2..<42 { client.sendLine(snapshot(id)) }
        usleep(100_000)
      }
      try eventually("the client to be gone") { server.server.state.counts.clientCount == 1 }
      gate.open()
      // It is drawn when those before it are done with.
      #expect(try server.ask("/map.png?marker=47,9&style=none&size=100x100").status == 200)
      #expect(server.world.mapOpenings.load(ordering: .relaxed) == 1)
    }
  }

  /// Holds up all threads that draw until a gate is opened.
  private static func allDrawingThreadsHeld() -> Gate {
    let gate = Gate()
    for _ in 0..<SystemThread.processorCount {
      Task.detached(executorPreference: DrawingThreads.pictures) { gate.wait() }
    }
    return gate
  }

  /// A server for which half a second of work is too long, and a gate for what is held up, which is open at the end.
  private func runImpatiently(_ body: @escaping @Sendable (TestHTTPServer, Gate) throws -> Void) async throws {
    var limits = ServerOptions()
    limits.queryTimeout = .milliseconds(500)
    let gate = Gate()
    defer { gate.open() }
    try await TestHTTPServer.run(limits: limits) { server throws in try body(server, gate) }
  }

  private final class Gate: Sendable {
    private let isOpen = Atomic<Bool>(false)
    func open() { isOpen.store(true, ordering: .relaxed) }
    func wait() { while !isOpen.load(ordering: .relaxed) { usleep(1000) } }
  }

  @Test("a new store is answered from without losing a connection")
  func replacedStore() async throws {
    try await TestHTTPServer.withServer { server in
      try await server.withKeeper {
        let client = try server.connect()
        #expect(try client.ask("/placemark?lat=47&lon=9").text.contains("\"city\":\"West\""))
        server.world.replace()
        try eventually("an answer of the new store") {
          try client.ask("/placemark?lat=47&lon=9").text.contains("\"city\":\"West 2\"")
        }
        // It is told and counted when all workers have it.
        try eventually("one reload") {
          try client.ask("/metrics").text.contains("\ngeocoded_store_reloads_total 1\n")
        }
        let figures = try client.ask("/metrics").text
        #expect(figures.contains("\ngeocoded_store_reload_failures_total 0\n"))
        #expect(figures.contains("\ngeocoded_http_connections_total 1\n"))
        #expect(figures.contains("\ngeocoded_store_sequence 3048\n"))
        #expect(figures.contains("\ngeocoded_store_lag_seconds "))
        #expect(figures.contains("\ngeocoded_store_update_failures_total 0\n"))
        server.world.replace(isBroken: true)
        try eventually("a failure that is counted") {
          try client.ask("/metrics").text.contains("\ngeocoded_store_reload_failures_total 1\n")
        }
      }
    }
  }
}
