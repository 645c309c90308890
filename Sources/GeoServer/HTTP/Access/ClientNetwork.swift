import GeoSupport

/// Whom the requests of an address count for. Whoever has one address of IPv6 mostly has the whole network that it is in, and could come
/// from another one each time.
struct ClientNetwork: Sendable {
  /// Bits of an address of IPv6 that tell clients apart, 1 to 128.
  let prefix: Int

  /// The address as it is, or the beginning of one of IPv6.
  ///
  /// - Parameter address: in numbers, or another word for a client, such as `unix`.
  func name(of address: String) -> String {
    guard prefix < 128, address.utf8.contains(UInt8(ascii: ":")) else { return address }
    // What follows the percent sign is an interface of this machine.
    let number = String(decoding: address.utf8.prefix { $0 != UInt8(ascii: "%") }, as: UTF8.self)
    var bytes = [UInt8](repeating: 0, count: 16)
    guard inet_pton(AF_INET6, number, &bytes) == 1 else { return address }
    // IPv4 through a socket of IPv6.
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
