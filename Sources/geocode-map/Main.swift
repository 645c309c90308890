import ArgumentParser
import GeoConsole

/// The entry point of the program behind `geocode map`. It parses, draws, and reports errors in one place.
@main enum Main {
  static func main() async {
    StandardFiles.keepPlaces()
    Interruption.letWritesFail()
    ProcessLimits.guardProcess(prefix: "Error: ")
    do {
      // One thread per processor draws, with 8 MB of stack and 64 MB reserved by the allocator.
      try ProcessLimits.demand(megabytes: 256 + 72 * UInt64(Processors.allowed), of: "a map")
      var command = try MapCommand.parseAsRoot()
      if let map = command as? MapCommand { try await map.run() } else { try command.run() }
    } catch { Ending.end(with: error, of: MapCommand.self, calledBy: "geocode map") }
  }
}
