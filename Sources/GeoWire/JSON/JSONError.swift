/// Why a text is no JSON (RFC 8259), and where.
public struct JSONError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Bytes before the place where reading stopped.
  public var offset: Int
  /// What was found or missing there, for a person.
  public var reason: String
  /// Both in one sentence.
  public var description: String { "\(reason) at byte \(offset)" }

  init(_ offset: Int, _ reason: StaticString) {
    self.offset = offset
    self.reason = String(describing: reason)
  }
}
