import ArgumentParser
import GeoConsole
import GeoImportCommand

/// `geocode import` as a program of its own.
@main enum Main {
  static func main() {
    StandardFiles.keepPlaces()
    Interruption.letWritesFail()
    ProcessLimits.guardProcess(prefix: "Error: ")
    do {
      var command = try ImportCommand.parseAsRoot()
      try command.run()
    } catch { Ending.end(with: error, of: ImportCommand.self, calledBy: "geocode-import") }
  }
}
