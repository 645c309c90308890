import GeoWire
import NIOCore
import Synchronization

/// A connection's place in the table: since when it has asked nothing.
final class ConnectionSeat: Sendable {
  fileprivate let channel: any Channel
  /// The address or network that it counts for; nil for programs on this machine.
  fileprivate let network: String?
  /// Nanoseconds of NIO's clock; 0 while a request is under way.
  private let waitingSince: Atomic<UInt64>

  fileprivate init(_ channel: any Channel, network: String?) {
    self.channel = channel
    self.network = network
    waitingSince = Atomic(NIODeadline.now().uptimeNanoseconds)
  }

  /// Notes whether the client has a request under way. Bytes of a head are none yet: who sends them slowly is waiting, too.
  func note(isAtWork: Bool) {
    if isAtWork {
      waitingSince.store(0, ordering: .relaxed)
    } else if waitingSince.load(ordering: .relaxed) == 0 {
      waitingSince.store(NIODeadline.now().uptimeNanoseconds, ordering: .relaxed)
    }
  }

  fileprivate var idleSince: UInt64? {
    let moment = waitingSince.load(ordering: .relaxed)
    return moment == 0 ? nil : moment
  }
}

/// The open connections of the HTTP side, so that they can be counted and ended.
package final class ConnectionTable: Sendable {
  private struct Seats {
    var all: [ObjectIdentifier: ConnectionSeat] = [:]
    var byNetwork: [String: Int] = [:]

    mutating func add(_ seat: ConnectionSeat) {
      all[ObjectIdentifier(seat.channel)] = seat
      if let network = seat.network { byNetwork[network, default: 0] += 1 }
    }

    mutating func remove(_ channel: any Channel) {
      guard let seat = all.removeValue(forKey: ObjectIdentifier(channel)), let network = seat.network else { return }
      let count = byNetwork[network, default: 1] - 1
      byNetwork[network] = count == 0 ? nil : count
    }

    /// The connection that has waited longest, of one network or of all; nil when all are at work.
    func idlest(of network: String?) -> ConnectionSeat? {
      all.values.lazy.filter { network == nil || $0.network == network }
        .compactMap { seat in seat.idleSince.map { (seat, $0) } }.min { $0.1 < $1.1 }?.0
    }
  }

  private let seats = Mutex(Seats())
  private let admissions = Atomic<Int>(0)
  private let refusals = Atomic<Int>(0)
  private let errands = Atomic<Int>(0)

  /// How many there are.
  var count: Int { seats.withLock { $0.all.count } }

  /// Connections that were taken in since the start.
  var admitted: Int { admissions.load(ordering: .relaxed) }

  /// Connections that were refused, or that gave way to newer ones.
  var refused: Int { refusals.load(ordering: .relaxed) }

  /// Takes a connection in, until it is closed. Where there are as many as may be, the one that has waited longest gives way: silent
  /// clients keep nobody out.
  ///
  /// - Parameter network: whom it counts for; nil for programs on this machine, which are not counted by address.
  /// - Returns: nil when there are as many as may be, and all have a request under way.
  func admit(_ channel: any Channel, network: String?, _ options: HTTPOptions) -> ConnectionSeat? {
    let seat = ConnectionSeat(channel, network: network)
    let (isAdmitted, leaving) = seats.withLock { seats -> (Bool, ConnectionSeat?) in
      let isCrowded = network.map { seats.byNetwork[$0, default: 0] >= options.connectionsPerAddress } ?? false
      guard isCrowded || seats.all.count >= options.connections else {
        seats.add(seat)
        return (true, nil)
      }
      guard let idlest = seats.idlest(of: isCrowded ? network : nil) else { return (false, nil) }
      seats.remove(idlest.channel)
      seats.add(seat)
      return (true, idlest)
    }
    if !isAdmitted || leaving != nil { refusals.add(1, ordering: .relaxed) }
    leaving?.channel.close(promise: nil)
    guard isAdmitted else { return nil }
    admissions.add(1, ordering: .relaxed)
    channel.closeFuture.whenComplete { _ in self.seats.withLock { $0.remove(channel) } }
    return seat
  }

  /// Something is begun for a connection that comes back to its event loop, perhaps after the connection has ended: what a worker is at
  /// is not called off.
  package func beginErrand() { errands.add(1, ordering: .relaxed) }

  /// It has come back for the last time.
  package func endErrand() { errands.subtract(1, ordering: .releasing) }

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

  private var all: [any Channel] { seats.withLock { $0.all.values.map(\.channel) } }
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
