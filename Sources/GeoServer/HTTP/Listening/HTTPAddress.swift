/// Where the daemon listens for HTTP, as a person names it: `127.0.0.1:8080`, `[::1]:8080`, `localhost:8080`, `:8080` or `8080`
/// (this machine only), `*:8080` (every network), `unix:/run/geocoded.http`.
package struct HTTPAddress: Hashable, Sendable, CustomStringConvertible {
  /// The kinds of addresses.
  package enum Place: Hashable, Sendable {
    /// A host's name or number and a port; port 0 is any free one. A host of nil is every network of this machine.
    case network(host: String?, port: Int)
    /// The path of a Unix socket.
    case path(String)
  }

  /// What the address says.
  package var place: Place

  /// Whether it is a port, which needs the network of the machine.
  package var isNetwork: Bool { if case .network = place { true } else { false } }

  /// An address.
  package init(_ place: Place) { self.place = place }

  /// Reads an address as it is typed.
  ///
  /// - Throws: ``ServerError`` of code `badOption` that says what is wrong and what would be right.
  package init(parsing text: String) throws(ServerError) {
    if text.hasPrefix("unix:") {
      self = try HTTPAddress.socket(String(text.dropFirst(5)), text)
      return
    }
    var rest = text[...]
    if rest.hasPrefix("http://") { rest = rest.dropFirst(7) }
    if rest.hasSuffix("/") { rest = rest.dropLast() }
    let (host, port) = try HTTPAddress.split(rest, text)
    guard let number = Int(port), (0...65_535).contains(number), port.allSatisfy(\.isNumber) else {
      throw HTTPAddress.error(text, "its port is not a number from 0 to 65535")
    }
    place = .network(host: host == "*" ? nil : host.isEmpty ? "localhost" : host, port: number)
  }

  /// The address as it is typed.
  package var description: String {
    switch place {
    case .path(let path): "unix:\(path)"
    case .network(nil, let port): "*:\(port)"
    case .network(let host?, let port): host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
    }
  }

  private static func socket(_ path: String, _ text: String) throws(ServerError) -> HTTPAddress {
    // `unix:///path` is how some programs write it.
    let path = path.hasPrefix("//") ? String(path.dropFirst(2)) : path
    guard !path.isEmpty, path != "/" else { throw error(text, "the path of the socket is missing") }
    return HTTPAddress(.path(path))
  }

  private static func split(_ rest: Substring, _ text: String) throws(ServerError) -> (host: String, port: Substring) {
    guard !rest.isEmpty else { throw error(text, "it is empty") }
    guard !rest.hasPrefix("/") else { throw error(text, "a socket's path is written unix:\(text)") }
    if rest.first == "[" {
      guard let end = rest.firstIndex(of: "]"), rest[end...].dropFirst().first == ":" else {
        throw error(text, "after the brackets a colon and the port must follow")
      }
      return (String(rest[rest.index(after: rest.startIndex)..<end]), rest[end...].dropFirst(2))
    }
    guard let colon = rest.lastIndex(of: ":") else {
      if rest.allSatisfy(\.isNumber) { return ("", rest) }
      throw error(text, "the port is missing")
    }
    let host = rest[..<colon]
    guard !host.contains(":") else { throw error(text, "an IPv6 address stands in brackets") }
    guard !host.contains("/") else { throw error(text, "a host has no slash") }
    return (String(host), rest[colon...].dropFirst())
  }

  private static func error(_ text: String, _ reason: String) -> ServerError {
    ServerError(
      .badOption,
      "'\(text)' is not an address for --http: \(reason); write it like 127.0.0.1:8080, [::1]:8080 or unix:/path")
  }
}
