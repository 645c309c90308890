import GeoWire
import NIOCore
import Synchronization

/// A connection's entry in the table, with the time at which it became idle.
final class ConnectionSeat: Sendable {
  fileprivate let channel: any Channel
  /// The address or network that it is counted for; nil for programs on this machine and for trusted proxies.
  fileprivate let network: String?
  /// When the connection became idle, in nanoseconds of NIO's clock; 0 while a request is under way.
  private let waitingSince: Atomic<UInt64>

  fileprivate init(_ channel: any Channel, network: String?) {
    self.channel = channel
    self.network = network
    waitingSince = Atomic(NIODeadline.now().uptimeNanoseconds)
  }

  /// Notes whether a request is under way. A partial head does not count, so a client that sends one slowly still
  /// counts as idle.
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

/// The open connections of the HTTP side, to count and close them.
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

    /// The connection that has been idle longest, of one network or of all; nil if all are busy.
    func idlest(of network: String?) -> ConnectionSeat? {
      all.values.lazy.filter { network == nil || $0.network == network }
        .compactMap { seat in seat.idleSince.map { (seat, $0) } }.min { $0.1 < $1.1 }?.0
    }
  }

  private let seats = Mutex(Seats())
  private let admissions = Atomic<Int>(0)
  private let refusals = Atomic<Int>(0)
  private let errands = Atomic<Int>(0)

  /// The number of open connections.
  var count: Int { seats.withLock { $0.all.count } }

  /// The number of connections admitted since the start.
  var admitted: Int { admissions.load(ordering: .relaxed) }

  /// The number of connections that were refused or that made room for newer ones.
  var refused: Int { refusals.load(ordering: .relaxed) }

  /// Admits a connection until it is closed. At the limit, the connection that has been idle longest is closed to make
  /// room, so idle clients keep nobody out.
  ///
  /// - Parameter network: the network that it is counted for; nil for programs on this machine and for trusted proxies,
  ///   which are not counted by address.
  /// - Returns: nil if a limit is reached and all connections that count for it have a request under way.
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

  /// Counts work for a connection, whose result returns to the connection's event loop.
  ///
  /// It may return after the connection has closed, because running work is not canceled.
  package func beginErrand() { errands.add(1, ordering: .relaxed) }

  /// Notes that such work has returned its last result.
  package func endErrand() { errands.subtract(1, ordering: .releasing) }

  /// Whether the event loops are no longer needed.
  var isOver: Bool { count == 0 && errands.load(ordering: .acquiring) == 0 }

  /// Lets every connection finish its responses and close.
  func quiesce() {
    for channel in all { channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent()) }
  }

  /// Closes every connection at once.
  func closeAll() {
    for channel in all { channel.close(promise: nil) }
  }

  private var all: [any Channel] { seats.withLock { $0.all.values.map(\.channel) } }
}

/// Sends a client the error for too many connections, and closes its connection.
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
