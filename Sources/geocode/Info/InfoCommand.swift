import ArgumentParser
import GeoConsole
import GeoEngine

/// `geocode info`: what a store holds, how old it is, and whom to name. It opens the store as an answer would, so what it says about a broken
/// one is what an answer would say.
struct InfoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "info", _superCommandName: "geocode",
    abstract: "Tell what a store holds: counts, bounds, date, version and attribution.",
    discussion: "Without --database it describes the default store, and prepares it if need be.")

  /// How the description is printed.
  enum Format: String, ExpressibleByArgument, CaseIterable { case text, json }

  @OptionGroup var store: StoreOption

  @Option(name: .shortAndLong, help: "How to print it.")
  var format: Format = .text

  @Flag(name: .shortAndLong, help: "No progress on standard error.")
  var quiet = false

  func run() throws {
    let path = try store.path ?? DefaultStore.ready(isQuiet: quiet)
    let info = try PlacemarkEngine(database: path).info
    let output = StandardOutput()
    switch format {
    case .text: try output.writeLine(InfoText.lines(info, path: path).joined(separator: "\n"))
    case .json: try output.writeLine(InfoJSON.text(info, path: path))
    }
    try output.flush()
  }
}
