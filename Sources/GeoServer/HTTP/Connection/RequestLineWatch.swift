import NIOCore

/// Stands before NIO's parser and knows whether the line of the request that is coming has ended: the parser says that a head is too long, and
/// not which part of it.
final class RequestLineWatch: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer

  /// Whether a line has ended since the last request was whole.
  private(set) var isPastLine = false

  /// A request is whole.
  func beginRequest() { isPastLine = false }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    if !isPastLine {
      let bytes = RequestLineWatch.unwrapInboundIn(data).readableBytesView
      // An empty line before a request is no line of it (RFC 9112, 2.2).
      isPastLine = bytes.drop { $0 == 13 || $0 == 10 }.contains(10)
    }
    context.fireChannelRead(data)
  }
}
