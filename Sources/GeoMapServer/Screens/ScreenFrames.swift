import NIOCore
import NIOWebSocket

/// Rejects frames that no browser sends (RFC 6455, 5). NIO's decoder checks only the lengths of frames and the
/// fragments of control frames, because extensions may use the other bits. This server has no extensions.
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

/// The reason for closing a page's WebSocket.
enum ScreenFault: Error {
  /// An invalid frame.
  case `protocol`
}

extension WebSocketErrorCode {
  /// The status code for closing a page's WebSocket after an error; nil if the connection is gone.
  init?(closing error: any Error) {
    switch error {
    case NIOWebSocketError.invalidFrameLength, NIOWebSocketFrameAggregator.Error.tooManyFragments,
      NIOWebSocketFrameAggregator.Error.accumulatedFrameSizeIsTooLarge:
      self = .messageTooLarge
    case is NIOWebSocketError, is NIOWebSocketFrameAggregator.Error, is ScreenFault: self = .protocolError
    default: return nil
    }
  }

  /// The status code that answers a close frame: the same code, if it may be sent (RFC 6455, 7.4).
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
  /// Whether the opcode is defined.
  fileprivate var isKnown: Bool {
    switch self {
    case .continuation, .text, .binary, .connectionClose, .ping, .pong: true
    default: false
    }
  }
}
