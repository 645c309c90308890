/// Why the daemon cannot start. Each sentence says what is wrong and what to do.
public struct ServerError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kinds of failure.
  public enum Code: Hashable, Sendable {
    /// Another process answers at the socket's path.
    case addressInUse
    /// The socket cannot be made: path too long, no folder, no permission, something else in its place.
    case cannotListen
    /// An option has a value that makes no sense.
    case badOption
    /// The sockets that systemd handed over are not what was asked for.
    case badActivation
  }

  /// The kind of failure.
  public var code: Code
  /// One sentence for a person.
  public var message: String
  /// The same as ``message``.
  public var description: String { message }

  /// A failure with its sentence.
  public init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }
}
