import NIOHTTP1

/// Finds what is wrong with a request from its head alone, before anything of it is believed.
struct HeadCheck: Sendable {
  /// The names under which a listener may be asked; nil: any.
  let hosts: HostNames?
  /// A `Host` that was found right: those of one connection are nearly always the same.
  private var rightHost: String?

  init(hosts: HostNames?) { self.hosts = hosts }

  /// The answer to a request that cannot be taken; nil when it can.
  mutating func fault(_ head: HTTPRequestHead) -> HTTPReply? { hostFault(head) ?? codingFault(head) }

  /// RFC 9112, 3.2: exactly one `Host`, without which nobody knows which server was meant.
  private mutating func hostFault(_ head: HTTPRequestHead) -> HTTPReply? {
    let values = head.headers["Host"]
    guard values.count <= 1 else { return .problem(400, "badRequest", "the field Host came \(values.count) times") }
    guard let host = values.first else {
      if head.isOld { return nil }
      return .problem(400, "badRequest", "the field Host is missing, which HTTP/1.1 demands")
    }
    if let rightHost, host.utf8.elementsEqual(rightHost.utf8), head.uri.utf8.first == UInt8(ascii: "/") { return nil }
    guard host.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && !"/\\@,?#\"<>".utf8.contains($0) }) else {
      return .problem(400, "badRequest", "the field Host is not a host with or without a port")
    }
    // A target with a host counts more than the field (3.2.2).
    for name in [host, HeadCheck.authority(of: head.uri)].compactMap(\.self) where hosts?.contains(name) == false {
      return .problem(
        403, "forbiddenHost",
        "this server is not asked under the name '\(name.prefix(100))'; its --allow-host can allow it")
    }
    rightHost = host
    return nil
  }

  /// RFC 9112, 6.1 and 6.3: `chunked` is the one coding that is understood, and it must be the only one, once.
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
    guard target.first != "/", let scheme = target.firstRange(of: "://") else { return nil }
    return String(target[scheme.upperBound...].prefix { $0 != "/" && $0 != "?" })
  }
}

extension HTTPRequestHead {
  /// Whether the client speaks HTTP/1.0, which knows neither `Host` nor chunks.
  var isOld: Bool { version.major <= 1 && version.minor == 0 }
}

/// The names under which a listener on this machine's own addresses may be asked.
///
/// A page from anywhere can have its own name lead to 127.0.0.1 (DNS rebinding), and a browser would then let it read what is answered. Its
/// name in `Host` gives it away.
struct HostNames: Sendable {
  private var names: Set<String> = ["localhost", "::1"]

  /// Names, with or without ports, besides those of this machine for itself.
  init(_ further: [String]) {
    for name in further { names.insert(HostNames.name(of: name)) }
  }

  /// Whether a `Host` with or without a port is one of the names. The port says nothing: it may be that of a tunnel.
  func contains(_ host: String) -> Bool {
    let name = HostNames.name(of: host)
    return names.contains(name) || name.hasSuffix(".localhost") || HostNames.isLoopback(name)
  }

  /// Without the port, brackets and the dot at the end; small letters.
  private static func name(of host: String) -> String {
    var name = host.lowercased()[...]
    if name.first == "[" {
      name = name.dropFirst().prefix { $0 != "]" }
    } else if let colon = name.lastIndex(of: ":"), name[..<colon].allSatisfy({ $0 != ":" }) {
      name = name[..<colon]
    }
    return String(name.last == "." ? name.dropLast() : name)
  }

  /// 127.0.0.0/8 in numbers, which no name server has a say in.
  private static func isLoopback(_ name: String) -> Bool {
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
  }
}
