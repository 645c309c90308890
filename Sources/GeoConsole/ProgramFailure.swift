import GeoModel
import GeoStore
import GeoSupport

/// An error that ends a program: one sentence for standard error and the number it ends with.
package struct ProgramFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// How the program ends.
  package var status: ExitStatus
  /// What is wrong with which value and what to do; empty when there is nothing to say.
  package var message: String
  /// The same as ``message``.
  package var description: String { message }

  /// A failure with its sentence.
  package init(_ status: ExitStatus, _ message: String) {
    self.status = status
    self.message = message
  }
}

extension ProgramFailure {
  /// How a program ends that cannot use a store, or not make one.
  package init(_ error: StoreError) {
    let status: ExitStatus =
      switch error.code {
      case .missing, .unreadable: .noInput
      case .foreign, .outdated, .damaged: .badData
      case .unwritable: .cannotCreate
      }
    self.init(status, error.message)
  }

  /// How a program ends that gets no answer to its query.
  package init(_ error: GeocodingError) {
    let status: ExitStatus =
      switch error.code {
      case .placemarkNotFound: .nothingFound
      case .invalidQuery: .usage
      case .cancelled: .interrupted
      case .timeout, .loadingThrottled: .unavailable
      // Only of a store of our own; what a daemon says has a number already.
      case .serverFailure: .badData
      }
    self.init(status, error.message)
  }

  /// How a program ends by an error that any program may meet; nil for all others, those of the argument parser among them.
  package init?(known error: any Error) {
    switch error {
    case let failure as ProgramFailure: self = failure
    case let usage as UsageError: self.init(.usage, usage.description)
    case let store as StoreError: self.init(store)
    case let query as GeocodingError: self.init(query)
    default: return nil
    }
  }

  /// Ends this program: with its sentence on standard error, in the form that the argument parser uses for its own, and its number.
  package func end() -> Never {
    let style = Style(isEnabled: Terminal.error.hasColor)
    if !message.isEmpty { StandardError.writeLine(message, label: style.red("Error:") + " ") }
    exit(status.rawValue)
  }
}
