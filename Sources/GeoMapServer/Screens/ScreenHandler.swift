import GeoServer
import NIOCore
import NIOWebSocket

/// Handles a page's WebSocket, whose text frames are lines. The map decides what is sent and when; the page's lines are
/// passed to the map.
final class ScreenHandler: ChannelDuplexHandler {
  typealias InboundIn = WebSocketFrame
  typealias OutboundIn = Never
  typealias OutboundOut = WebSocketFrame

  /// The maximum bytes of a page's message.
  static let messageBytes = 16 << 10
  /// The maximum number of a page's messages that its map has yet to process.
  ///
  /// At this number, no more input is read.
  private static let unreadLimit = 32
  /// The interval of pings to a page, and the time after which a silent page is closed.
  private static let (pingInterval, patience) = (TimeAmount.seconds(20), TimeAmount.seconds(60))

  private let screen: ScreenUpgrade
  private let server: ServerState
  private let connections: ConnectionTable
  private var context: ChannelHandlerContext?
  private var number: Int?
  private var unread = 0
  /// The page's messages that arrived before the map had added the page.
  private var early: [[UInt8]] = []
  private var isReadPending = false
  /// Whether the page was notified that its socket is closed.
  private var hasEnded = false
  private var lastHeard = NIODeadline.now()

  init(_ screen: ScreenUpgrade, _ state: HTTPState) {
    self.screen = screen
    (server, connections) = (state.server, state.connections)
  }

  func handlerAdded(context: ChannelHandlerContext) { self.context = context }

  func handlerRemoved(context: ChannelHandlerContext) { leave() }

  func channelInactive(context: ChannelHandlerContext) {
    leave()
    context.fireChannelInactive()
  }

  /// Adds the page to the map.
  ///
  /// The map sends to this event loop until it has removed the page.
  func join() {
    guard let context else { return }
    connections.beginErrand()
    let bound = NIOLoopBound(self, eventLoop: context.eventLoop)
    let (loop, seat, isViewer) = (context.eventLoop, screen.seat, screen.isViewer)
    seat.loop.execute {
      var number: Int?
      seat.ifThere { room in
        number = room.addScreen(
          isViewer: isViewer, { line in loop.execute { bound.value.send(line) } },
          end: { loop.execute { bound.value.end(.goingAway) } })
      }
      let joined = number
      loop.execute { bound.value.joined(joined) }
    }
    ping()
  }

  private func joined(_ number: Int?) {
    self.number = number
    if number == nil { connections.endErrand() }
    guard context != nil else { return leave() }
    guard number != nil else { return end(.unknown(1013)) }
    for line in early { pass(line) }
    early = []
  }

  private func leave() {
    context = nil
    guard let number else { return }
    self.number = nil
    let (seat, connections) = (screen.seat, connections)
    seat.loop.execute {
      seat.ifThere { $0.removeScreen(number) }
      connections.endErrand()
    }
  }

  // MARK: Input of the page

  func read(context: ChannelHandlerContext) {
    if mayRead(context) { context.read() } else { isReadPending = true }
  }

  /// Whether more of the page's input may be read: its map keeps up, and the page reads what it is sent. The second
  /// matters because each ping gets a pong.
  private func mayRead(_ context: ChannelHandlerContext) -> Bool {
    unread < ScreenHandler.unreadLimit && context.channel.isWritable
  }

  private func readOn() {
    guard isReadPending, let context, mayRead(context) else { return }
    isReadPending = false
    context.read()
  }

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    readOn()
    context.fireChannelWritabilityChanged()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    // Frames after the one that ended the socket are ignored.
    guard !hasEnded else { return }
    let frame = ScreenHandler.unwrapInboundIn(data)
    lastHeard = .now()
    switch frame.opcode {
    case .text:
      guard String(validating: frame.unmaskedData.readableBytesView, as: UTF8.self) != nil else {
        return end(.dataInconsistentWithMessage)
      }
      unread += 1
      let line = Array(frame.unmaskedData.readableBytesView)
      if number == nil { early.append(line) } else { pass(line) }
    case .ping: write(.pong, frame.unmaskedData)
    case .pong: break
    case .connectionClose: end(WebSocketErrorCode(answering: frame.unmaskedData))
    default: end(.unacceptableData)
    }
  }

  private func pass(_ line: [UInt8]) {
    guard let number, let context else { return }
    let bound = NIOLoopBound(self, eventLoop: context.eventLoop)
    let (loop, seat) = (context.eventLoop, screen.seat)
    seat.loop.execute {
      seat.ifThere { $0.receive(line, from: number) }
      loop.execute { bound.value.passed() }
    }
  }

  private func passed() {
    unread -= 1
    readOn()
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if event is ChannelShouldQuiesceEvent { return end(.goingAway) }
    if case .some(.inputClosed) = event as? ChannelEvent { return context.close(promise: nil) }
    context.fireUserInboundEventTriggered(event)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    if let code = WebSocketErrorCode(closing: error) { end(code) } else { context.close(promise: nil) }
  }

  // MARK: Output to the page

  private func send(_ line: [UInt8]) {
    guard let context else { return }
    let count = line.count
    server.hold(count)
    let promise = context.eventLoop.makePromise(of: Void.self)
    promise.futureResult.whenComplete { [server] _ in server.hold(-count) }
    write(.text, ByteBuffer(bytes: line.dropLast()), promise)
  }

  private func write(_ opcode: WebSocketOpcode, _ data: ByteBuffer, _ promise: EventLoopPromise<Void>? = nil) {
    guard let context else { return promise?.fail(ChannelError.ioOnClosedChannel) ?? () }
    let frame = WebSocketFrame(fin: true, opcode: opcode, data: data)
    context.writeAndFlush(ScreenHandler.wrapOutboundOut(frame), promise: promise)
  }

  private func ping() {
    guard let context else { return }
    guard NIODeadline.now() - lastHeard < ScreenHandler.patience else { return context.close(promise: nil) }
    write(.ping, ByteBuffer())
    let bound = NIOLoopBound(self, eventLoop: context.eventLoop)
    context.eventLoop.scheduleTask(in: ScreenHandler.pingInterval) { bound.value.ping() }
  }

  private func end(_ code: WebSocketErrorCode) {
    guard let context, !hasEnded else { return }
    hasEnded = true
    var data = ByteBuffer()
    data.write(webSocketErrorCode: code)
    write(.connectionClose, data)
    context.close(promise: nil)
  }
}
