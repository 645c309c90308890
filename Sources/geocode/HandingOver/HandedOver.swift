import ArgumentParser
import GeoConsole
import GeoSupport

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

  /// Becomes the other program, for the default store where none is named.
  ///
  /// - Throws: ``ProgramFailure`` when there is no such program.
  func run() throws {
    let namesStore = arguments.contains { $0 == "--database" || $0.hasPrefix("--database=") }
    // A page is drawn by the daemon, from its own store.
    let isQuestion = arguments.contains { ["--help", "-h", "--version", "--live"].contains($0) }
    if !namesStore, !isQuestion, Environment["GEOCODE_DATABASE"] == nil {
      let isQuiet = arguments.contains { $0 == "--quiet" || $0 == "-q" }
      setenv("GEOCODE_DATABASE", try DefaultStore.ready(isQuiet: isQuiet), 1)
    }
    try OtherProgram.become("geocode-map", arguments, for: "drawing maps")
  }
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
