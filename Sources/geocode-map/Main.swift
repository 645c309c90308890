import ArgumentParser
import GeoConsole

/// Where the program behind `geocode map` begins: it parses, draws, and says what was wrong in one place.
@main enum Main {
  static func main() async {
    StandardFiles.keepPlaces()
    Interruption.letWritesFail()
    do {
      var command = try MapCommand.parseAsRoot()
      if let map = command as? MapCommand { try await map.run() } else { try command.run() }
    } catch { Ending.end(with: error, of: MapCommand.self, calledBy: "geocode map") }
  }
}
