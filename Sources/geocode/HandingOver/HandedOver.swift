import ArgumentParser
import GeoConsole

/// A command that another program runs, which gets its arguments as they are, its help included.
protocol HandedOver: ParsableCommand {
  var arguments: [String] { get set }
}

/// `geocode map`: hands over to the program `geocode-map`, as Cairo and Pango would make every start of this one take longer.
struct MapCommand: HandedOver {
  static let configuration = CommandConfiguration(
    commandName: "map", _superCommandName: "geocode",
    abstract: "Draw a map of an answer, or of the objects of a file: PNG, SVG, PDF.")

  @Argument(parsing: .captureForPassthrough) var arguments: [String] = []

  /// Becomes the other program.
  ///
  /// - Throws: ``ProgramFailure`` when there is no such program.
  func run() throws { try OtherProgram.become("geocode-map", arguments, for: "drawing maps") }
}

/// `geocode update`: hands over to the program `geocode-update`, as libcurl would make every start of this one take longer.
struct UpdateCommand: HandedOver {
  static let configuration = CommandConfiguration(
    commandName: "update", _superCommandName: "geocode",
    abstract: "Bring a store up to date with the changes that a server publishes.")

  @Argument(parsing: .captureForPassthrough) var arguments: [String] = []

  /// Becomes the other program.
  ///
  /// - Throws: ``ProgramFailure`` when there is no such program.
  func run() throws { try OtherProgram.become("geocode-update", arguments, for: "fetching changes") }
}
