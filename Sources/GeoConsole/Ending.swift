import ArgumentParser
import GeoSupport

/// The one place where programs end by what their commands throw.
package enum Ending {
  /// Ends this program: with a sentence on standard error and its number, or, where help or the version was asked for, with that on standard
  /// output.
  ///
  /// - Parameters:
  ///   - error: what the command has thrown.
  ///   - command: the command, whose help may be what is asked for.
  ///   - words: what is typed to call a subcommand, such as `geocode import`; nil where the parser says so by itself.
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
      // For errors that it does not know the parser ends with 1, which here means that nothing was found.
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
