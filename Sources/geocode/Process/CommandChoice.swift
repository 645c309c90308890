import ArgumentParser
import GeoConsole
import GeoImportCommand

/// Finds the command that a command line means.
///
/// `geocode 37.77 -122.41` and `geocode import x.osm.pbf` share one program. The lookup takes every argument that it does not
/// know, as `-122.41` looks like an option; so a subcommand is recognized here, by the first word, before anything is parsed.
enum CommandChoice {
  /// The subcommands, in the order of the help.
  static let subcommands: [any ParsableCommand.Type] = [
    ImportCommand.self, CSVCommand.self, WatchCommand.self, InfoCommand.self, PrepareCommand.self,
  ]

  /// The command that the arguments mean, without the program's name: `geocode help import` means that of `import`.
  static func type(for arguments: [String]) -> any ParsableCommand.Type {
    let name = arguments.first == "help" ? arguments.dropFirst().first : arguments.first
    return name.flatMap(command(named:)) ?? LookupCommand.self
  }

  /// Parses the arguments of a command.
  ///
  /// - Throws: what ArgumentParser throws; its end is ``Ending``.
  static func parse(_ arguments: [String], as type: any ParsableCommand.Type) throws -> any ParsableCommand {
    guard let first = arguments.first else { throw LookupHelp.nothingAsked }
    if first == "help" {
      if arguments.count > 1, type == LookupCommand.self { throw unknown(arguments[1]) }
      return try type.parseAsRoot(["--help"])
    }
    return try type.parseAsRoot(type == LookupCommand.self ? arguments : Array(arguments.dropFirst()))
  }

  private static func command(named name: String) -> (any ParsableCommand.Type)? {
    subcommands.first { $0.configuration.commandName == name }
  }

  /// Notices that a lookup was meant to be a subcommand: its first word is nearly the name of one, or it is only a word.
  ///
  /// - Throws: `UsageError` that names the word.
  static func refuseMistypedCommand(_ words: [String]) throws(UsageError) {
    guard let word = words.first, word.count > 1, word.allSatisfy({ $0.isLetter || $0 == "-" }), !word.hasPrefix("-")
    else { return }
    let isNearCommand = Spelling.nearest(to: word, among: names) != nil
    if isNearCommand || words.count == 1 { throw unknown(word) }
  }

  private static var names: [String] { subcommands.compactMap { $0.configuration.commandName } }

  /// A word in the place of a command that is none.
  static func unknown(_ name: String) -> UsageError {
    let nearest = Spelling.nearest(to: name, among: names)
    return UsageError(
      "unknown command '\(name)'",
      advice: nearest.map { "Did you mean '\($0)'?" } ?? "Commands: \(names.joined(separator: ", "))")
  }
}
