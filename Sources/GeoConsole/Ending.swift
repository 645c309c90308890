import ArgumentParser
import GeoSupport

/// Ends programs with the errors that their commands throw, in this one place.
package enum Ending {
  /// Ends this program.
  ///
  /// An error is printed on standard error and sets the exit status; requested help or version is printed on standard
  /// output.
  ///
  /// - Parameters:
  ///   - error: the error that the command has thrown.
  ///   - command: the command, whose help may be requested.
  ///   - words: the words that call a subcommand, such as `geocode import`; nil where the parser has them right.
  package static func end(
    with error: any Error, of command: any ParsableCommand.Type, calledBy words: String? = nil
  ) -> Never {
    if let failure = ProgramFailure(known: error) { failure.end() }
    var text = command.fullMessage(for: error)
    let status = command.exitCode(for: error)
    if !status.isSuccess { text = ParserText.withoutHelp(text, of: command) }
    while text.hasSuffix("\n") { text.removeLast() }
    if let words, let name = command.configuration.commandName { text = ParserText.calling(name, words, in: text) }
    guard status.isSuccess else {
      StandardError.writeLine(text)
      // For unknown errors the parser uses status 1, which here means that nothing was found.
      exit(status == .failure ? ExitStatus.internalError.rawValue : status.rawValue)
    }
    do throws(ProgramFailure) {
      let output = StandardOutput()
      try output.writeLine(text)
      try output.flush()
      exit(ExitStatus.success.rawValue)
    } catch { error.end() }
  }
}
