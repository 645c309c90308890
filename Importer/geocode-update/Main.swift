import ArgumentParser
import GeoConsole

/// The program behind `geocode update`, and behind imports with downloads: `geocode-update import …`.
@main enum Main {
  static func main() {
    StandardFiles.keepPlaces()
    Interruption.letWritesFail()
    ProcessLimits.guardProcess(prefix: "Error: ")
    do {
      try ProcessLimits.demand(files: 16, megabytes: 256, of: "an update")
      let arguments = Array(CommandLine.arguments.dropFirst())
      if arguments.first == "import" {
        try FetchingImport(Array(arguments.dropFirst())).run()
      } else {
        var command = try UpdateCommand.parseAsRoot(arguments)
        try command.run()
      }
    } catch { Ending.end(with: error, of: UpdateCommand.self, calledBy: "geocode update") }
  }
}
