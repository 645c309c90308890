import HTTPTypes
import NIOCore
import NIOHTTP1

/// Notes whether the request line has ended, and a method that NIO's parser does not know, ahead of it: the parser
/// reports that a head is too long, but not which part of it, and an unknown method as it does anything else that is
/// not HTTP.
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
      // The method of nearly all requests needs no look.
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
