import NIOCore
import NIOWebSocket

/// Refuses what no browser sends (RFC 6455, 5): NIO's decoder looks at the lengths of frames and at fragments of control frames alone, as
/// extensions may give other bits a meaning. We know none.
final class ScreenFrameCheck: ChannelInboundHandler {
  typealias InboundIn = WebSocketFrame
  typealias InboundOut = WebSocketFrame

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let frame = ScreenFrameCheck.unwrapInboundIn(data)
    guard frame.maskKey != nil, !(frame.rsv1 || frame.rsv2 || frame.rsv3), frame.opcode.isKnown else {
      return context.fireErrorCaught(ScreenFault.protocol)
    }
    context.fireChannelRead(data)
  }
}

/// What a page's socket is closed for.
enum ScreenFault: Error {
  /// A frame that may not be.
  case `protocol`
}

extension WebSocketErrorCode {
  /// What a page hears as the reason why its socket is closed; nil where there is nobody to tell.
  init?(closing error: any Error) {
    switch error {
    case NIOWebSocketError.invalidFrameLength, NIOWebSocketFrameAggregator.Error.tooManyFragments,
      NIOWebSocketFrameAggregator.Error.accumulatedFrameSizeIsTooLarge:
      self = .messageTooLarge
    case is NIOWebSocketError, is NIOWebSocketFrameAggregator.Error, is ScreenFault: self = .protocolError
    default: return nil
    }
  }

  /// The answer to a close frame: the same code, as long as it is one that may be sent (RFC 6455, 7.4).
  init(answering data: ByteBuffer) {
    var data = data
    guard data.readableBytes > 0 else {
      self = .normalClosure
      return
    }
    let code = data.readInteger(as: UInt16.self) ?? 0
    let isAllowed = (1000...1003).contains(code) || (1007...1011).contains(code) || (3000...4999).contains(code)
    let isText = String(validating: data.readableBytesView, as: UTF8.self) != nil
    self = isAllowed && isText ? WebSocketErrorCode(codeNumber: Int(code)) : .protocolError
  }
}

extension WebSocketOpcode {
  /// Whether the opcode is one of those that have a meaning.
  fileprivate var isKnown: Bool {
    switch self {
    case .continuation, .text, .binary, .connectionClose, .ping, .pong: true
    default: false
    }
  }
}
