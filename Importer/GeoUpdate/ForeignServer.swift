import GeoSupport

/// Checks of servers that are named by an extract, not by the user.
///
/// The author of an extract could otherwise make this machine read its own files, or query services that only it or its
/// network can reach.
enum ForeignServer {
  /// The problem of a URL, as the continuation of "which"; nil if the URL itself shows none. Its host name may still
  /// resolve to this network, see ``refusedHost(_:)``.
  static func problem(of address: String) -> String? {
    guard let host = WebAddress.host(address) else { return "is no https or http address of a server" }
    if WebAddress.hasCredentials(address) { return "has a name or a password in it" }
    return isNear(host) ? "is an address of this machine or its network" : nil
  }

  /// The numeric address of a refused host; nil for a publicly reachable one.
  static func refusedHost(_ address: UnsafePointer<sockaddr>) -> String? {
    let bytes = UnsafeRawPointer(address)
    switch Int32(address.pointee.sa_family) {
    case AF_INET:
      let number = (0..<4).map { bytes.load(fromByteOffset: 4 + $0, as: UInt8.self) }
      return isNear(number) ? text(number, AF_INET) : nil
    case AF_INET6:
      let number = (0..<16).map { bytes.load(fromByteOffset: 8 + $0, as: UInt8.self) }
      return isNear(number) ? text(number, AF_INET6) : nil
    default: return "a socket of this machine"
    }
  }

  /// Whether a host name or literal address is that of this machine or its network.
  private static func isNear(_ host: String) -> Bool {
    let name = host.utf8.last == UInt8(ascii: ".") ? String(host.dropLast()) : host
    if name == "localhost" || name.hasSuffix(".localhost") { return true }
    var number = [UInt8](repeating: 0, count: 16)
    // The part after the percent sign is an interface of this machine.
    if inet_pton(AF_INET6, String(name.prefix { $0 != "%" }), &number) == 1 { return isNear(number) }
    var address = in_addr()
    // Covers all forms that libcurl accepts, such as 127.1.
    return inet_aton(name, &address) != 0 && withUnsafeBytes(of: address) { isNear(Array($0)) }
  }

  /// Whether an address of 4 or 16 bytes is not publicly reachable, by IANA's registries of special addresses (RFC
  /// 6890). Those are unspecified, loopback, private, link-local, shared (carrier-grade NAT) and multicast addresses.
  private static func isNear(_ number: [UInt8]) -> Bool {
    let (a, b) = (number[0], number[1])
    if number.count == 4 {
      return [0, 10, 127].contains(a) || a >= 224 || a == 169 && b == 254 || a == 172 && b & 0xF0 == 16
        || a == 192 && b == 168 || a == 100 && b & 0xC0 == 64
    }
    let isMapped = number[..<10].allSatisfy { $0 == 0 } && number[10] == 0xFF && number[11] == 0xFF
    let isTranslated = number[..<12].elementsEqual([0, 0x64, 0xFF, 0x9B, 0, 0, 0, 0, 0, 0, 0, 0])
    if isMapped || isTranslated { return isNear(Array(number[12...])) }
    return number[..<12].allSatisfy { $0 == 0 } || a & 0xFE == 0xFC || a == 0xFE && b & 0x80 == 0x80 || a == 0xFF
  }

  private static func text(_ number: [UInt8], _ family: Int32) -> String {
    var text = [CChar](repeating: 0, count: 64)
    guard inet_ntop(family, number, &text, socklen_t(text.count)) != nil else { return "it" }
    return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
