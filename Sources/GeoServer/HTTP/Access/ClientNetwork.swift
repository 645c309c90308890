import GeoSupport

/// The client that an address's requests are counted for. An IPv6 client usually owns the whole network around its
/// address, and could use another address for each request.
struct ClientNetwork: Sendable {
  /// The length in bits of the IPv6 prefix that identifies a client, 1 to 128.
  let prefix: Int

  /// The address unchanged, the IPv4 address that is mapped into it, or the network prefix of an IPv6 address.
  ///
  /// - Parameter address: a numeric address, or another name for a client, such as `unix`.
  func name(of address: String) -> String {
    guard prefix < 128, address.utf8.contains(UInt8(ascii: ":")) else { return address }
    // The part after the percent sign names a network interface of this machine.
    let number = String(decoding: address.utf8.prefix { $0 != UInt8(ascii: "%") }, as: UTF8.self)
    var bytes = [UInt8](repeating: 0, count: 16)
    guard inet_pton(AF_INET6, number, &bytes) == 1 else { return address }
    // An IPv4 address mapped to IPv6.
    if bytes[..<10].allSatisfy({ $0 == 0 }), bytes[10] == 0xFF, bytes[11] == 0xFF {
      return bytes[12...].map { "\($0)" }.joined(separator: ".")
    }
    for index in bytes.indices {
      let kept = min(8, max(0, prefix - 8 * index))
      bytes[index] &= kept == 0 ? 0 : 0xFF << UInt8(8 - kept)
    }
    return bytes.map { $0 < 16 ? "0" + String($0, radix: 16) : String($0, radix: 16) }.joined() + "/\(prefix)"
  }
}
