import HTTPTypes

/// One request as routes see it.
package struct HTTPCall {
  /// The method and header fields.
  package let head: HTTPRequest
  /// The path without the query, such as `/reverse`, in its usual form: see ``ProxyTrust/split(_:)``.
  package let path: Substring
  /// The part after the question mark, still encoded; empty without one.
  package let query: Substring
  /// The client: an address, or `unix`.
  package let client: String
  /// The prefix before the path, such as `/nominatim`; usually empty.
  package let prefix: String
  /// Whether a trusted proxy sent it.
  package let isForwarded: Bool
  /// The route of the path; nil if there is none.
  package let route: HTTPRoute?
  /// The hint in the error message for an unknown path.
  let advice: String

  /// Splits the request's target, which contains the host if a proxy sent it (RFC 9112, 3.2.2).
  ///
  /// - Parameter client: the sender, which may be a proxy.
  package init(_ head: HTTPRequest, client: String, _ trust: ProxyTrust = .none, _ routes: HTTPRoutes = .own) {
    self.head = head
    isForwarded = trust.believes(client)
    self.client = isForwarded ? trust.client(of: head, through: client) : client
    var target = (head.path ?? "/")[...]
    if target.first != "/", let scheme = target.firstRange(of: "://") {
      let rest = target[scheme.upperBound...]
      target = rest.firstIndex { $0 == "/" || $0 == "?" }.map { rest[$0...] } ?? "/"
    }
    let mark = target.utf8.firstIndex(of: UInt8(ascii: "?"))
    (prefix, path) = trust.split(mark.map { target[..<$0] } ?? target)
    route = routes.route(of: path)
    advice = routes.advice
    query = mark.map { target[target.utf8.index(after: $0)...] } ?? ""
  }

  /// Whether the response goes without its body.
  package var isHead: Bool { head.method == .head }

  /// The names and values of the query, decoded, in order.
  package var parameters: [(name: String, value: String)] { QueryString.parse(query) }

  /// The value of a header field; nil if there is none.
  package func field(_ name: HTTPField.Name) -> String? { head.headerFields[name] }

  /// The length of all header fields in bytes, each with a colon, a space and a line end.
  package var headerLength: Int {
    head.headerFields.reduce(0) { $0 + $1.name.rawName.utf8.count + $1.value.utf8.count + 4 }
  }
}
