import ArgumentParser
import GeoConsole
import GeoSupport

/// The program behind `geocode update`, and behind imports of what must be fetched first: `geocode-update import …`.
@main enum Main {
  static func main() {
    Interruption.letWritesFail()
    do {
      let arguments = Array(CommandLine.arguments.dropFirst())
      if arguments.first == "import" {
        try FetchingImport(Array(arguments.dropFirst())).run()
      } else {
        var command = try UpdateCommand.parseAsRoot(arguments)
        try command.run()
      }
    } catch { end(with: error) }
  }

  private static func end(with error: any Error) -> Never {
    guard let failure = error as? ProgramFailure else { UpdateCommand.exit(withError: error) }
    let style = Style(isEnabled: Terminal.error.hasColor)
    if !failure.message.isEmpty { StandardError.writeLine(failure.message, label: style.red("Error:") + " ") }
    exit(failure.status.rawValue)
  }
}
