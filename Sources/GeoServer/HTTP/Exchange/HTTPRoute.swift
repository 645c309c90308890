import HTTPTypes
import NIOCore
import NIOHTTP1

/// One path, or all paths of one form, with its access rules and its handler. Every route states its access rules;
/// there is no default.
package final class HTTPRoute: Sendable {
  /// The path as metrics, logs and the OpenAPI description show it. A part in braces stands for any text.
  package let path: String
  /// The access rules.
  package let access: Access
  /// The handler.
  let answer: Answer
  /// The content types that a request's body may have.
  let bodyTypes: [String]
  /// The request fields that change the response, for `Vary` (RFC 9110, 12.5.5).
  let varies: String
  /// The number of segments at the end of the path that name a place, which logs leave out.
  let placeWords: Int
  /// Takes over a connection as a WebSocket (RFC 6455); nil if paths of this form have none.
  let upgrade: Upgrade?

  /// - Parameters:
  ///   - path: see ``path``.
  ///   - access: the access rules.
  ///   - answer: the handler.
  package init(
    _ path: String, _ access: Access, _ answer: Answer, bodyTypes: [String] = [HTTPReply.ContentType.json],
    varies: String = "Accept-Encoding", placeWords: Int = 0, upgrade: Upgrade? = nil
  ) {
    (self.path, self.access, self.answer, self.bodyTypes) = (path, access, answer, bodyTypes)
    (self.varies, self.placeWords, self.upgrade) = (varies, placeWords, upgrade)
  }

  /// The handler of admitted requests.
  package enum Answer: Sendable {
    /// Answers at once, on the event loop.
    case prompt(@Sendable (HTTPCall, HTTPLoop) -> HTTPReply)
    /// Answers in a task, which may wait for other threads. It gets the body; nil for methods without one.
    case waiting(@Sendable (HTTPCall, HTTPResponder, consuming ByteBuffer?) async -> HTTPReply)
    /// A task that reads a batch and writes its response in parts.
    case batch
  }

  /// Answers the request for a WebSocket, which the handler has read.
  package typealias Upgrade = @Sendable (HTTPRequestHead, HTTPConnectionHandler, ChannelHandlerContext) -> Void

  /// The access rules of a route.
  package struct Access: Sendable {
    /// The allowed methods; `OPTIONS` is always allowed.
    package var methods: [HTTPRequest.Method] = [.get, .head]
    /// Whether a request needs a key when the server has keys.
    package var needsKey: Bool
    /// Whether requests count against the rate limit.
    package var isLimited: Bool
    /// Whether pages of other origins may read the response.
    package var isShared: Bool

    /// For geographic data: needs a key, and counts against the rate limit.
    package static let places = Access(needsKey: true, isLimited: true, isShared: true)
    /// For descriptions of the interface: open to everybody.
    package static let open = Access(needsKey: false, isLimited: false, isShared: true)
    /// For pages, their files and health checks: open to everybody, but not to pages of other origins. The page at `/`
    /// does its own checks of keys and rates when it answers a query.
    package static let own = Access(needsKey: false, isLimited: false, isShared: false)
    /// For metrics of the server: needs a key.
    static let figures = Access(needsKey: true, isLimited: false, isShared: false)

    /// Returns the same rules with other methods.
    package func by(_ methods: HTTPRequest.Method...) -> Access {
      var access = self
      access.methods = methods
      return access
    }
  }

  /// Whether it is answered without waiting for a body, other threads or drawing.
  package var isPrompt: Bool { if case .prompt = answer { true } else { false } }

  /// Its methods as a value of the `Allow` field.
  var allowed: String { (access.methods + [.options]).map(\.rawValue).joined(separator: ", ") }
}
