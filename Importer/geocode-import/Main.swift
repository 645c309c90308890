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
      ImportCommand.exit(withError: error)
    }
  }
}
