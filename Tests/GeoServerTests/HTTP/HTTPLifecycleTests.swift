import GeoSupport
import GeoTestKit
import GeoWire
import ServiceLifecycle
import Synchronization
import Testing

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
      Task.detached(executorPreference: DrawingThreads.shared) { gate.wait() }
      try eventually("bad health") { try client.ask("/healthz").status == 503 }
      let health = try client.ask("/healthz").text
      #expect(health.hasPrefix("stuck: 1 of "), "\(health)")
      #expect(health.hasSuffix(" threads do not come back from a picture; restart geocoded\n"), "\(health)")
      #expect(try client.ask("/metrics").text.contains("\ngeocoded_threads_stuck 1\n"))
      gate.open()
      try eventually("good health") { try client.ask("/healthz").text == "ok\n" }
    }
  }

  @Test("a map that does not come back makes the server unhealthy")
  func stuckMap() async throws {
    try await runImpatiently { server, gate throws in
      let client = try server.connect()
      let maps = server.server.state.maps
      try maps.open("slow").enter(maps) { _ in gate.wait() }
      try eventually("bad health") {
        try client.ask("/healthz").text == "stuck: 1 of 1 threads do not come back from a map; restart geocoded\n"
      }
      gate.open()
      try eventually("good health") { try client.ask("/healthz").text == "ok\n" }
    }
  }

  @Test("pictures for clients that have gone are not drawn; who only sends no more still gets one")
  func abandonedPictures() async throws {
    let gate = Gate()
    defer { gate.open() }
    try await TestHTTPServer.run { server throws in
      for _ in 0..<SystemThread.processorCount {
        Task.detached(executorPreference: DrawingThreads.shared) { gate.wait() }
      }
      let picture = "GET /map.png?marker=47,9&style=none HTTP/1.1\r\nHost: localhost\r\n\r\n"
      do {
        let client = try server.connect()
        client.send(picture)
        usleep(100_000)
      }
      usleep(2_500_000)
      let patient = try server.connect()
      patient.send(picture)
      patient.finish()
      usleep(100_000)
      gate.open()
      #expect(try patient.read().status == 200)
      try eventually("the picture to be given up") {
        server.log.lines.withLock { $0.contains { $0["path"] == "/map.png" && "\($0["status"] ?? "")" == "499" } }
      }
      // A request is counted when its answer is on its way, which may be after the client has read it.
      try eventually("one picture to be counted") {
        try server.ask("/metrics").text.contains(#"geocoded_http_requests_total{route="/map.png",outcome="ok"} 1"#)
      }
    }
  }

  @Test("snapshots that wait for a client of the socket that has gone are not drawn")
  func abandonedSnapshots() async throws {
    let gate = Gate()
    defer { gate.open() }
    try await TestHTTPServer.run { server throws in
      for _ in 0..<SystemThread.processorCount {
        Task.detached(executorPreference: DrawingThreads.shared) { gate.wait() }
      }
      do {
        let client = try #require(RawClient(path: server.folder + "/s"))
        _ = client.ask(
          #"{"id":1,"method":"mapView.open","params":{"size":[1000,1000],"center":{"latitude":0,"longitude":0},"level":9}}"#
        )
        for id in 2..<42 {
          client.sendLine(#"{"id":\#(id),"method":"mapView.snapshot","params":{"mapView":1,"scale":4}}"#)
        }
        usleep(500_000)
      }
      try eventually("the client to be gone") { server.server.state.clientCount == 0 }
      let start = ContinuousClock.now
      gate.open()
      #expect(try server.ask("/map.png?marker=47,9&style=none&size=100x100").status == 200)
      #expect(.now - start < .seconds(3))
    }
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
      let (reloads, continuation) = AsyncStream.makeStream(of: Void.self)
      let keeper = StoreKeeper(
        server: server.server, http: server.http, interval: .milliseconds(10),
        notifier: ServiceNotifier { _ in nil }, reloads: reloads, logger: quietLogger)
      try await running([keeper.run]) {
        try await onThread {
          let client = try server.connect()
          #expect(try client.ask("/placemark?lat=47&lon=9").text.contains("\"city\":\"West\""))
          server.world.replace()
          try eventually("an answer of the new store") {
            try client.ask("/placemark?lat=47&lon=9").text.contains("\"city\":\"West 2\"")
          }
          let figures = try client.ask("/metrics").text
          #expect(figures.contains("\ngeocoded_store_reloads_total 1\n"))
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
        continuation.finish()
      }
    }
  }
}
