import GeoSupport
import HTTPTypes

/// What a server believes of what proxies say, and under which path it is reached.
package struct ProxyTrust: Sendable {
  /// Nobody is believed, and the server is reached at the root.
  package static let none = ProxyTrust(proxies: [], prefix: "")

  /// Addresses in numbers of those that are believed; `unix` for whoever comes through a Unix socket.
  package let proxies: Set<String>
  /// A path such as `/nominatim`, below which every route is answered as well; empty for none.
  package let prefix: String

  /// - Parameters:
  ///   - proxies: addresses, in any form.
  ///   - prefix: with or without slashes at its ends.
  package init(proxies: [String], prefix: String) {
    self.proxies = Set(proxies.map { ProxyTrust.address($0) ?? $0 })
    let parts = prefix.split(separator: "/")
    self.prefix = parts.isEmpty ? "" : "/" + parts.joined(separator: "/")
  }

  /// Whether a client is believed.
  package func believes(_ client: String) -> Bool {
    !proxies.isEmpty && proxies.contains(ProxyTrust.address(client) ?? client)
  }

  /// Who has asked: the last one of `X-Forwarded-For` who is not believed.
  ///
  /// - Parameter proxy: who has sent the request.
  package func client(of head: HTTPRequest, through proxy: String) -> String {
    let names = head.headerFields[values: .forwardedFor].flatMap { $0.split(separator: ",") }
    for name in names.reversed() {
      // Behind what is no address anything may stand that somebody made up.
      guard let address = ProxyTrust.address(ProxyTrust.trimmed(name)) else { return proxy }
      if !proxies.contains(address) { return address }
    }
    return proxy
  }

  /// Of a request's target, the path that routes know, and what stands before it. The prefix alone is no path: what its page names would be
  /// beside it and not below.
  package func split(_ path: Substring) -> (prefix: String, path: Substring) {
    guard !prefix.isEmpty, path.utf8.starts(with: prefix.utf8) else { return ("", path) }
    let rest = Substring(path.utf8.dropFirst(prefix.utf8.count))
    return rest.utf8.first == UInt8(ascii: "/") ? (prefix, rest) : ("", path)
  }

  /// An address in numbers in its shortest form, with or without a port; nil for what is none.
  package static func address(_ text: some StringProtocol) -> String? {
    // An address of IPv6 has brackets where a port may follow.
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
  /// What stands before the paths of routes for the client, such as `/geo`; mostly empty.
  package var basePath: String { isForwarded ? forwarded(.forwardedPrefix).flatMap(HTTPCall.prefix) ?? prefix : prefix }

  /// Where this server is for the client, up to where paths of routes begin, such as `https://maps.example.org/geo`.
  package var origin: String {
    // Everybody may say that they came by HTTPS: only their own answer changes.
    let scheme = forwarded(.forwardedProto) == "https" ? "https" : "http"
    let authority = head.authority ?? "localhost"
    let host = isForwarded ? forwarded(.forwardedHost).flatMap { HostName($0) == nil ? nil : String($0) } : nil
    return "\(scheme)://\(host ?? authority)\(basePath)"
  }

  /// The first value of a field, which is what the first proxy has said.
  private func forwarded(_ name: HTTPField.Name) -> Substring? {
    field(name)?.split(separator: ",").first.map(ProxyTrust.trimmed)
  }

  /// A path before others, without a slash at its end; nil for what is none.
  private static func prefix(_ text: Substring) -> String? {
    let isPlain = text.utf8.allSatisfy { byte in
      (byte | 0x20) &- UInt8(ascii: "a") < 26 || byte &- UInt8(ascii: "0") < 10 || "/-._~%".utf8.contains(byte)
    }
    guard isPlain, text.utf8.first == UInt8(ascii: "/"), !text.utf8.starts(with: "//".utf8) else { return nil }
    return text.utf8.last == UInt8(ascii: "/") ? String(text.dropLast()) : String(text)
  }
}

extension HTTPField.Name {
  // What proxies say, de facto standards all of them.
  fileprivate static let forwardedFor = HTTPField.Name("X-Forwarded-For")!
  fileprivate static let forwardedHost = HTTPField.Name("X-Forwarded-Host")!
  fileprivate static let forwardedProto = HTTPField.Name("X-Forwarded-Proto")!
  fileprivate static let forwardedPrefix = HTTPField.Name("X-Forwarded-Prefix")!
}
