/// The command line itself is wrong: its user must change it.
public struct UsageError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong with which word.
  public var message: String
  /// What to do, as a line of its own; nil when the message says it.
  public var advice: String?
  /// The message and the advice below it.
  public var description: String { advice.map { "\(message)\n\($0)" } ?? message }

  /// An error with its sentence.
  public init(_ message: String, advice: String? = nil) {
    self.message = message
    self.advice = advice
  }

  /// An option that does not exist, with the nearest one that does.
  public init(unknownOption option: String, knownOptions: [String]) {
    let name = option.prefix { $0 != "=" }
    let nearest = Spelling.nearest(to: String(name), among: knownOptions)
    self.init("unknown option '\(name)'", advice: nearest.map { "Did you mean '\($0)'?" })
  }
}
