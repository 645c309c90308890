import ArgumentParser
import GeoConsole
import GeoModel
import GeoSupport

/// Where the program behind `geocode map` begins: it parses, draws, and says what was wrong in one place.
@main enum Main {
  static func main() async {
    Interruption.letWritesFail()
    do {
      var command = try MapCommand.parseAsRoot()
      if let map = command as? MapCommand { try await map.run() } else { try command.run() }
    } catch { end(with: error) }
  }

  private static func end(with error: any Error) -> Never {
    let failure: ProgramFailure
    switch error {
    case let known as ProgramFailure: failure = known
    case let usage as UsageError: failure = ProgramFailure(.usage, usage.description)
    default: MapCommand.exit(withError: error)
    }
    let style = Style(isEnabled: Terminal.error.hasColor)
    if !failure.message.isEmpty { StandardError.writeLine(failure.message, label: style.red("Error:") + " ") }
    exit(failure.status.rawValue)
  }
}
