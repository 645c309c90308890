import ArgumentParser
import GeoConsole
import GeoImportCommand
import GeoSupport

/// `geocode import` as a program of its own.
@main enum Main {
  static func main() {
    do {
      var command = try ImportCommand.parseAsRoot()
      try command.run()
    } catch let failure as ProgramFailure {
      StandardError.writeLine("Error: " + failure.message)
      exit(failure.status.rawValue)
    } catch {
      endAsParser(error)
    }
  }

  /// Help and the parser's complaints, which call this program by its own name.
  private static func endAsParser(_ error: any Error) -> Never {
    let text = ParserText.calling("import", "geocode-import", in: ImportCommand.fullMessage(for: error))
    let status = ImportCommand.exitCode(for: error)
    if status.isSuccess { print(text) } else { StandardError.writeLine(text) }
    exit(status.rawValue)
  }
}
