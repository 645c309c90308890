import GeoStore
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
      // The stop comes during the batch, and the batch ends when the server knows about the stop.
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
        // A server that does not wait would end in the meantime.
        usleep(200_000)
        server.world.isGateOpen.store(true, ordering: .relaxed)
      }
    }
    try await eventually("the end of what was asked") { http.withLock { $0?.state.connections.isOver } == true }
  }

  @Test("a worker that does not come back makes the server unhealthy, and does not hold up its stop")
  func stuckWorker() async throws {
    var limits = ServerOptions()
    // Long enough that a thread waiting for its turn on a busy machine does not count as stuck.
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
    // Opened only after everything else has ended.
    world.isGateOpen.store(true, ordering: .relaxed)
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
        // Reported and counted once all workers have it.
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
