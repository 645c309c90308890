import GeoStore
import GeoStoreWriting
import GeoSupport
import GeoTestKit
import GeoWire
import Synchronization
import Testing

@testable import GeoMapServer
@testable import GeoServer

@Suite(.serialized) struct MapLifecycleTests {
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
      // On a busy machine the server may learn of the end only when the threads are free again. Then another client
      // disconnects.
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
      // A request is counted when its response is on its way, which may be after the client has read it.
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
      // Not tested by requesting another one, which would take a free place.
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
      // Each drawing opens the map of the store.
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
      // It is drawn after those before it.
      #expect(try server.ask("/map.png?marker=47,9&style=none&size=100x100").status == 200)
      #expect(server.world.mapOpenings.load(ordering: .relaxed) == 1)
    }
  }

  /// Blocks all drawing threads until a gate is opened.
  private static func allDrawingThreadsHeld() -> Gate {
    let gate = Gate()
    for _ in 0..<SystemThread.processorCount {
      Task.detached(executorPreference: DrawingThreads.pictures) { gate.wait() }
    }
    return gate
  }

  /// A server with a limit of half a second of work, and a gate for blocked work, which is open at the end.
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
}
