import HTTPTypes
import NIOCore
import NIOHTTP1

/// A path that is answered, or all paths of one form: who may ask it and how, and who answers. Whoever brings one has to say all of it; there is
/// no usual access.
package final class HTTPRoute: Sendable {
  /// The path as figures, logs and the description of the interface have it. What is in braces stands for any words.
  package let path: String
  /// Who may ask it and how.
  package let access: Access
  /// Who answers.
  let answer: Answer
  /// The kinds of document that a body may be.
  let bodyTypes: [String]
  /// The fields of a request that change the answer (RFC 9110, 12.5.5).
  let varies: String
  /// How many words at the end of a path are a place, which no log has.
  let placeWords: Int
  /// Takes a connection over as a WebSocket (RFC 6455), for paths of this form; nil where there are none.
  let upgrade: Upgrade?

  /// - Parameters:
  ///   - path: see ``path``.
  ///   - access: who may ask it and how.
  ///   - answer: who answers.
  package init(
    _ path: String, _ access: Access, _ answer: Answer, bodyTypes: [String] = [HTTPReply.ContentType.json],
    varies: String = "Accept-Encoding", placeWords: Int = 0, upgrade: Upgrade? = nil
  ) {
    (self.path, self.access, self.answer, self.bodyTypes) = (path, access, answer, bodyTypes)
    (self.varies, self.placeWords, self.upgrade) = (varies, placeWords, upgrade)
  }

  /// Who answers a request that may be answered.
  package enum Answer: Sendable {
    /// The event loop, at once.
    case prompt(@Sendable (HTTPCall, HTTPLoop) -> HTTPReply)
    /// A task, which may wait for other threads, with what was sent; nil for methods that send nothing.
    case waiting(@Sendable (HTTPCall, HTTPResponder, consuming ByteBuffer?) async -> HTTPReply)
    /// A task that reads a batch, and writes its answer in parts.
    case batch
  }

  /// Answers the request for a socket, which the handler has read.
  package typealias Upgrade = @Sendable (HTTPRequestHead, HTTPConnectionHandler, ChannelHandlerContext) -> Void

  /// Who may ask a route and how.
  package struct Access: Sendable {
    /// The methods that it answers; `OPTIONS` is answered for all.
    package var methods: [HTTPRequest.Method] = [.get, .head]
    /// Whether a request needs a key where keys are asked for.
    package var needsKey: Bool
    /// Whether requests count against the rate limit.
    package var isLimited: Bool
    /// Whether pages of other origins may read the answer.
    package var isShared: Bool

    /// What is known of places: for everybody who has a key and asks within the limits.
    package static let places = Access(needsKey: true, isLimited: true, isShared: true)
    /// What tells about the interface: for everybody.
    package static let open = Access(needsKey: false, isLimited: false, isShared: true)
    /// Pages, what belongs to them, and signs of life: for everybody, but for no page of another origin. What is asked on a page is counted there.
    package static let own = Access(needsKey: false, isLimited: false, isShared: false)
    /// Figures about the server: for who has a key.
    static let figures = Access(needsKey: true, isLimited: false, isShared: false)

    /// The same with other methods.
    package func by(_ methods: HTTPRequest.Method...) -> Access {
      var access = self
      access.methods = methods
      return access
    }
  }

  /// Whether it is answered without waiting for anybody: for a body, for other threads or for what is drawn.
  package var isPrompt: Bool { if case .prompt = answer { true } else { false } }

  /// Its methods in the words of the `Allow` field.
  var allowed: String { (access.methods + [.options]).map(\.rawValue).joined(separator: ", ") }
}
