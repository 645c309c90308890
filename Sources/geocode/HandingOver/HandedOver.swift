import ArgumentParser
import GeoConsole

/// A command that another program runs. It gets the arguments unchanged, including `--help`.
protocol HandedOver: ParsableCommand {
  var arguments: [String] { get set }
}

/// `geocode map`: runs the program `geocode-map`, because Cairo and Pango would slow down every start of this one.
struct MapCommand: HandedOver {
  static let configuration = CommandConfiguration(
    commandName: "map", _superCommandName: "geocode",
    abstract: "Draw a map of an answer, or of the objects of a file: PNG, SVG, PDF.")

  @Argument(parsing: .captureForPassthrough) var arguments: [String] = []

  /// Replaces this process by the other program.
  ///
  /// - Throws: ``ProgramFailure`` when there is no such program.
  func run() throws { try OtherProgram.become("geocode-map", arguments, for: "drawing maps") }
}

/// `geocode update`: runs the program `geocode-update`, because libcurl would slow down every start of this one.
struct UpdateCommand: HandedOver {
  static let configuration = CommandConfiguration(
    commandName: "update", _superCommandName: "geocode",
    abstract: "Bring a store up to date with the changes that a server publishes.")

  @Argument(parsing: .captureForPassthrough) var arguments: [String] = []

  /// Replaces this process by the other program.
  ///
  /// - Throws: ``ProgramFailure`` when there is no such program.
  func run() throws { try OtherProgram.become("geocode-update", arguments, for: "fetching changes") }
}
