import NIOHTTP1

/// Checks the head of a request before the server uses anything of it.
struct HeadCheck: Sendable {
  /// The host names that a listener accepts; nil for any.
  let hosts: HostNames?
  /// The last accepted `Host`: nearly all requests of a connection have the same.
  private var rightHost: String?

  init(hosts: HostNames?) { self.hosts = hosts }

  /// The error response to an invalid request; nil if it is valid.
  mutating func fault(_ head: HTTPRequestHead) -> HTTPReply? { hostFault(head) ?? codingFault(head) }

  /// RFC 9112, 3.2: exactly one `Host`, which names the server.
  private mutating func hostFault(_ head: HTTPRequestHead) -> HTTPReply? {
    let values = head.headers["Host"]
    guard values.count <= 1 else { return .problem(400, "badRequest", "the field Host came \(values.count) times") }
    guard let host = values.first else {
      if head.isOld { return nil }
      return .problem(400, "badRequest", "the field Host is missing, which HTTP/1.1 demands")
    }
    if let rightHost, host.utf8.elementsEqual(rightHost.utf8), head.uri.utf8.first == UInt8(ascii: "/") { return nil }
    // A host in the target takes precedence over the field (3.2.2).
    for text in [host, HeadCheck.authority(of: head.uri)].compactMap(\.self) {
      guard let name = HostName(text) else {
        return .problem(400, "badRequest", "the field Host is not a host with or without a port")
      }
      guard hosts?.contains(name) == false else { continue }
      return .problem(
        403, "forbiddenHost",
        "this server is not asked under the name '\(name.name.prefix(100))'; its --allow-host can allow it")
    }
    rightHost = host
    return nil
  }

  /// RFC 9112, 6.1 and 6.3: `chunked` is the only supported coding, and it must occur alone and once.
  private func codingFault(_ head: HTTPRequestHead) -> HTTPReply? {
    let codings = head.headers[canonicalForm: "Transfer-Encoding"].map { $0.lowercased() }
    guard !codings.isEmpty else { return nil }
    if codings.contains(where: { $0 != "chunked" }) {
      return .problem(501, "notImplemented", "of all transfer codings only 'chunked' is understood")
    }
    guard codings.count == 1, !head.isOld, !head.headers.contains(name: "Content-Length") else {
      return .problem(400, "badRequest", "the length of the body is told in two ways")
    }
    return nil
  }

  private static func authority(of target: String) -> String? {
    guard target.utf8.first != UInt8(ascii: "/"), let scheme = target.utf8.firstRange(of: "://".utf8) else {
      return nil
    }
    let rest = target.utf8[scheme.upperBound...]
    return String(Substring(rest.prefix { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") }))
  }
}

extension HTTPRequestHead {
  /// Whether the client speaks HTTP/1.0, which has neither a mandatory `Host` nor chunks.
  var isOld: Bool { version.major <= 1 && version.minor == 0 }
}
