import GeoModel
import GeoStore
import GeoSupport

/// An error that ends a program, with a message for standard error and an exit status.
package struct ProgramFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// The exit status.
  package var status: ExitStatus
  /// The problem and what to do; empty when there is nothing to print.
  package var message: String
  /// The same as ``message``.
  package var description: String { message }

  /// Creates a failure with its message.
  package init(_ status: ExitStatus, _ message: String) {
    self.status = status
    self.message = message
  }
}

extension ProgramFailure {
  /// The failure for a store that cannot be used or made.
  package init(_ error: StoreError) {
    let status: ExitStatus =
      switch error.code {
      case .missing, .unreadable: .noInput
      case .foreign, .outdated, .damaged: .badData
      case .unwritable: .cannotCreate
      }
    self.init(status, error.message)
  }

  /// The failure for a query without an answer.
  package init(_ error: GeocodingError) {
    let status: ExitStatus =
      switch error.code {
      case .placemarkNotFound: .nothingFound
      case .invalidQuery: .usage
      case .cancelled: .interrupted
      case .timeout, .loadingThrottled: .unavailable
      // Only a store in this process gives this error; a daemon's error was given a status before.
      case .serverFailure: .badData
      }
    self.init(status, error.message)
  }

  /// The failure for a common error; nil for all others, including those of the argument parser.
  package init?(known error: any Error) {
    switch error {
    case let failure as ProgramFailure: self = failure
    case let usage as UsageError: self.init(.usage, usage.description)
    case let store as StoreError: self.init(store)
    case let query as GeocodingError: self.init(query)
    default: return nil
    }
  }

  /// Ends this program with its exit status.
  ///
  /// Prints the message on standard error in the form that the argument parser uses.
  package func end() -> Never {
    let style = Style(isEnabled: Terminal.error.hasColor)
    if !message.isEmpty { StandardError.writeLine(message, label: style.red("Error:") + " ") }
    exit(status.rawValue)
  }
}
