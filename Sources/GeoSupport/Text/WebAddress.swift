/// Finds names and passwords in web addresses (`https://user:secret@host/path`), which would otherwise be visible to
/// everyone who reads a store.
package enum WebAddress {
  /// Whether an address uses HTTPS.
  package static func isSecure(_ address: String) -> Bool { address.lowercased().utf8.starts(with: "https://".utf8) }

  /// The host of an HTTP or HTTPS address, without brackets and port; nil where there is none, and for other addresses.
  package static func host(_ address: String) -> String? {
    let small = address.lowercased()
    guard let start = ["https://", "http://"].first(where: { small.utf8.starts(with: $0.utf8) }) else { return nil }
    var rest = Array(small.utf8.dropFirst(start.utf8.count).prefix { !"/?#\\".utf8.contains($0) })[...]
    if let at = rest.lastIndex(of: UInt8(ascii: "@")) { rest = rest[(at + 1)...] }
    let isBracketed = rest.first == UInt8(ascii: "[")
    let host =
      isBracketed ? rest.dropFirst().prefix { $0 != UInt8(ascii: "]") } : rest.prefix { $0 != UInt8(ascii: ":") }
    return host.isEmpty ? nil : String(decoding: host, as: UTF8.self)
  }

  /// Whether an address has a name or a password before its host.
  package static func hasCredentials(_ address: String) -> Bool { credentials(of: Array(address.utf8)) != nil }

  /// An address without the name and the password before its host; any other text unchanged.
  package static func withoutCredentials(_ address: String) -> String {
    var bytes = Array(address.utf8)
    guard let range = credentials(of: bytes) else { return address }
    bytes.removeSubrange(range)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The range of name and password, with the `@` after them (RFC 3986, 3.2.1). libcurl uses the last `@` before the
  /// path.
  private static func credentials(of bytes: [UInt8]) -> Range<Int>? {
    guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), bytes[colon...].starts(with: "://".utf8) else {
      return nil
    }
    let start = colon + 3
    let end = bytes[start...].firstIndex { "/?#\\".utf8.contains($0) } ?? bytes.count
    return bytes[start..<end].lastIndex(of: UInt8(ascii: "@")).map { start..<$0 + 1 }
  }
}
