import ArgumentParser
import GeoConsole
import GeoImportCommand

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

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
