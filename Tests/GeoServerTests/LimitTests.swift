import GeoSupport
import GeoTestKit
import NIOCore
import Synchronization
import Testing

@testable import GeoServer

/// Misbehavior of one client, which must not affect others.
@Suite(.serialized) struct LimitTests {
  private static let ping = #"{"id":1,"method":"server.ping"}"#
  private static let pong = #"{"jsonrpc":"2.0","id":1,"result":{}}"#

  @Test("a line that is too long is skipped and gets its error, the next one its answer")
  func longLine() async throws {
    try await TestServer.run({ $0.maximumLineLength = 1000 }) { server in
      let client = try server.connect()
      client.send(String(repeating: "x", count: 200_000))
      #expect(
        client.readLine()?.contains(#""id":null,"error":{"code":-32600,"message":"the line is longer than 1000"#)
          == true)
      client.send("still the same line\n")
      #expect(client.ask(LimitTests.ping) == LimitTests.pong)
      client.send(String(repeating: "y", count: 1001) + "\n" + LimitTests.ping + "\n")
      #expect(client.readLine()?.contains("-32600") == true)
      #expect(client.readLine() == LimitTests.pong)
    }
  }

  @Test("a request that is too long gets its error under its id, and the connection goes on", .enabled(if: hasMap))
  func longRequest() async throws {
    try await TestServer.run({ $0.maximumLineLength = 1000 }) { server in
      let client = try server.connect()
      let places = String(repeating: "[47.1,9.5],", count: 1000) + "[47.1,9.5]"
      for id in ["17", #""track""#] {
        let answer = try #require(
          client.ask(
            #"{"jsonrpc":"2.0","id":\#(id),"method":"mapView.addOverlays","params":{"overlays":[{"shape":{"polyline":[\#(places)]}}]}}"#
          ))
        #expect(answer.contains(#""id":\#(id),"error":{"code":-32600"#), "\(answer)")
        #expect(answer.contains("send less at a time"), "\(answer)")
      }
      #expect(client.ask(LimitTests.ping) == LimitTests.pong)
    }
  }

  @Test("invalid UTF-8 and deep nesting get an error each")
  func badBytes() async throws {
    try await TestServer.run { server in
      let client = try server.connect()
      client.send(Array(#"{"id":1,"method":""#.utf8) + [0xC3, 0x28] + Array("\"}\n".utf8))
      #expect(client.readLine()?.contains("invalid UTF-8 at byte 18") == true)
      client.send([0xFF, 0xFE, 0x00, 0x0A])
      #expect(client.readLine()?.hasPrefix("error: ") == true)
      client.send(String(repeating: "[", count: 100_000) + "\n")
      #expect(client.readLine()?.contains("nested too deeply") == true)
      client.send(String(repeating: #"{"a":"#, count: 100_000) + "\n")
      #expect(client.readLine()?.contains("nested too deeply") == true)
      #expect(client.ask(LimitTests.ping) == LimitTests.pong)
    }
  }

  @Test("half a line and then silence is dropped with an error, and the connection lives on")
  func halfLine() async throws {
    try await TestServer.run({ $0.lineTimeout = .milliseconds(60) }) { server in
      let client = try server.connect()
      client.send(#"{"id":1,"meth"#)
      #expect(client.readLine()?.contains(#""id":null,"error":{"code":-32006"#) == true)
      // The rest of the line belongs to it.
      client.send("od\":\"server.ping\"}\n" + LimitTests.ping + "\n")
      #expect(client.readLine() == LimitTests.pong)
    }
  }

  @Test("a client that sends a byte at a time is answered")
  func slowWriter() async throws {
    try await TestServer.run { server in
      let slow = try server.connect()
      let other = try server.connect()
      for byte in "47.1 9.4\n".utf8 {
        slow.send([byte])
        #expect(other.ask(LimitTests.ping) == LimitTests.pong)
      }
      #expect(slow.readLine() == "Street 4710, West, Sampleland")
    }
  }

  @Test("every byte gives a line its whole time again, and who waits for answers is not silent")
  func watchdog() {
    var options = ServerOptions()
    options.lineTimeout = .seconds(2)
    options.idleTimeout = .seconds(5)
    let start = NIODeadline.now()
    var watchdog = ConnectionWatchdog(options: options, now: start)
    for second in stride(from: 0.0, to: 9, by: 1.5) {
      let now = start + .milliseconds(Int64(second * 1000))
      #expect(watchdog.verdict(holdsHalfLine: true, now: now) == .wait)
      watchdog.heard(at: now)
    }
    let last = start + .milliseconds(7500)
    #expect(watchdog.verdict(holdsHalfLine: true, now: last + .seconds(2)) == .dropLine)
    #expect(watchdog.verdict(holdsHalfLine: false, now: last + .milliseconds(4999)) == .wait)
    #expect(watchdog.verdict(holdsHalfLine: false, now: last + .seconds(5)) == .closeIdle)
    watchdog.isBusy = true
    #expect(watchdog.verdict(holdsHalfLine: false, now: last + .seconds(5)) == .wait)
    watchdog.progress.send(100)
    watchdog.progress.look(waiting: 50, at: last)
    watchdog.progress.look(waiting: 50, at: last + .seconds(20))
    #expect(watchdog.verdict(holdsHalfLine: false, now: last + .seconds(30)) == .dropStalled)
    watchdog.progress.look(waiting: 49, at: last + .seconds(30))
    #expect(watchdog.verdict(holdsHalfLine: false, now: last + .seconds(31)) == .wait)
    // When all memory is taken, no client may leave its answers unread for long.
    #expect(watchdog.verdict(holdsHalfLine: false, isSpent: true, now: last + .seconds(31)) == .dropStalled)
  }

  @Test("thousands of clients that ask nothing cost little: they are looked at seldom, who has something to take often")
  func pace() {
    let socket = ConnectionWatchdog(options: ServerOptions(), now: .now()).pace
    #expect(socket.usual >= .seconds(5))
    #expect(socket.close == .milliseconds(250))
    let http = ConnectionDeadlines(HTTPOptions(), now: .now()).pace
    #expect(http.usual >= .seconds(5))
    #expect(http.close == .milliseconds(500))
    var options = ServerOptions()
    options.lineTimeout = .milliseconds(200)
    // No limit is exceeded by more than a quarter, and a limit of zero does not keep a loop busy.
    #expect(ConnectionWatchdog(options: options, now: .now()).pace.usual == .milliseconds(50))
    options.lineTimeout = .zero
    #expect(ConnectionWatchdog(options: options, now: .now()).pace.usual == .milliseconds(10))
  }

  @Test("a client that asks nothing for long is told so and closed, one with a watch is not")
  func idleClient() async throws {
    try await TestServer.run({ $0.idleTimeout = .seconds(2) }) { server in
      // On a machine that pauses this long, the next client has its watch in time.
      var watcher = try server.connect()
      try eventually("a watch") {
        if watcher.ask(#"{"id":1,"method":"locationWatch.start"}"#)?.contains(#""watch""#) == true { return true }
        watcher = try server.connect()
        return false
      }
      // When it is closed, the watcher has been silent for longer.
      let client = try server.connect()
      #expect(client.readLine()?.contains(#""code":-32006"#) == true)
      #expect(client.isAtEnd())
      #expect(watcher.ask(LimitTests.ping) == LimitTests.pong)
    }
  }

  @Test("a client that never reads is stopped by backpressure, then dropped; the others do not notice")
  func neverReading() async throws {
    try await TestServer.run({
      $0.stallTimeout = .milliseconds(300)
      $0.outputHighWatermark = 16_384
    }) { server in
      let mute = try server.connect()
      let flag = fcntl(mute.descriptor, F_GETFL)
      _ = fcntl(mute.descriptor, F_SETFL, flag | O_NONBLOCK)
      let request = Array(
        (#"{"id":1,"method":"reverseGeocode","params":{"coordinate":{"latitude":47.1,"longitude":9.4}}}"# + "\n").utf8)
      var taken = 0
      let other = try server.connect()
      // Writing fails with EAGAIN while the server holds back, and with EPIPE once it has closed the connection.
      while taken < 500_000_000 {
        let count = send(mute.descriptor, request, request.count, Int32(MSG_NOSIGNAL))
        if count < 0, errno == EPIPE || errno == ECONNRESET { break }
        if count < 0 {
          #expect(other.ask("47.1 9.4") == "Street 4710, West, Sampleland")
          usleep(10_000)
        } else {
          taken += count
        }
      }
      // The kernel's buffers and ours hold some hundred kilobytes; without backpressure all of it would be accepted.
      #expect(taken < 20_000_000)
      #expect(other.ask(LimitTests.ping) == LimitTests.pong)
    }
  }

  @Test("beyond the queries of one client it waits, and still gets every answer")
  func manyInFlight() async throws {
    try await TestServer.run({ $0.queriesPerClient = 4 }) { server in
      let client = try server.connect()
      let lines = (0..<300).map {
        #"{"id":\#($0),"method":"reverseGeocode","params":{"coordinate":{"latitude":47,"longitude":9}}}"# + "\n"
      }
      client.send(lines.joined())
      #expect(Set((0..<300).compactMap { _ in client.readLine() }).count == 300)
      // A single batch may exceed the limit.
      let coordinates = Array(repeating: #"{"latitude":47,"longitude":9}"#, count: 10_000).joined(separator: ",")
      let reply = client.ask(#"{"id":1,"method":"reverseGeocodeBatch","params":{"coordinates":[\#(coordinates)]}}"#)
      #expect(reply?.split(separator: "distanceMeters").count == 10_001)
      let tooMany = client.ask(
        #"{"id":1,"method":"reverseGeocodeBatch","params":{"coordinates":[\#(coordinates),{}]}}"#)
      #expect(tooMany?.contains("-32602") == true)
    }
  }

  @Test("beyond the queries of all clients new ones are refused, and pings are not")
  func overload() async throws {
    try await TestServer.run({
      $0.workers = 1
      $0.queriesInAll = 3
    }) { server in
      let client = try server.connect()
      // At latitude 72 the answers wait until the gate is opened.
      client.send(String(repeating: "72 9\n", count: 3))
      try server.world.waitForQuery()
      #expect(
        client.ask(#"{"id":2,"method":"reverseGeocode","params":{"coordinate":{"latitude":47,"longitude":9}}}"#)?
          .contains("-32001") == true)
      #expect(client.ask(LimitTests.ping) == LimitTests.pong)
      server.world.isGateOpen.store(true, ordering: .relaxed)
      for _ in 0..<3 { #expect(client.readLine() == "Street 7200, West, Sampleland") }
      #expect(client.ask("47.1 9.4") == "Street 4710, West, Sampleland")
    }
  }

  @Test("a query that waits too long for a worker gets a timeout")
  func queryTimeout() async throws {
    try await TestServer.run({
      $0.workers = 1
      $0.queryTimeout = .milliseconds(30)
    }) { server in
      let client = try server.connect()
      client.send(String(repeating: "70 9\n", count: 40))
      let lines = (0..<40).compactMap { _ in client.readLine() }
      #expect(lines.count == 40)
      #expect(lines.contains("error: the server was too busy to answer in time"))
    }
  }

  @Test("one client too many is told so; when another leaves there is room again")
  func tooManyClients() async throws {
    try await TestServer.run({ $0.clients = 2 }) { server in
      let first = try server.connect()
      var second: RawClient? = try server.connect()
      #expect(first.ask(LimitTests.ping) == LimitTests.pong)
      #expect(second?.ask(LimitTests.ping) == LimitTests.pong)
      let third = try server.connect()
      #expect(third.readLine()?.contains(#""code":-32001"#) == true)
      #expect(third.isAtEnd())
      second = nil
      try eventually("room for another client") { try server.connect().ask(LimitTests.ping) == LimitTests.pong }
      #expect(first.ask(LimitTests.ping) == LimitTests.pong)
    }
  }

  @Test("a thousand clients at once are all answered")
  func thousandClients() async throws {
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    limit.rlim_cur = min(limit.rlim_max, 8192)
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    // Both ends are in this process. With a lower limit of open files, there are fewer clients.
    let count = min(1000, max(0, Int(limit.rlim_cur) - 200) / 2)
    try await TestServer.run { server in
      let clients = try (0..<count).map { _ in try server.connect() }
      for client in clients { client.sendLine("47.1 9.4") }
      for client in clients { #expect(client.readLine() == "Street 4710, West, Sampleland") }
      for client in clients.reversed() { #expect(client.ask(LimitTests.ping) == LimitTests.pong) }
    }
  }

  @Test("clients that vanish in the midst of everything leave nothing behind")
  func vanishingClients() async throws {
    try await TestServer.run { server in
      let other = try server.connect()
      #expect(other.ask(LimitTests.ping) == LimitTests.pong)
      var clients: [RawClient] = []
      for round in 0..<50 {
        let client = try server.connect()
        clients.append(client)
        // At latitude 72 the workers wait until the gate is opened.
        client.send(String(repeating: "72 9\n", count: round))
        client.send(#"{"id":1,"method":"reverseGeocodeBatch","params":{"coordinates":[{"latitude":72,"longi"#)
      }
      try eventually("the beginning of their connections") { server.server.state.counts.clientCount == 51 }
      // Their descriptors are closed with unread answers, which resets the connections as kill -9 would.
      clients.removeAll()
      try eventually("the end of their connections") { server.server.state.counts.clientCount == 1 }
      server.world.isGateOpen.store(true, ordering: .relaxed)
      #expect(other.ask("47.1 9.4") == "Street 4710, West, Sampleland")
      // Of 1,225 queries only those that a worker had begun are finished.
      #expect(server.world.queries.load(ordering: .relaxed) <= server.server.state.pool.workers + 1)
    }
  }
}
