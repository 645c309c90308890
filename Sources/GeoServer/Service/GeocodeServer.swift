import GeoEngine
import GeoSupport
import GeoWire
import Logging
import NIOCore
import NIOPosix
import ServiceLifecycle

/// The core of the daemon: answers clients on a Unix socket until it is stopped.
package struct GeocodeServer: Service {
  let source: any EngineSource
  let state: ServerState
  /// The source's fingerprint before the store was opened.
  let fingerprint: String?
  private let socket: ListeningSocket
  private let notifier: ServiceNotifier
  private let logger: Logger

  /// Opens the store once per worker, so that a bad store is found before any client connects.
  ///
  /// - Parameters:
  ///   - socket: the socket, already listening; connections made before ``run()`` wait.
  ///   - guests: the other services that clients can open, such as maps.
  ///   - notifier: gets notified when the server is ready and when it stops.
  /// - Throws: ``ServerError`` for a bad option, and the errors of the source.
  package init(
    options: ServerOptions, source: any EngineSource, socket: ListeningSocket, guests: [any ServerGuests] = [],
    notifier: ServiceNotifier = ServiceNotifier { _ in nil }, logger: Logger
  ) throws {
    try options.validate()
    fingerprint = source.fingerprint()
    let pool = try WorkerPool(workers: options.workers) { try source.open() }
    self.source = source
    self.socket = socket
    self.notifier = notifier
    self.logger = logger
    state = ServerState(options: options, pool: pool, guests: guests, logger: logger)
  }

  /// Serves until the task is canceled or a graceful shutdown begins. Then it accepts no more clients, removes the
  /// socket's file, answers the requests in flight, and closes the connections, in the end by force. A worker that does
  /// not return from its query is abandoned a second after the stop timeout.
  package func run() async throws {
    Allocator.returnLargeBlocks()
    let group = SystemThread.startingOthers { MultiThreadedEventLoopGroup(numberOfThreads: state.options.eventLoops) }
    let registry = ConnectionRegistry()
    state.whenShort.set(registry) { registry.hurry() }
    state.whenReplaced.set(registry) { registry.storeWasReplaced() }
    let channel = try await listen(group, registry)
    logger.notice(
      "listening",
      metadata: ["socket": "\(socket.path ?? "from systemd")", "workers": .stringConvertible(state.pool.workers)])
    let housekeeping = Task { await Housekeeper(state: state, notifier: notifier, logger: logger).run() }
    notifier.ready()
    try? await gracefulShutdown()
    notifier.stopping()
    logger.notice("stopping", metadata: ["clients": .stringConvertible(state.counts.clientCount)])
    socket.remove()
    try? await channel.close()
    await drain(registry)
    let hasEnded = await state.stop.ends {
      await state.pool.closeAndWait()
      // Closing connections release their guests.
      while !registry.isEmpty { await StopClock.pause() }
      for guests in state.guests { await guests.shutdown() }
      try? await group.shutdownGracefully()
    }
    housekeeping.cancel()
    if !hasEnded { logger.error("workers are given up: they do not come back from a query") }
  }

  private func listen(_ group: MultiThreadedEventLoopGroup, _ registry: ConnectionRegistry) async throws -> any Channel
  {
    let state = state
    let logger = logger
    let watermark = state.options.outputHighWatermark
    return try await ServerBootstrap(group: group)
      .serverChannelInitializer { channel in AcceptPause.add(to: channel, logger) }
      .serverChannelOption(.backlog, value: 1024)
      .childChannelOption(.allowRemoteHalfClosure, value: true)
      .childChannelOption(.maxMessagesPerRead, value: 1)
      .childChannelOption(.recvAllocator, value: SmallReads.allocator)
      .childChannelOption(.writeBufferWaterMark, value: .init(low: watermark / 8, high: watermark))
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          let handler = ConnectionHandler(server: state, registry: registry, logger: logger)
          try channel.pipeline.syncOperations.addHandler(handler)
        }
      }
      .withBoundSocket(socket.descriptor).get()
  }

  /// Waits for the connections to close by themselves, then closes them.
  private func drain(_ registry: ConnectionRegistry) async {
    registry.drain()
    let deadline = state.stop.deadline()
    while !registry.isEmpty, ContinuousClock.now < deadline { await StopClock.pause() }
    guard !registry.isEmpty else { return }
    logger.warning(
      "clients did not take their answers in time", metadata: ["clients": .stringConvertible(state.counts.clientCount)])
    registry.closeAll()
  }
}
