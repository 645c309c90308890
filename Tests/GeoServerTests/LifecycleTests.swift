import GeoSupport
import GeoTestKit
import GeoWire
import Logging
import ServiceLifecycle
import Synchronization
import Testing

@testable import GeoServer

@Suite(.serialized) struct LifecycleTests {
  @Test("the socket is for its user alone, and so is a folder made for it")
  func modes() async throws {
    try await withTemporaryFolder { folder in
      let path = folder + "/state/geocode/s"
      let socket = try ListeningSocket(path: path)
      var status = stat()
      stat(path, &status)
      #expect(status.st_mode & 0o777 == 0o600)
      stat(folder + "/state/geocode", &status)
      #expect(status.st_mode & 0o777 == 0o700)
      #expect(socket.path == path)
      unlink(path)
      rmdir(folder + "/state/geocode")
      rmdir(folder + "/state")
    }
  }

  @Test("a socket that a killed server left is replaced, one of a living server is refused")
  func staleSocket() async throws {
    try await withTemporaryFolder { folder in
      let path = folder + "/s"
      let left = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
      #expect(UnixAddress.with(path.utf8) { bind(left, $0, $1) } == 0)
      close(left)
      let first = try ListeningSocket(path: path)
      let error = #expect(throws: ServerError.self) { try ListeningSocket(path: path) }
      // That server is this process; the tests of the program have one of another.
      #expect(error?.code == .badOption)
      #expect(
        error?.message
          == "\(path) is given twice, as this command already listens there; choose another path with --socket")
      withExtendedLifetime(first) {}
    }
  }

  @Test("a file that is not a socket is not touched")
  func foreignFile() async throws {
    try await withTemporaryFolder { folder in
      let path = folder + "/s"
      fclose(fopen(path, "w"))
      let error = #expect(throws: ServerError.self) { try ListeningSocket(path: path) }
      #expect(error?.code == .cannotListen)
      #expect(access(path, F_OK) == 0)
    }
  }

  @Test("a server that cannot begin leaves no socket behind")
  func noStore() async throws {
    try await withTemporaryFolder { folder in
      let path = folder + "/s"
      let source = StoreSource(path: folder + "/none")
      #expect(throws: (any Error).self) {
        try GeocodeServer(
          options: ServerOptions(), source: source, socket: try ListeningSocket(path: path), logger: quietLogger)
      }
      #expect(access(path, F_OK) != 0)
    }
  }

  @Test("a path that is too long for a socket is refused with its length")
  func longPath() {
    let path = "/tmp/" + String(repeating: "x", count: 120)
    let error = #expect(throws: ServerError.self) { try ListeningSocket(path: path) }
    #expect(error?.message.contains("125 bytes long, 107 are allowed") == true)
  }

  @Test("a stop answers what is in flight, ends the connections and removes the socket")
  func gracefulStop() async throws {
    try await withTemporaryFolder { folder in
      let path = folder + "/s"
      let world = SampleWorld()
      let server = try GeocodeServer(
        options: ServerOptions(), source: world, socket: try ListeningSocket(path: path), logger: quietLogger)
      let group = ServiceGroup(configuration: .init(services: [.init(service: server)], logger: quietLogger))
      try await running([group.run]) {
        let client = try await onThread {
          guard let client = RawClient(path: path) else { throw TestFailure("nobody listens") }
          client.send(String(repeating: "70 9\n", count: 10))
          // They arrived in one piece: once the first is running, all are in flight.
          try world.waitForQuery()
          return Box(client)
        }
        await group.triggerGracefulShutdown()
        let (lines, isAtEnd) = try await onThread {
          ((0..<10).compactMap { _ in client.value.readLine() }, client.value.isAtEnd())
        }
        #expect(lines == Array(repeating: "Street 7000, West, Sampleland", count: 10))
        #expect(isAtEnd)
      }
      #expect(access(path, F_OK) != 0)
    }
  }

  @Test("a stop does not wait for ever for a client that does not read")
  func stubbornClient() async throws {
    let clients = Monitor<[RawClient]>([])
    try await TestServer.run({
      $0.stopTimeout = .milliseconds(100)
      $0.outputHighWatermark = 4096
    }) { server in
      let client = try server.connect()
      // It exists until the server has ended.
      clients.withLock { $0 = [client] }
      let flag = fcntl(client.descriptor, F_GETFL)
      _ = fcntl(client.descriptor, F_SETFL, flag | O_NONBLOCK)
      client.send(String(repeating: "47.1 9.4\n", count: 100_000))
    }
    #expect(clients.withLock { $0.count } == 1)
  }

  @Test("a worker that does not come back holds up neither the stop nor the word about it")
  func stuckWorker() async throws {
    let worlds = Mutex<[SampleWorld]>([])
    try await TestServer.run({
      $0.stopTimeout = .milliseconds(100)
      // Long enough that a worker waiting for its turn on a busy machine does not count as stuck.
      $0.queryTimeout = .seconds(2)
    }) { server in
      worlds.withLock { $0 = [server.world] }
      let client = try server.connect()
      // At latitude 72 the answer waits until the gate is opened.
      client.sendLine("72 9")
      try server.world.waitForQuery()
      try eventually("the worker to be stuck") { server.server.state.threads[0].stuck == 1 }
      #expect(server.server.state.threads[0].all == 2)
      #expect(try server.connect().ask("47.1 9.4") == "Street 4710, West, Sampleland")
      withExtendedLifetime(client) {}
    }
    // Opened only after everything else has ended.
    for world in worlds.withLock({ $0 }) { world.isGateOpen.store(true, ordering: .relaxed) }
  }

  @Test("a replaced store is used without dropping a request, and told by server.info")
  func replacedStore() async throws {
    try await TestServer.withServer { server in
      let reloads = AsyncStream<Void>.makeStream()
      try await withKeeper(server, reloads.stream) {
        try await onThread {
          let client = try server.connect()
          let asker = try server.connect()
          #expect(client.ask("47.1 9.4") == "Street 4710, West, Sampleland")
          server.world.replace()
          try eventually("an answer of the new store") {
            let answer = asker.ask("47.1 9.4")
            #expect(answer?.hasPrefix("Street 4710, West") == true)
            return answer == "Street 4710, West 2, Sampleland"
          }
          // Reported once all workers have it.
          try eventually("the new store's date") {
            client.ask(#"{"id":1,"method":"server.info"}"#)?.contains("2020-01-02") == true
          }
        }
      }
    }
  }

  @Test("a new store that cannot be opened leaves the old one in service; a signal opens the next one")
  func brokenStore() async throws {
    try await TestServer.withServer { server in
      let reloads = AsyncStream<Void>.makeStream()
      try await withKeeper(server, reloads.stream, interval: .seconds(3600)) {
        try await onThread {
          let client = try server.connect()
          server.world.replace(isBroken: true)
          reloads.continuation.yield()
          try eventually("an attempt to open the broken store") { server.world.failures.load(ordering: .relaxed) > 0 }
          #expect(client.ask("47.1 9.4") == "Street 4710, West, Sampleland")
          server.world.replace()
          reloads.continuation.yield()
          try eventually("an answer of the next store") { client.ask("47.1 9.4") == "Street 4710, West 3, Sampleland" }
        }
      }
    }
  }

  @Test("a new store that could not be opened is tried again without being asked, as after a permission was given")
  func mendedStore() async throws {
    try await TestServer.withServer { server in
      let reloads = AsyncStream<Void>.makeStream()
      try await withKeeper(server, reloads.stream, interval: .milliseconds(5)) {
        try await onThread {
          let client = try server.connect()
          server.world.replace(isBroken: true)
          try eventually("a second attempt") { server.world.failures.load(ordering: .relaxed) > 1 }
          #expect(client.ask("47.1 9.4") == "Street 4710, West, Sampleland")
          server.world.mend()
          try eventually("an answer of the new store") { client.ask("47.1 9.4") == "Street 4710, West 2, Sampleland" }
        }
      }
    }
  }

  @Test("a store whose file is gone answers on, and the log says so once; what comes in its place is opened")
  func removedStore() async throws {
    let book = LogBook()
    let words: @Sendable () -> Int = {
      book.messages.withLock { $0.filter { $0.hasPrefix("the store's file is gone") }.count }
    }
    let logger = Logger(label: "test") { _ in LogBookHandler(book: book) }
    try await TestServer.withServer { server in
      try await withKeeper(server, AsyncStream<Void>.makeStream().stream, interval: .milliseconds(5), logger) {
        try await onThread {
          let client = try server.connect()
          server.world.isRemoved.store(true, ordering: .relaxed)
          try eventually("a word of it") { words() > 0 }
          #expect(client.ask("47.1 9.4") == "Street 4710, West, Sampleland")
          server.world.replace()
          server.world.isRemoved.store(false, ordering: .relaxed)
          try eventually("an answer of the new store") { client.ask("47.1 9.4") == "Street 4710, West 2, Sampleland" }
          #expect(words() == 1)
        }
      }
    }
  }

  @Test("who has subscribed is told of a new store, once it answers; who has not, or not any more, is not")
  func announcement() async throws {
    let reloads = AsyncStream.makeStream(of: Void.self)
    try await TestServer.withServer { server in
      try await withKeeper(server, reloads.stream, interval: .seconds(3600)) {
        try await onThread {
          let (client, other) = (try server.connect(), try server.connect())
          func subscribe(_ names: String) -> String? {
            client.ask(#"{"id":1,"method":"server.subscribe","params":{"callbacks":[\#(names)]}}"#)
          }
          #expect(subscribe(#""didReloadStore""#) == #"{"jsonrpc":"2.0","id":1,"result":{}}"#)
          #expect(subscribe(#""didPaint""#)?.contains("there is no callback 'didPaint'") == true)
          server.world.replace()
          reloads.continuation.yield()
          let told = #"{"jsonrpc":"2.0","method":"server.didReloadStore","params":{"dataDate":"2020-01-02T00:00:00Z"}}"#
          #expect(client.readLine() == told)
          #expect(client.ask("47.1 9.4") == "Street 4710, West 2, Sampleland")
          #expect(other.ask("47.1 9.4") == "Street 4710, West 2, Sampleland")
          #expect(subscribe("") == #"{"jsonrpc":"2.0","id":1,"result":{}}"#)
          server.world.replace()
          reloads.continuation.yield()
          try eventually("an answer of the next store") { client.ask("47.1 9.4") == "Street 4710, West 3, Sampleland" }
        }
      }
    }
  }

  @Test("a watch looks at its last position again when a new store answers")
  func watches() async throws {
    let reloads = AsyncStream.makeStream(of: Void.self)
    try await TestServer.withServer { server in
      try await withKeeper(server, reloads.stream, interval: .seconds(3600)) {
        try await onThread {
          let client = try server.connect()
          _ = client.ask(#"{"id":1,"method":"locationWatch.start","params":{"detail":"city","accuracyMeters":8}}"#)
          client.sendLine(
            #"{"id":2,"method":"locationWatch.update","params":{"watch":1,"coordinate":{"latitude":47.1,"longitude":9.4}}}"#
          )
          while let line = client.readLine(), !line.contains("didUpdatePlacemark") {}
          for version in 2...3 {
            server.world.replace()
            reloads.continuation.yield()
            let before = version == 2 ? "West" : "West 2"
            #expect(client.readLine()?.contains(#""level":"city","name":"\#(before)""#) == true)
            #expect(client.readLine()?.contains(#""level":"city","name":"West \#(version)""#) == true)
            #expect(client.readLine()?.contains(#""changed":["city"]"#) == true)
          }
          let stopped = client.ask(#"{"id":3,"method":"locationWatch.stop","params":{"watch":1}}"#)
          #expect(stopped == #"{"jsonrpc":"2.0","id":3,"result":{}}"#)
        }
      }
    }
  }

  private func withKeeper(
    _ server: TestServer, _ reloads: AsyncStream<Void>, interval: Duration = .milliseconds(20),
    _ logger: Logger = quietLogger,
    _ body: @escaping @Sendable () async throws -> Void
  ) async throws {
    let keeper = StoreKeeper(
      server: server.server, interval: interval, notifier: ServiceNotifier { _ in nil }, reloads: reloads,
      logger: logger)
    try await running([keeper.run]) { try await body() }
  }
}

/// Hands a value from one thread to the next; the test uses it on one thread at a time.
final class Box<Value>: @unchecked Sendable {
  let value: Value
  init(_ value: Value) { self.value = value }
}
