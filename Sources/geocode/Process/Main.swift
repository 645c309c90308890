import ArgumentParser
import GeoConsole
import GeoImportCommand
import GeoSupport

/// The entry point of the program.
///
/// 1. The first word chooses the command, and the command's own rules parse its arguments.
/// 2. The command runs, and throws all errors.
/// 3. All errors end up in one place, which has the message and the exit status of each.
@main enum Main {
  static func main() {
    StandardFiles.keepPlaces()
    // `| head` closes the output, which must not kill the program before it has cleaned up.
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

/// Chooses the command of a command line.
///
/// `geocode 37.77 -122.41` and `geocode import x.osm.pbf` share one program. The lookup accepts every unknown argument,
/// because `-122.41` looks like an option. So a subcommand is recognized here, by the first word, before anything is
/// parsed.
enum CommandChoice {
  /// The subcommands, in the order of the help.
  static let subcommands: [any ParsableCommand.Type] = [
    ImportCommand.self, UpdateCommand.self, CSVCommand.self, TrackCommand.self, NearCommand.self, MapCommand.self,
    WatchCommand.self,
    InfoCommand.self, CheckCommand.self, PrepareCommand.self,
  ]

  /// The command for the arguments, without the program's name. `geocode help import` gives that of `import`.
  static func type(for arguments: [String]) -> any ParsableCommand.Type {
    if let first = arguments.first, Synopsis.options.contains(where: first.hasPrefix) { return Synopsis.self }
    guard arguments.first == "help" else { return arguments.first.flatMap(command(named:)) ?? LookupCommand.self }
    guard let name = arguments.dropFirst().first else { return LookupCommand.self }
    return HelpTopic(rawValue: name) != nil ? TopicCommand.self : command(named: name) ?? LookupCommand.self
  }

  /// The words that call a subcommand; nil for the lookup.
  static func words(for type: any ParsableCommand.Type) -> String? {
    guard type != LookupCommand.self, let name = type.configuration.commandName else { return nil }
    return "geocode \(name)"
  }

  /// Parses the arguments of a command.
  ///
  /// - Throws: errors of ArgumentParser, for ``Ending``.
  static func parse(_ arguments: [String], as type: any ParsableCommand.Type) throws -> any ParsableCommand {
    guard let first = arguments.first else { return try LookupCommand.parseAsRoot([]) }
    if arguments == ["-V"] { return try LookupCommand.parseAsRoot(["--version"]) }
    if first == "help" {
      if arguments.count > 1, type == LookupCommand.self { throw unknown(arguments[1], topics: HelpTopic.allCases) }
      if type == TopicCommand.self { return try TopicCommand.parseAsRoot([arguments[1]]) }
      if let other = type as? any HandedOver.Type { return handOver(["--help"], to: other) }
      return try type.parseAsRoot(["--help"])
    }
    // The other program parses these arguments, including `--help`.
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
    // Names begin with a letter, unlike most coordinates and all options. Comparing names is slow, because it makes
    // each command's help.
    guard name.first?.isLetter == true else { return nil }
    return subcommands.first { $0.configuration.commandName == name }
  }

  /// Rejects a lookup that was meant to be a subcommand with options before its name.
  ///
  /// - Throws: `UsageError` with the whole line as it should be.
  static func refuseLateCommand(_ words: [String]) throws(UsageError) {
    guard let name = words.first, name == "help" || command(named: name) != nil else { return }
    var others = Array(CommandLine.arguments.dropFirst())
    if let place = others.firstIndex(of: name) { others.remove(at: place) }
    // Help has no options.
    if name == "help" { others = Array(words.dropFirst()) }
    let line = ([name] + others).map(ShellWord.quoted).joined(separator: " ")
    throw UsageError("the command comes first, before its options: geocode \(line)")
  }

  /// Rejects a lookup that was meant to be a subcommand: its first word is nearly the name of one, or the only word.
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

  /// The error for an unknown command, or for an unknown command or topic after `help`.
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

/// The program for shell completions: the options of a lookup, or a subcommand with its own.
///
/// The lookup itself accepts every unknown word, which would hide the subcommands from the shell.
struct Synopsis: ParsableCommand {
  /// The first words that select it.
  static let options = ["--generate-completion-script", "--experimental-dump-help"]

  static let configuration = LookupCommand.configuration

  @OptionGroup var output: OutputOptions
  @OptionGroup var answer: AnswerOptions
  @OptionGroup var source: SourceOptions
}
