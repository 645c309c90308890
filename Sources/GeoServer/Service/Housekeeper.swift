import GeoSupport
import Logging
import NIOCore
import Synchronization

/// Looks after a running server at intervals. It returns free memory to the system after a peak. It logs threads that
/// do not return from a query, picture or map, and then stops notifying systemd's watchdog.
struct Housekeeper {
  let state: ServerState
  let notifier: ServiceNotifier
  let logger: Logger

  /// Runs until the task is canceled.
  func run() async {
    let interval = min(.seconds(1), (notifier.watchdog ?? .seconds(3)) / 3)
    var (stuck, trims, resident) = (0, 0, Allocator.residentBytes)
    while !Task.isCancelled {
      try? await Task.sleep(for: interval)
      // Connections free their memory shortly after it stops being counted, so trimming is repeated.
      let relieved = [state.budget.wasRelieved()] + state.guests.map { $0.wasRelieved() }
      if relieved.contains(true) { trims = 3 }
      // HTTP requests take memory that is not counted.
      if Allocator.residentBytes > resident + 16 << 20 { trims = 10 }
      if trims > 0 {
        Allocator.trim()
        resident = Allocator.residentBytes
        trims -= 1
      }
      if state.budget.level != .plenty { state.whenShort.call() }
      let now = state.stuckThreads
      if now == 0 { notifier.alive() }
      guard now != stuck else { continue }
      stuck = now
      let figures: Logger.Metadata = [
        "stuck": .stringConvertible(stuck), "threads": .stringConvertible(state.threads.reduce(0) { $0 + $1.all }),
      ]
      if stuck > 0 {
        logger.error("threads do not come back from a query, a picture or a map; restart geocoded", metadata: figures)
      } else {
        logger.notice("all threads are back from their queries, pictures and maps", metadata: figures)
      }
    }
  }
}

/// Pauses a listening channel when the process has no file descriptors left to accept a connection; clients wait until
/// another one leaves. NIO's own handler for this delays only the next `read`, while the current one goes on and spins.
final class AcceptPause: ChannelInboundHandler {
  typealias InboundIn = any Channel

  private let complaint: SeldomLogger

  /// Creates a handler that logs this now and then.
  init(_ logger: Logger) {
    complaint = SeldomLogger(
      logger,
      "nobody can connect: no more files may be open; raise ulimit -n (LimitNOFILE= in a unit) or lower --max-clients")
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    guard let error = error as? IOError else { return context.fireErrorCaught(error) }
    complaint.error(systemMessage(error.errnoCode))
    let channel = context.channel
    channel.setOption(.autoRead, value: false).whenSuccess {
      channel.eventLoop.scheduleTask(in: .milliseconds(250)) { channel.setOption(.autoRead, value: true) }
    }
  }

  /// Adds the handler to a listening channel.
  static func add(to channel: any Channel, _ logger: Logger) -> EventLoopFuture<Void> {
    channel.eventLoop.makeCompletedFuture { try channel.pipeline.syncOperations.addHandler(AcceptPause(logger)) }
  }
}

/// The sizes of reads from a socket. They are small because each of thousands of clients with waiting lines holds a
/// buffer of that size.
enum SmallReads {
  static let allocator = AdaptiveRecvByteBufferAllocator(minimum: 1024, initial: 2048, maximum: 8 << 10)
  /// The same for HTTP. A connection stops reading at ten waiting parts of requests. But one read may hold dozens of
  /// short requests, each of which takes ten times its bytes when it is parsed.
  static let httpAllocator = AdaptiveRecvByteBufferAllocator(minimum: 512, initial: 1024, maximum: 1024)
}
