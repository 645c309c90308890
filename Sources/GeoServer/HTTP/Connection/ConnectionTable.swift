import GeoWire
import NIOCore
import Synchronization

/// The open connections of the HTTP side, so that they can be counted and ended.
final class ConnectionTable: Sendable {
  private let channels = Mutex<[ObjectIdentifier: any Channel]>([:])
  private let admissions = Atomic<Int>(0)
  private let refusals = Atomic<Int>(0)
  private let errands = Atomic<Int>(0)

  /// How many there are.
  var count: Int { channels.withLock { $0.count } }

  /// Connections that were taken in since the start.
  var admitted: Int { admissions.load(ordering: .relaxed) }

  /// Connections that were refused.
  var refused: Int { refusals.load(ordering: .relaxed) }

  /// Takes a connection in, until it is closed; false when there are as many as may be.
  func admit(_ channel: any Channel, limit: Int) -> Bool {
    let id = ObjectIdentifier(channel)
    let isAdmitted = channels.withLock { channels in
      guard channels.count < limit else { return false }
      channels[id] = channel
      return true
    }
    guard isAdmitted else {
      refusals.add(1, ordering: .relaxed)
      return false
    }
    admissions.add(1, ordering: .relaxed)
    channel.closeFuture.whenComplete { _ in
      self.channels.withLock { _ = $0.removeValue(forKey: id) }
    }
    return true
  }

  /// Something is begun for a connection that comes back to its event loop, perhaps after the connection has ended: what a worker is at
  /// is not called off.
  func beginErrand() { errands.add(1, ordering: .relaxed) }

  /// It has come back for the last time.
  func endErrand() { errands.subtract(1, ordering: .releasing) }

  /// Whether nothing needs the event loops any more.
  var isOver: Bool { count == 0 && errands.load(ordering: .acquiring) == 0 }

  /// Lets every connection answer what it has and close.
  func quiesce() {
    for channel in all { channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent()) }
  }

  /// Closes every connection at once.
  func closeAll() {
    for channel in all { channel.close(promise: nil) }
  }

  private var all: [any Channel] { channels.withLock { Array($0.values) } }
}

/// Tells a client that there are too many connections, and ends its own.
final class RefusalHandler: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  func channelActive(context: ChannelHandlerContext) {
    let reply = HTTPReply.problem(503, "loadingThrottled", "the server has too many connections; try again later")
    let head =
      "HTTP/1.1 503 Service Unavailable\r\nContent-Type: application/json\r\nContent-Length: \(reply.body.count)\r\n"
      + "X-Content-Type-Options: nosniff\r\nCross-Origin-Resource-Policy: same-origin\r\n"
      + "Retry-After: 1\r\nConnection: close\r\n\r\n"
    var buffer = context.channel.allocator.buffer(string: head)
    buffer.writeBytes(reply.body)
    let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
    context.writeAndFlush(RefusalHandler.wrapOutboundOut(buffer)).whenComplete { _ in
      bound.value.close(promise: nil)
    }
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {}
}
