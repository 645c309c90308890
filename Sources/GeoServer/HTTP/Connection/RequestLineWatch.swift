import NIOCore

/// Notes whether the request line has ended, ahead of NIO's parser: the parser reports that a head is too long, but not
/// which part of it.
final class RequestLineWatch: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer

  /// Whether the line of the current request has ended.
  private(set) var isPastLine = false

  /// Starts over after a whole request.
  func beginRequest() { isPastLine = false }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    if !isPastLine {
      let bytes = RequestLineWatch.unwrapInboundIn(data).readableBytesView
      // An empty line before a request does not count (RFC 9112, 2.2).
      isPastLine = bytes.drop { $0 == 13 || $0 == 10 }.contains(10)
    }
    context.fireChannelRead(data)
  }
}
