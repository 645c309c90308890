import ArgumentParser
import GeoConsole
import GeoModel
import GeoStore
import GeoSupport

/// Turns errors into a sentence on standard error and the number the program ends with.
enum Ending {
  /// Ends the program. A request for help or the version goes to standard output and is not a failure.
  static func end(with error: any Error, of command: any ParsableCommand.Type) -> Never {
    guard let failure = failure(for: error) else { endAsParser(error, of: command) }
    if !failure.message.isEmpty { say(failure.message) }
    exit(failure.status.rawValue)
  }

  /// The sentence and number of an error; nil for errors of the argument parser.
  static func failure(for error: any Error) -> ProgramFailure? {
    switch error {
    case let failure as ProgramFailure: failure
    case let usage as UsageError: ProgramFailure(.usage, usage.description)
    case let store as StoreError: ProgramFailure(status(of: store.code), store.message)
    case let query as GeocodingError: ProgramFailure(status(of: query.code), query.message)
    default: nil
    }
  }

  private static func status(of code: StoreError.Code) -> ExitStatus {
    switch code {
    case .missing, .unreadable: .noInput
    case .foreign, .outdated, .damaged: .badData
    case .unwritable: .cannotCreate
    }
  }

  private static func status(of code: GeocodingError.Code) -> ExitStatus {
    switch code {
    case .placemarkNotFound: .nothingFound
    case .invalidQuery: .usage
    case .cancelled: .interrupted
    case .timeout, .loadingThrottled: .unavailable
    // Only of a store of our own; what a daemon says has a number already.
    case .serverFailure: .badData
    }
  }

  /// Help, version and completion scripts go to standard output, with write errors checked; anything else is the parser's complaint.
  private static func endAsParser(_ error: any Error, of command: any ParsableCommand.Type) -> Never {
    var text = command.fullMessage(for: error)
    while text.hasSuffix("\n") { text.removeLast() }
    let status = command.exitCode(for: error)
    guard status.isSuccess else {
      StandardError.writeLine(withFullName(text, of: command))
      // For errors that it does not know the parser ends with 1, which here means that nothing was found.
      exit(status == .failure ? ExitStatus.internalError.rawValue : status.rawValue)
    }
    do {
      let output = StandardOutput()
      try output.writeLine(text)
      try output.flush()
      exit(ExitStatus.success.rawValue)
    } catch { end(with: error, of: command) }
  }

  /// The parser's complaint with the words that ask for the help of a subcommand.
  private static func withFullName(_ text: String, of command: any ParsableCommand.Type) -> String {
    guard let name = command.configuration.commandName, command != LookupCommand.self else { return text }
    return ParserText.calling(name, "geocode \(name)", in: text)
  }

  /// An error in the form that the argument parser uses for its own.
  private static func say(_ message: String) {
    let style = Style(isEnabled: Terminal.error.hasColor)
    StandardError.writeLine(message, label: style.red("Error:") + " ")
  }
}
