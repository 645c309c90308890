import GeoSupport
import GeoWire
import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1
import NIOHTTPTypesHTTP1
import NIOPosix
import ServiceLifecycle

/// The daemon's HTTP side: serves Nominatim's interface and the server's own until it is stopped.
///
/// Its sockets are already bound. Each connection stays on the thread of its event loop, which answers with an engine
/// of the pool. A ``PromptAnswerHandler`` answers at once. Requests that must wait are answered in a Hummingbird task
/// by an ``HTTPResponder``.
package struct HTTPServer: Service {
  let state: HTTPState
  private let listeners: [HTTPListener]
  private let group: MultiThreadedEventLoopGroup
  private let loops: [ObjectIdentifier: NIOLoopBound<HTTPLoop>]
  private let executors: [ObjectIdentifier: LoopExecutor]
  private let logger: Logger

  /// Opens the store once more for each thread of this side.
  ///
  /// - Parameters:
  ///   - server: the daemon's socket side, which shares its pool and its store.
  ///   - accessLog: the log of requests, at level `info`; nil for none.
  /// - Throws: ``ServerError`` for a bad option or key file, and the errors of the store.
  package init(
    options: HTTPOptions, listeners: [HTTPListener], server: GeocodeServer, logger: Logger, accessLog: Logger? = nil
  ) throws {
    try options.validate()
    let keys = try options.keyFile.map { path throws(ServerError) in try APIKeys(path: path) }
    state = HTTPState(
      options: options, server: server.state, keys: keys, logger: logger, accessLog: accessLog,
      dataDate: server.state.pool.withEngine { $0.info.dataDate })
    let engines = try server.state.pool.addEngines(options.threads) { try server.source.open() }
    self.listeners = listeners
    let address = listeners.first { $0.face == .all && !$0.name.hasPrefix("unix:") }.map { "http://\($0.name)" }
    if state.limit.isNone { for guests in server.state.guests { guests.serve(pagesAt: address) } }
    self.logger = logger
    group = SystemThread.startingOthers { MultiThreadedEventLoopGroup(numberOfThreads: options.threads) }
    (loops, executors) = HTTPServer.loops(group, state, engines)
  }

  /// Serves until the task is canceled or a graceful shutdown begins. Then it accepts no more connections, answers the
  /// requests in flight, and closes the connections, in the end by force.
  package func run() async throws {
    var channels: [any Channel] = []
    for listener in listeners { channels.append(try await listen(listener)) }
    for listener in listeners { announce(listener) }
    try? await gracefulShutdown()
    state.stop()
    for channel in channels { try? await channel.close() }
    for listener in listeners { listener.remove() }
    state.connections.quiesce()
    await drain()
    let hasEnded = await state.server.stop.ends {
      while !state.connections.isOver { await StopClock.pause() }
      try? await group.shutdownGracefully()
    }
    if !hasEnded { logger.error("HTTP threads are given up: they do not come back from a query") }
  }

  /// Reads the key file again, which may have changed along with the store.
  func reload() {
    guard let keys = state.keys else { return }
    do throws(ServerError) {
      try keys.reload()
      logger.notice("keys read again", metadata: ["keys": .stringConvertible(keys.count)])
    } catch {
      logger.error("the new keys cannot be used; the old ones stay", metadata: ["error": "\(error.message)"])
    }
  }

  // MARK: Connections

  private func announce(_ listener: HTTPListener) {
    logger.notice(
      "listening",
      metadata: ["\(listener.face.rawValue)": "\(listener.name)", "threads": .stringConvertible(state.options.threads)])
    guard !listener.isLocal else { return }
    let open =
      state.keys == nil ? "anybody who reaches it may ask; consider --api-keys and --rate-limit" : "keys are needed"
    logger.warning(
      "not only this machine can connect, and nothing is encrypted: \(open)",
      metadata: ["\(listener.face.rawValue)": "\(listener.name)"])
  }

  private func listen(_ listener: HTTPListener) async throws -> any Channel {
    let check = HeadCheck(hosts: listener.hostNames(allowed: state.options.allowedHosts))
    return try await ServerBootstrap(group: group)
      .serverChannelInitializer { channel in AcceptPause.add(to: channel, logger) }
      .serverChannelOption(.backlog, value: 1024)
      .childChannelOption(.allowRemoteHalfClosure, value: true)
      .childChannelOption(.maxMessagesPerRead, value: 1)
      .childChannelOption(.recvAllocator, value: SmallReads.httpAllocator)
      .childChannelOption(.writeBufferWaterMark, value: .init(low: 8 << 10, high: 64 << 10))
      .childChannelInitializer { channel in accept(channel, check, state.routes(of: listener.face)) }
      .withBoundSocket(listener.descriptor).get()
  }

  /// Builds the pipeline of a connection: NIO's parser, the connection's guard, prompt responses, NIO's translation,
  /// Hummingbird.
  private func accept(_ channel: any Channel, _ check: HeadCheck, _ routes: HTTPRoutes) -> EventLoopFuture<Void> {
    let id = ObjectIdentifier(channel.eventLoop)
    let address = channel.remoteAddress?.ipAddress
    let isOfThisMachine = address.flatMap { HostName($0.utf8.contains(UInt8(ascii: ":")) ? "[\($0)]" : $0) }?.isLoopback
    let isCounted = isOfThisMachine == false && !state.trust.believes(address ?? "unix")
    let network = isCounted ? address.map(state.network.name) : nil
    guard let loop = loops[id], let executor = executors[id],
      let seat = state.connections.admit(channel, network: network, state.options)
    else {
      return channel.eventLoop.makeCompletedFuture {
        try channel.pipeline.syncOperations.addHandler(RefusalHandler())
      }
    }
    let account = ClientAccount()
    state.server.budget.connect(1)
    channel.closeFuture.whenComplete { _ in
      state.server.remove(account)
      state.server.budget.connect(-1)
    }
    let responder = HTTPResponder(
      loop: loop, client: address ?? "unix", account: account, routes: routes)
    let hummingbird = HTTP1Channel(
      responder: { request, writer, _ in try await responder.respond(request, writer) },
      configuration: .init(httpDecoderConfiguration: decoderLimits))
    return hummingbird.setup(channel: channel, logger: logger).flatMapThrowing { value in
      let pipeline = channel.pipeline.syncOperations
      let codec = try pipeline.handler(type: HTTP1ToHTTPServerCodec.self)
      let line = RequestLineWatch()
      try pipeline.addHandler(line, position: .first)
      let connection = HTTPConnectionHandler(responder, check: check, seat, line)
      try pipeline.addHandler(connection, position: .before(codec))
      try pipeline.addHandler(PromptAnswerHandler(responder, connection), position: .before(codec))
      state.connections.beginErrand()
      Task(executorPreference: executor) {
        await hummingbird.handle(value: value, logger: logger)
        state.connections.endErrand()
      }
    }
  }

  /// The limits of NIO's parser, beyond which it drops a request unread. The server's own limits are lower and send
  /// proper errors.
  private var decoderLimits: HTTP1Channel.Configuration.DecoderConfiguration {
    let length = state.options.maximumURLLength + state.options.maximumHeaderLength + (8 << 10)
    return .init(maxHeaderFieldSize: length, maxHeaderListSize: length, maxHeaderFieldCount: 200)
  }

  /// Waits for the connections to close by themselves, then closes them.
  private func drain() async {
    let deadline = state.server.stop.deadline()
    while state.connections.count > 0, ContinuousClock.now < deadline { await StopClock.pause() }
    guard state.connections.count > 0 else { return }
    logger.warning(
      "clients did not take their answers in time",
      metadata: ["connections": .stringConvertible(state.connections.count)])
    state.connections.closeAll()
  }

  private static func loops(
    _ group: MultiThreadedEventLoopGroup, _ state: HTTPState, _ engines: Range<Int>
  ) -> ([ObjectIdentifier: NIOLoopBound<HTTPLoop>], [ObjectIdentifier: LoopExecutor]) {
    var loops: [ObjectIdentifier: NIOLoopBound<HTTPLoop>] = [:]
    var executors: [ObjectIdentifier: LoopExecutor] = [:]
    for ((loop, engine), counters) in zip(zip(group.makeIterator(), engines), state.counters) {
      loops[ObjectIdentifier(loop)] = try? loop.submit {
        NIOLoopBound(HTTPLoop(state: state, counters: counters, engine: engine), eventLoop: loop)
      }.wait()
      executors[ObjectIdentifier(loop)] = LoopExecutor(loop)
    }
    return (loops, executors)
  }
}

/// Runs tasks on the thread of an event loop, so that a request is read, answered and written without changing threads.
private final class LoopExecutor: TaskExecutor {
  private let loop: any EventLoop

  /// Creates an executor on a loop.
  init(_ loop: any EventLoop) { self.loop = loop }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    loop.execute { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
