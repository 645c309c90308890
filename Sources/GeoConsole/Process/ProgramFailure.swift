/// An error that ends a program: one sentence for standard error and the number it ends with.
public struct ProgramFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// How the program ends.
  public var status: ExitStatus
  /// What is wrong with which value and what to do; empty when there is nothing to say.
  public var message: String
  /// The same as ``message``.
  public var description: String { message }

  /// A failure with its sentence.
  public init(_ status: ExitStatus, _ message: String) {
    self.status = status
    self.message = message
  }
}
