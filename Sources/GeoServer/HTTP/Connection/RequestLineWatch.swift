import HTTPTypes
import NIOCore
import NIOHTTP1

/// Reads the request line before NIO's parser does, so that errors can name their cause.
///
/// The parser reports that a head is too long, but not whether its line or its fields are. It reports an unknown method
/// like any other invalid input.
final class RequestLineWatch: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer

  /// Whether the line of the current request has ended.
  private(set) var isPastLine = false
  /// The method of the current request if its line is one of HTTP, but its method is unknown; nil otherwise.
  private(set) var unknownMethod: String?

  /// Starts over after a whole request.
  func beginRequest() { isPastLine = false }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    if !isPastLine {
      // An empty line before a request does not count (RFC 9112, 2.2).
      let bytes = RequestLineWatch.unwrapInboundIn(data).readableBytesView.drop { $0 == 13 || $0 == 10 }
      isPastLine = bytes.contains(10)
      // Nearly all requests are GET, so their lines are not split.
      unknownMethod =
        bytes.starts(with: "GET ".utf8) ? nil : RequestLineWatch.unknownMethod(of: bytes.prefix { $0 != 10 })
    }
    context.fireChannelRead(data)
  }

  private static func unknownMethod(of line: ByteBufferView) -> String? {
    let words = line.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
    guard words.count == 3, words[2].starts(with: "HTTP/1.".utf8),
      let method = HTTPRequest.Method(String(decoding: words[0], as: UTF8.self)),
      case .RAW(let name) = HTTPMethod(rawValue: method.rawValue)
    else { return nil }
    return name
  }
}
