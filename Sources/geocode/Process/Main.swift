import ArgumentParser
import GeoConsole
import GeoImportCommand
import GeoSupport

/// Where the program begins.
///
/// 1. The command is chosen by the first word, and its arguments are parsed by its own rules.
/// 2. It runs, and throws whatever goes wrong.
/// 3. Errors of all kinds end up in one place, which knows the sentence and the exit code of each.
@main enum Main {
  static func main() {
    StandardFiles.keepPlaces()
    // `| head` closes the output, which must not kill the program before it has tidied up.
    Interruption.letWritesFail()
    ProcessLimits.guardProcess(prefix: "Error: ")
    var type: any ParsableCommand.Type = LookupCommand.self
    do {
      try ProcessLimits.demand(megabytes: 0, of: "geocode")
      let arguments = Array(CommandLine.arguments.dropFirst())
      if let lookup = PlainQuestion.lookup(arguments) { return try lookup.run() }
      type = CommandChoice.type(for: arguments)
      var command = try CommandChoice.parse(arguments, as: type)
      try command.run()
    } catch { Ending.end(with: error, of: type, calledBy: CommandChoice.words(for: type)) }
  }
}

/// Finds the command that a command line means.
///
/// `geocode 37.77 -122.41` and `geocode import x.osm.pbf` share one program. The lookup takes every argument that it does not
/// know, as `-122.41` looks like an option; so a subcommand is recognized here, by the first word, before anything is parsed.
enum CommandChoice {
  /// The subcommands, in the order of the help.
  static let subcommands: [any ParsableCommand.Type] = [
    ImportCommand.self, UpdateCommand.self, CSVCommand.self, TrackCommand.self, NearCommand.self, MapCommand.self,
    WatchCommand.self,
    InfoCommand.self, CheckCommand.self, PrepareCommand.self,
  ]

  /// The command that the arguments mean, without the program's name: `geocode help import` means that of `import`.
  static func type(for arguments: [String]) -> any ParsableCommand.Type {
    if let first = arguments.first, Synopsis.options.contains(where: first.hasPrefix) { return Synopsis.self }
    guard arguments.first == "help" else { return arguments.first.flatMap(command(named:)) ?? LookupCommand.self }
    guard let name = arguments.dropFirst().first else { return LookupCommand.self }
    return HelpTopic(rawValue: name) != nil ? TopicCommand.self : command(named: name) ?? LookupCommand.self
  }

  /// What is typed to call a subcommand; nil for the lookup.
  static func words(for type: any ParsableCommand.Type) -> String? {
    guard type != LookupCommand.self, let name = type.configuration.commandName else { return nil }
    return "geocode \(name)"
  }

  /// Parses the arguments of a command.
  ///
  /// - Throws: what ArgumentParser throws, for ``Ending``.
  static func parse(_ arguments: [String], as type: any ParsableCommand.Type) throws -> any ParsableCommand {
    guard let first = arguments.first else { return try LookupCommand.parseAsRoot([]) }
    if arguments == ["-V"] { return try LookupCommand.parseAsRoot(["--version"]) }
    if first == "help" {
      if arguments.count > 1, type == LookupCommand.self { throw unknown(arguments[1], topics: HelpTopic.allCases) }
      if type == TopicCommand.self { return try TopicCommand.parseAsRoot([arguments[1]]) }
      if let other = type as? any HandedOver.Type { return handOver(["--help"], to: other) }
      return try type.parseAsRoot(["--help"])
    }
    // The other program parses these, its help included.
    if let other = type as? any HandedOver.Type { return handOver(Array(arguments.dropFirst()), to: other) }
    let isRoot = type == LookupCommand.self || type == Synopsis.self
    return try type.parseAsRoot(isRoot ? arguments : Array(arguments.dropFirst()))
  }

  private static func handOver(_ arguments: [String], to type: any HandedOver.Type) -> any ParsableCommand {
    var command = type.init()
    command.arguments = arguments
    return command
  }

  private static func command(named name: String) -> (any ParsableCommand.Type)? {
    // Coordinates and options begin with nothing that a name begins with; looking at names writes the help of each.
    guard name.first?.isLetter == true else { return nil }
    return subcommands.first { $0.configuration.commandName == name }
  }

  /// Notices a lookup that was meant to be a subcommand: its first word is nearly the name of one, or there is just one word.
  ///
  /// - Throws: `UsageError` that names the word.
  static func refuseMistypedCommand(_ words: [String]) throws(UsageError) {
    guard let word = words.first, word.count > 1, word.allSatisfy({ $0.isLetter || $0 == "-" }), !word.hasPrefix("-")
    else { return }
    let isNearCommand = Spelling.nearest(to: word, among: names) != nil
    guard isNearCommand || words.count == 1 else { return }
    var error = unknown(word)
    if !isNearCommand { error.advice? += "\nA place is given by its coordinate: geocode 37.77 -122.41" }
    throw error
  }

  private static var names: [String] { subcommands.compactMap { $0.configuration.commandName } + ["help"] }

  /// A word where a command should be, or behind `help` a command or a topic.
  static func unknown(_ name: String, topics: [HelpTopic] = []) -> UsageError {
    let topics = topics.map(\.rawValue)
    let nearest = Spelling.nearest(to: name, among: names + topics)
    let listing = "Commands: \(names.joined(separator: ", "))"
    return UsageError(
      topics.isEmpty ? "unknown command '\(name)'" : "unknown command or topic '\(name)'",
      advice: nearest.map { "Did you mean '\($0)'?" }
        ?? (topics.isEmpty ? listing : "\(listing)\nTopics: \(topics.joined(separator: ", "))"))
  }
}

/// The program as completions see it: options of a lookup, or a subcommand with its own. The lookup itself takes every
/// word that it does not know, so that a shell would not find the subcommand among them.
struct Synopsis: ParsableCommand {
  /// What asks for it, as the first word.
  static let options = ["--generate-completion-script", "--experimental-dump-help"]

  static let configuration = LookupCommand.configuration

  @OptionGroup var output: OutputOptions
  @OptionGroup var answer: AnswerOptions
  @OptionGroup var source: SourceOptions
}
