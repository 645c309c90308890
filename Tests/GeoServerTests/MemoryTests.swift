import GeoSupport
import GeoTestKit
import GeoWire
import Synchronization
import Testing

@testable import GeoServer

/// The memory that a server holds for its clients, while it still works for the others.
@Suite(.serialized) struct MemoryTests {
  private static let point = #"{"latitude":47.1,"longitude":9.4}"#

  /// A batch of boundaries of 200 KB each.
  private static func batch(_ count: Int, id: Int = 1) -> String {
    let points = Array(repeating: point, count: count).joined(separator: ",")
    return #"{"id":\#(id),"method":"reverseGeocodeBatch","params":{"coordinates":[\#(points)],"overlay":true}}"# + "\n"
  }

  /// An array of requests for a boundary each.
  private static func array(_ count: Int) -> String {
    let requests = (0..<count).map {
      #"{"id":\#($0),"method":"reverseGeocode","params":{"coordinate":\#(point),"overlay":true}}"#
    }
    return "[" + requests.joined(separator: ",") + "]\n"
  }

  @Test("clients that send before they read are worked for as far as they read, and others all the time")
  func greedy() async throws {
    try await TestServer.run({ $0.workers = 2 }) { server in
      _ = try server.connect().ask("47.1 9.4")
      let before = Allocator.residentBytes
      // 8 GB of answers, if all were given at once.
      let clients = try (0..<20).map { index in
        let client = try server.connect()
        client.send(
          index.isMultiple(of: 2) ? Self.batch(1000) + Self.batch(1000, id: 2) : Self.array(1000) + Self.array(1000))
        return client
      }
      let budget = server.server.state.budget
      try eventually("answers for all of them") {
        clients.allSatisfy { $0.hasAnswer }
      }
      let other = try server.connect()
      for _ in 0..<200 { #expect(other.ask("47.1 9.4") == "Street 4710, West, Sampleland") }
      // The capacity of buffers counts, which grow by doubling. The boundary of each worker goes beyond the limit.
      #expect(budget.answerBytes < 20 * (2 * server.server.state.options.answerBytesPerClient + 1_000_000))
      #expect(Allocator.residentBytes - before < 400 << 20)
      withExtendedLifetime(clients) {}
    }
  }

  @Test("who reads gets everything, in lines of JSON, though it is never held as a whole", arguments: [true, false])
  func streamed(isArray: Bool) async throws {
    try await TestServer.run({
      $0.answerBytesPerClient = 300_000
      $0.outputHighWatermark = 65_536
    }) { server in
      let client = try server.connect()
      let ping = #"{"id":"p","method":"server.ping"}"# + "\n"
      client.send((isArray ? Self.array(40) : Self.batch(40)) + ping)
      var (elements, pings) = (0, 0)
      for _ in 0..<2 {
        let line = try #require(client.readLine())
        var parser = JSONParser()
        try parser.parse(Array(line.utf8)) { root in
          if root.member("id")?.string == "p" { pings += 1 }
          let list = root.isArray ? root : root.member("result")?.member("placemarks")
          for element in list?.elements ?? root.elements {
            let placemark = isArray ? element.member("result")?.member("placemark") : element
            if placemark?.member("overlay") != nil { elements += 1 }
          }
        }
      }
      #expect(elements == 40)
      #expect(pings == 1)
      try eventually("nothing unsent") { server.server.state.budget.answerBytes == 0 }
    }
  }

  @Test("with hardly any memory everybody still gets all answers", arguments: [1 << 16, 1 << 19])
  func scarce(bytes: Int) async throws {
    try await TestServer.run({
      $0.answerBytesInAll = bytes
      $0.answerBytesPerClient = 4096
      $0.outputHighWatermark = 4096
    }) { server in
      // All clients read at the same time: when all memory is taken, none may leave its answers unread.
      let next = Atomic<Int>(0)
      let overlays = Mutex<[Int]>([])
      SystemThread.perform(onThreads: 7) {
        let index = next.add(1, ordering: .relaxed).newValue
        guard let client = try? server.connect() else { return }
        if index == 7 {
          client.send(String(repeating: "47.1 9.4\n", count: 2000))
          let count = (0..<2000).count { _ in client.readLine() == "Street 4710, West, Sampleland" }
          overlays.withLock { $0.append(count) }
        } else {
          client.send(index.isMultiple(of: 2) ? Self.batch(5) : Self.array(5))
          let count = (client.readLine()?.split(separator: "LineString").count ?? 0) - 1
          overlays.withLock { $0.append(count) }
        }
      }
      #expect(overlays.withLock { $0.sorted() } == [5, 5, 5, 5, 5, 5, 2000])
    }
  }

  @Test("where memory is all taken, who takes nothing of its answers for a second is dropped, and the others go on")
  func stalled() async throws {
    // First the kernel takes some 200 KB for each client.
    try await TestServer.run({ $0.answerBytesInAll = 1 << 20 }) { server in
      let mute = try (0..<24).map { _ in try server.connect() }
      for client in mute { client.send(Self.batch(100)) }
      let budget = server.server.state.budget
      try eventually("the end of memory") { budget.level == .spent }
      // Long before the usual idle limit of 30 s. The others keep what they have until then.
      try eventually("room again") { budget.level != .spent }
      #expect(try server.connect().ask("47.1 9.4") == "Street 4710, West, Sampleland")
      withExtendedLifetime(mute) {}
    }
  }

  @Test("who is called no more when memory is short may hold and give back while it goes", .timeLimit(.minutes(1)))
  func hurryWhileLeaving() async throws {
    final class Held: Sendable {
      let state: ServerState
      init(_ state: ServerState) { self.state = state }
      deinit {
        state.hold(state.options.answerBytesInAll)
        state.hold(-state.options.answerBytesInAll)
      }
    }
    try await TestServer.run { server in
      let state = server.server.state
      state.whenShort.set(state, { [held = Held(state)] in withExtendedLifetime(held) {} })
      state.whenShort.set(state, nil)
      #expect(state.budget.level == .plenty)
    }
  }

  @Test("clients take turns: a greedy one delays the others by what is under way, not by what it has asked")
  func turns() async throws {
    try await TestServer.run({ $0.workers = 2 }) { server in
      let greedy = try server.connect()
      // At latitude 73 each answer needs a permit.
      let points = Array(repeating: #"{"latitude":73,"longitude":9.4}"#, count: 10_000).joined(separator: ",")
      greedy.send(#"{"id":1,"method":"reverseGeocodeBatch","params":{"coordinates":[\#(points)]}}"# + "\n")
      defer { withExtendedLifetime(greedy) { server.world.permits.store(.max, ordering: .relaxed) } }
      try server.world.waitForQuery()
      let other = try server.connect()
      let ping = #"{"id":1,"method":"server.ping"}"#
      for _ in 0..<3 {
        server.world.permits.store(0, ordering: .relaxed)
        other.send("47.1 9.4\n\(ping)\n")
        // A ping overtakes queries that wait for workers, so after its response the server has received the query.
        let first = other.readLine()
        // A chunk of each worker, and the work of one of them while the answer is being sent.
        server.world.permits.store(4 * 16, ordering: .relaxed)
        let second = other.readLine()
        #expect(Set([first, second]) == ["Street 4710, West, Sampleland", #"{"jsonrpc":"2.0","id":1,"result":{}}"#])
      }
    }
  }

  @Test("an array of requests may not ask for more than a batch")
  func arrays() async throws {
    try await TestServer.run { server in
      let client = try server.connect()
      let ones = Array(repeating: "1", count: 10_001).joined(separator: ",")
      let batch = String(Self.batch(600).dropLast())
      for line in [Self.array(1001), "[\(ones)]\n", "[\(batch),\(batch)]\n"] {
        client.send(line)
        #expect(
          client.readLine()?.contains(#""id":null,"error":{"code":-32600,"message":"an array of requests may not ask"#)
            == true)
      }
      #expect(client.ask("47.1 9.4") == "Street 4710, West, Sampleland")
    }
  }

  @Test("the beginnings of long lines have room together, and one that has none is refused")
  func longLines() async throws {
    try await TestServer.run({ $0.answerBytesInAll = 400_000 }) { server in
      let first = try server.connect()
      first.send("{" + String(repeating: " ", count: 100_000))
      try eventually("the line") {
        !server.server.state.budget.reserve(50_000)
          || {
            server.server.state.budget.release(50_000); return false
          }()
      }
      let second = try server.connect()
      second.send(String(repeating: " ", count: 100_000))
      #expect(second.readLine()?.contains("no room for so long a line") == true)
      #expect(second.ask("x\n47.1 9.4") == "Street 4710, West, Sampleland")
      #expect(first.ask(#""id":1,"method":"server.ping"}"#) == #"{"jsonrpc":"2.0","id":1,"result":{}}"#)
    }
  }

  /// Clients that send as much as the server accepts, without reading its answers.
  private static func crowd(_ count: Int, at path: String, sending text: String) throws -> [RawClient] {
    let clients = (0..<count).compactMap { _ in RawClient(path: path) }
    try #require(clients.count == count)
    for client in clients { #expect(fcntl(client.descriptor, F_SETFL, O_NONBLOCK) == 0) }
    try eventually("the end of reading") {
      let taken = clients.map { $0.send(text) }
      usleep(20_000)
      return taken.allSatisfy { $0 == 0 }
    }
    return clients
  }

  @Test("replies that no worker writes are bounded, too, and others are answered meanwhile")
  func errors() async throws {
    try await TestServer.run({ $0.answerBytesInAll = 1 << 20 }) { server in
      // The total input is worth 14 MB of responses.
      let lines = String(repeating: String(repeating: "x", count: 20) + "\n", count: 5_000)
      let clients = try Self.crowd(12, at: server.path, sending: lines)
      let budget = server.server.state.budget
      try eventually("replies that nobody takes") { budget.answerBytes > 0 }
      #expect(try server.connect().ask("47.1 9.4") == "Street 4710, West, Sampleland")
      #expect(budget.answerBytes < 768 << 10)
      withExtendedLifetime(clients) {}
    }
  }

  @Test("requests over HTTP that wait for their turn are hardly kept, however short they are")
  func pipelines() async throws {
    try await TestHTTPServer.run { server throws in
      _ = try server.ask("/healthz")
      let requests = String(repeating: "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n", count: 5000)
      let before = Allocator.residentBytes
      let clients = try Self.crowd(60, at: server.path, sending: requests)
      #expect(Allocator.residentBytes - before < clients.count * 300 << 10)
      withExtendedLifetime(clients) {}
    }
  }

  @Test("memory goes back to the system after a peak")
  func relief() async throws {
    try await TestServer.run { server in
      func peak() throws {
        let clients = try (0..<200).map { _ in try server.connect() }
        for client in clients { #expect(client.ask("47.1 9.4") == "Street 4710, West, Sampleland") }
        for client in clients.prefix(20) { client.send(Self.batch(100)) }
        try withExtendedLifetime(clients) {
          try eventually("a peak") { server.server.state.budget.answerBytes > 30 << 20 }
        }
      }
      try peak()
      try eventually("the end of the peak") {
        server.server.state.budget.answerBytes == 0 && server.server.state.counts.clientCount == 0
      }
      // The first peak fills caches that stay; the second one must leave nothing.
      let before = Allocator.residentBytes
      try peak()
      try eventually("memory to go back") { Allocator.residentBytes < before + before / 5 }
    }
  }
}
