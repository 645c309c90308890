import ArgumentParser
import GeoConsole
import GeoSupport

/// Where the program begins.
///
/// 1. The command is chosen by the first word, and its arguments are parsed by its own rules.
/// 2. It runs, and throws whatever goes wrong.
/// 3. Errors of all kinds end in one place, which knows the sentence and the number for each.
@main enum Main {
  static func main() {
    // `| head` ends the output, and must not end the program before it has tidied up.
    Interruption.ignoreBrokenPipes()
    var type: any ParsableCommand.Type = LookupCommand.self
    do {
      let arguments = Array(CommandLine.arguments.dropFirst())
      type = CommandChoice.type(for: arguments)
      var command = try CommandChoice.parse(arguments, as: type)
      try command.run()
    } catch { Ending.end(with: error, of: type) }
  }
}
