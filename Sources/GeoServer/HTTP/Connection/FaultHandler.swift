import NIOCore
import NIOHTTPTypes

/// Stands behind the translation of NIO's requests into Hummingbird's and reports what cannot be translated, such as a path with
/// control characters.
final class FaultHandler: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPRequestPart

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    guard let handler = try? context.pipeline.syncOperations.handler(type: HTTPConnectionHandler.self) else {
      return context.fireErrorCaught(error)
    }
    handler.fail(
      .problem(400, "badRequest", "the request's path or header fields have characters that HTTP does not allow"))
  }
}
