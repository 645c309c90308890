import GeoSupport
import Logging
import NIOCore
import Synchronization

/// Looks after a running server from time to time: free memory goes back to the system after a peak, and a thread that does not come
/// back from its query, picture or map is told to the log and, by silence, to systemd's watchdog.
struct Housekeeper {
  let state: ServerState
  let notifier: ServiceNotifier
  let logger: Logger

  /// Looks until the task is cancelled.
  func run() async {
    let interval = min(.seconds(1), (notifier.watchdog ?? .seconds(3)) / 3)
    var (stuck, trims, resident) = (0, 0, Allocator.residentBytes)
    while !Task.isCancelled {
      try? await Task.sleep(for: interval)
      // What connections held is freed a moment after it is counted.
      let relieved = [state.budget.wasRelieved()] + state.guests.map { $0.wasRelieved() }
      if relieved.contains(true) { trims = 3 }
      // Requests over HTTP take memory that nobody counts.
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

/// Has a listening channel pause when nobody can be accepted, because the process may open no more files: who connects waits until somebody
/// leaves. NIO's own handler for this delays only the next `read`, while the one under way goes on and spins.
final class AcceptPause: ChannelInboundHandler {
  typealias InboundIn = any Channel

  private let complaint: SeldomLogger

  /// A handler that says so in a log, now and then.
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

/// How much is read from a socket at once. Thousands of clients whose lines wait each hold as much.
enum SmallReads {
  static let allocator = AdaptiveRecvByteBufferAllocator(minimum: 1024, initial: 2048, maximum: 8 << 10)
  /// The same for HTTP. Up to ten parts of requests wait for their turn and are then not read any further, but one read may hold dozens of
  /// short requests, each of which takes ten times its bytes when it is parsed.
  static let httpAllocator = AdaptiveRecvByteBufferAllocator(minimum: 512, initial: 1024, maximum: 1024)
}
