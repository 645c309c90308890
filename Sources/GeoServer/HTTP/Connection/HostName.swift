import GeoSupport

/// The host of a `Host` field or of a request's target: a name or a numeric address, with or without a port (RFC 9110,
/// 7.2).
struct HostName: Hashable, Sendable {
  /// The name in lower case, without brackets, port and a final dot; IPv6 addresses in their shortest form.
  let name: String

  /// Parses the whole text; nil if any of it is not part of a host and its port.
  init?(_ text: some StringProtocol) {
    let bytes = Array(text.utf8)
    if bytes.first == UInt8(ascii: "[") {
      guard let end = bytes.firstIndex(of: UInt8(ascii: "]")), HostName.isPort(bytes[(end + 1)...]),
        let address = HostName.address6(bytes[1..<end])
      else { return nil }
      name = address
      return
    }
    let end = bytes.firstIndex(of: UInt8(ascii: ":")) ?? bytes.endIndex
    var host = bytes[..<end]
    guard HostName.isPort(bytes[end...]), host.allSatisfy(HostName.isOfName) else { return nil }
    if host.last == UInt8(ascii: ".") { host = host.dropLast() }
    guard !host.isEmpty else { return nil }
    name = String(decoding: host.map { $0 &- UInt8(ascii: "A") < 26 ? $0 | 0x20 : $0 }, as: UTF8.self)
  }

  /// Whether this is a loopback address in numbers, which does not depend on a name server.
  var isLoopback: Bool {
    if name == "::1" { return true }
    var address = in_addr()
    // Only the usual form of IPv4 addresses counts: four decimal numbers.
    let text = name.hasPrefix("::ffff:") ? String(name.dropFirst(7)) : name
    guard inet_pton(AF_INET, text, &address) == 1 else { return false }
    return withUnsafeBytes(of: address) { $0[0] == 127 }
  }

  private static func isOfName(_ byte: UInt8) -> Bool {
    (byte | 0x20) &- UInt8(ascii: "a") < 26 || byte &- UInt8(ascii: "0") < 10
      || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "_")
  }

  /// Nothing, or a colon and a port, which may be empty.
  private static func isPort(_ text: ArraySlice<UInt8>) -> Bool {
    guard let first = text.first else { return true }
    let digits = text.dropFirst()
    guard first == UInt8(ascii: ":"), digits.count <= 5, digits.allSatisfy({ $0 &- UInt8(ascii: "0") < 10 }) else {
      return false
    }
    return digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) } <= 65_535
  }

  private static func address6(_ text: ArraySlice<UInt8>) -> String? {
    var address = in6_addr()
    guard text.count < 46, inet_pton(AF_INET6, String(decoding: text, as: UTF8.self), &address) == 1 else { return nil }
    var shortest = [CChar](repeating: 0, count: 64)
    guard inet_ntop(AF_INET6, &address, &shortest, socklen_t(shortest.count)) != nil else { return nil }
    return String(decoding: shortest.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}

/// The host names that a listener accepts.
///
/// DNS rebinding lets any web page point its own name at 127.0.0.1 or an address of a private network, and the browser
/// would then let the page read responses. The page's name in `Host` reveals this.
struct HostNames: Sendable {
  private let names: Set<String>
  private let allowsNumbers: Bool

  /// Creates a set of names, given with or without ports.
  ///
  /// The names of the loopback addresses are always included.
  ///
  /// - Parameter allowsNumbers: whether every numeric address is accepted.
  init(_ further: [String], allowsNumbers: Bool = false) {
    names = Set(further.compactMap { HostName($0)?.name }).union(["localhost"])
    self.allowsNumbers = allowsNumbers
  }

  /// Whether a host is one of the names. The port is ignored: it may be that of a tunnel.
  func contains(_ host: HostName) -> Bool {
    names.contains(host.name) || host.name.hasSuffix(".localhost") || host.isLoopback
      || allowsNumbers && ProxyTrust.address(host.name) != nil
  }
}
