import NIOCore

/// Tells a client that there are too many connections, and ends its own.
final class RefusalHandler: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  func channelActive(context: ChannelHandlerContext) {
    let reply = HTTPReply.problem(503, "loadingThrottled", "the server has too many connections; try again later")
    let head =
      "HTTP/1.1 503 Service Unavailable\r\nContent-Type: application/json\r\nContent-Length: \(reply.body.count)\r\n"
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
