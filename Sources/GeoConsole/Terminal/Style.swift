/// Colors of a terminal (ECMA-48), or none.
public struct Style: Hashable, Sendable {
  /// Whether texts are colored; without it every function returns its text as it is.
  public var isEnabled: Bool

  /// Colors for a terminal that has them.
  public init(isEnabled: Bool) { self.isEnabled = isEnabled }

  /// For what matters less.
  public func dim(_ text: String) -> String { wrap(text, "2") }
  /// For headings.
  public func bold(_ text: String) -> String { wrap(text, "1") }
  /// For errors.
  public func red(_ text: String) -> String { wrap(text, "31") }

  private func wrap(_ text: String, _ code: String) -> String { isEnabled ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text }
}
