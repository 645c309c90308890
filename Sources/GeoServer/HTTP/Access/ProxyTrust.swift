import GeoSupport
import HTTPTypes

/// The proxies whose header fields a server trusts, and the path prefix under which it is reached.
package struct ProxyTrust: Sendable {
  /// Trusts no proxy, for a server reached at the root.
  package static let none = ProxyTrust(proxies: [], prefix: "")

  /// The trusted proxies' numeric addresses; `unix` for clients of a Unix socket.
  package let proxies: Set<String>
  /// A path such as `/nominatim` below which every route is answered too; empty for none.
  package let prefix: String

  /// - Parameters:
  ///   - proxies: addresses, in any form.
  ///   - prefix: with or without slashes at its ends.
  package init(proxies: [String], prefix: String) {
    self.proxies = Set(proxies.map { ProxyTrust.address($0) ?? $0 })
    let parts = prefix.split(separator: "/")
    let path = parts.isEmpty ? "" : "/" + parts.joined(separator: "/")
    self.prefix = String(PercentCoding.normalized(path: path[...]))
  }

  /// Whether a client is a trusted proxy.
  package func believes(_ client: String) -> Bool {
    !proxies.isEmpty && proxies.contains(ProxyTrust.address(client) ?? client)
  }

  /// The client of a request: the last address in `X-Forwarded-For` that is not a trusted proxy, or the sender if there
  /// is none.
  ///
  /// - Parameter proxy: the sender of the request.
  package func client(of head: HTTPRequest, through proxy: String) -> String {
    let names = head.headerFields[values: .forwardedFor].flatMap { $0.split(separator: ",") }
    for name in names.reversed() {
      // A client can forge anything to the left of an entry that is not an address.
      guard let address = ProxyTrust.address(ProxyTrust.trimmed(name)) else { return proxy }
      if !proxies.contains(address) { return address }
    }
    return proxy
  }

  /// Splits the path of a request, as it was sent, into the prefix and the path that routes know, both in their usual
  /// form: see ``PercentCoding/normalized(path:)``. Empty segments are left out. The prefix without a slash behind it
  /// is not split off, because relative links on its page would resolve beside it and not below it.
  package func split(_ path: Substring) -> (prefix: String, path: Substring) {
    let path = ProxyTrust.withoutEmptySegments(PercentCoding.normalized(path: path))
    guard !prefix.isEmpty, path.utf8.starts(with: prefix.utf8) else { return ("", path) }
    let rest = Substring(path.utf8.dropFirst(prefix.utf8.count))
    return rest.utf8.first == UInt8(ascii: "/") ? (prefix, rest) : ("", path)
  }

  /// Returns a path with one slash for several in a row: many clients append `/reverse` to a base that ends with one.
  private static func withoutEmptySegments(_ path: Substring) -> Substring {
    let slash = UInt8(ascii: "/")
    guard zip(path.utf8, path.utf8.dropFirst()).contains(where: { $0 == slash && $1 == slash }) else { return path }
    var bytes: [UInt8] = []
    for byte in path.utf8 where byte != slash || bytes.last != slash { bytes.append(byte) }
    return String(decoding: bytes, as: UTF8.self)[...]
  }

  /// Returns a numeric address in its shortest form, given with or without a port; nil if the text is not an address.
  package static func address(_ text: some StringProtocol) -> String? {
    // A colon in an IPv6 address begins a port only after brackets.
    let isBare = text.utf8.count { $0 == UInt8(ascii: ":") } > 1 && text.utf8.first != UInt8(ascii: "[")
    guard let name = HostName(isBare ? "[\(text)]" : String(text))?.name else { return nil }
    let plain = name.utf8.starts(with: "::ffff:".utf8) ? String(name.utf8.dropFirst(7)) ?? name : name
    var address = in_addr()
    return plain.utf8.contains(UInt8(ascii: ":")) || inet_pton(AF_INET, plain, &address) == 1 ? plain : nil
  }

  fileprivate static func trimmed(_ text: Substring) -> Substring {
    var bytes = text.utf8
    while bytes.first == UInt8(ascii: " ") || bytes.first == 9 { bytes.removeFirst() }
    while bytes.last == UInt8(ascii: " ") || bytes.last == 9 { bytes.removeLast() }
    return Substring(bytes)
  }
}

extension HTTPCall {
  /// The path prefix that the client sees before the routes' paths, such as `/geo`; usually empty.
  package var basePath: String { isForwarded ? forwarded(.forwardedPrefix).flatMap(HTTPCall.prefix) ?? prefix : prefix }

  /// The URL of this server as the client sees it, up to where routes' paths begin, such as
  /// `https://maps.example.org/geo`.
  package var origin: String {
    // Any client may claim HTTPS: that changes only its own response.
    let scheme = forwarded(.forwardedProto) == "https" ? "https" : "http"
    let authority = head.authority ?? "localhost"
    let host = isForwarded ? forwarded(.forwardedHost).flatMap { HostName($0) == nil ? nil : String($0) } : nil
    return "\(scheme)://\(host ?? authority)\(basePath)"
  }

  /// The first value of a field, which the outermost proxy sets.
  ///
  /// The caller decides whether to trust it.
  private func forwarded(_ name: HTTPField.Name) -> Substring? {
    field(name)?.split(separator: ",").first.map(ProxyTrust.trimmed)
  }

  /// Returns a path prefix without its final slash; nil if the text is not a path prefix.
  private static func prefix(_ text: Substring) -> String? {
    let isPlain = text.utf8.allSatisfy { byte in
      (byte | 0x20) &- UInt8(ascii: "a") < 26 || byte &- UInt8(ascii: "0") < 10 || "/-._~%".utf8.contains(byte)
    }
    guard isPlain, text.utf8.first == UInt8(ascii: "/"), !text.utf8.starts(with: "//".utf8) else { return nil }
    return text.utf8.last == UInt8(ascii: "/") ? String(text.dropLast()) : String(text)
  }
}

extension HTTPField.Name {
  // The header fields of proxies, all de facto standards.
  fileprivate static let forwardedFor = HTTPField.Name("X-Forwarded-For")!
  fileprivate static let forwardedHost = HTTPField.Name("X-Forwarded-Host")!
  fileprivate static let forwardedProto = HTTPField.Name("X-Forwarded-Proto")!
  fileprivate static let forwardedPrefix = HTTPField.Name("X-Forwarded-Prefix")!
}
