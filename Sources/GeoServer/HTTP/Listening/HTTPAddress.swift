/// An address where the daemon listens for HTTP, as users type it: `127.0.0.1:8080`, `[::1]:8080`, `localhost:8080`,
/// `:8080` or `8080` (this machine only), `*:8080` (every network), `unix:/run/geocoded.http`.
package struct HTTPAddress: Hashable, Sendable, CustomStringConvertible {
  /// The kinds of addresses.
  package enum Place: Hashable, Sendable {
    /// A host name or address and a port; port 0 is any free one. A nil host is every network of this machine.
    case network(host: String?, port: Int)
    /// The path of a Unix socket.
    case path(String)
  }

  /// The interface that is served there. The raw value is the name of its option without hyphens.
  package enum Face: String, Hashable, Sendable {
    /// All routes.
    case all = "http"
    /// The routes below `/photon`, at the paths that Photon's own server has.
    case photon

    /// The option as users type it.
    var option: String { "--\(rawValue)" }
  }

  /// The place to listen.
  package var place: Place
  /// The interface that is served there.
  package let face: Face

  /// Whether it is a port, which needs the machine's network.
  package var isNetwork: Bool { if case .network = place { true } else { false } }

  /// Creates an address.
  package init(_ place: Place, for face: Face = .all) { (self.place, self.face) = (place, face) }

  /// Parses an address as it is typed.
  ///
  /// - Throws: ``ServerError`` of code `badOption` that says what is wrong and how to write it.
  package init(parsing text: String, for face: Face = .all) throws(ServerError) {
    do throws(Fault) { self.init(try HTTPAddress.place(text), for: face) } catch {
      throw ServerError(
        .badOption,
        "'\(text)' is not an address for \(face.option): \(error.reason); write it like 127.0.0.1:8080, [::1]:8080 or unix:/path"
      )
    }
  }

  /// The reason why a text is not an address.
  private struct Fault: Error {
    var reason: String
  }

  private static func place(_ text: String) throws(Fault) -> Place {
    if text.hasPrefix("unix:") { return try socket(String(text.dropFirst(5)), text) }
    var rest = text[...]
    if rest.hasPrefix("http://") { rest = rest.dropFirst(7) }
    if rest.hasSuffix("/") { rest = rest.dropLast() }
    let (host, port) = try split(rest, text)
    guard let number = Int(port), (0...65_535).contains(number), port.allSatisfy(\.isNumber) else {
      throw Fault(reason: "its port is not a number from 0 to 65535")
    }
    return .network(host: host == "*" ? nil : host.isEmpty ? "localhost" : host, port: number)
  }

  /// The address as it is typed.
  package var description: String {
    switch place {
    case .path(let path): "unix:\(path)"
    case .network(nil, let port): "*:\(port)"
    case .network(let host?, let port): host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
    }
  }

  private static func socket(_ path: String, _ text: String) throws(Fault) -> Place {
    // Some programs write `unix:///path`.
    let path = path.hasPrefix("//") ? String(path.dropFirst(2)) : path
    guard !path.isEmpty, path != "/" else { throw Fault(reason: "the path of the socket is missing") }
    return .path(path)
  }

  private static func split(_ rest: Substring, _ text: String) throws(Fault) -> (host: String, port: Substring) {
    guard !rest.isEmpty else { throw Fault(reason: "it is empty") }
    guard !rest.hasPrefix("/") else { throw Fault(reason: "a socket's path is written unix:\(text)") }
    if rest.first == "[" {
      guard let end = rest.firstIndex(of: "]"), rest[end...].dropFirst().first == ":" else {
        throw Fault(reason: "after the brackets a colon and the port must follow")
      }
      return (String(rest[rest.index(after: rest.startIndex)..<end]), rest[end...].dropFirst(2))
    }
    guard let colon = rest.lastIndex(of: ":") else {
      if rest.allSatisfy(\.isNumber) { return ("", rest) }
      throw Fault(reason: "the port is missing")
    }
    let host = rest[..<colon]
    guard !host.contains(":") else { throw Fault(reason: "an IPv6 address stands in brackets") }
    guard !host.contains("/") else { throw Fault(reason: "a host has no slash") }
    return (String(host), rest[colon...].dropFirst())
  }
}
