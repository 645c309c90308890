import ArgumentParser
import GeoConsole
import GeoModel
import GeoSupport

/// `geocode LATITUDE LONGITUDE`: the address of a point.
///
/// 1. The words that are not options are parsed as a coordinate. Errors in them are reported before anything is opened.
/// 2. So are contradictory output options.
/// 3. The source is opened (a store, a daemon or the default store) and queried once, and the answers are written.
struct LookupCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "geocode",
    abstract: "Tell the address of a coordinate, offline, from OpenStreetMap data.",
    usage: """
      geocode [options] LATITUDE LONGITUDE
      geocode [options] -          (coordinates line by line on standard input)
      geocode SUBCOMMAND ...
      """,
    discussion: LookupHelp.discussion,
    version: ProgramVersion.text,
    subcommands: CommandChoice.subcommands)

  // `-122.41` looks like an option, so all unknown words end up here.
  @Argument(
    parsing: .allUnrecognized,
    help: ArgumentHelp(
      "Latitude and longitude in degrees, latitude first; also \"37.77,-122.41\", 37.77N 122.41W, geo:37.77,-122.41.",
      valueName: "coordinate"),
    completion: .default)
  /// The words that are not options.
  var coordinate: [String] = []

  @OptionGroup(title: "Output") var output: OutputOptions
  @OptionGroup(title: "Answer") var answer: AnswerOptions
  @OptionGroup(title: "Where answers come from") var source: SourceOptions

  func run() throws {
    guard !coordinate.isEmpty || StandardInput.isFed else { throw LookupHelp.nothingAsked }
    if coordinate.isEmpty { return try LineLookup(command: self).run() }
    try CommandChoice.refuseLateCommand(coordinate)
    let query: PlacemarkQuery
    do {
      try CommandChoice.refuseMistypedCommand(coordinate)
      let arguments = try CoordinateArguments(coordinate, knownOptions: LookupHelp.options)
      if arguments.isStandardInput { return try LineLookup(command: self).run() }
      query = try answer.query(at: try arguments.coordinate())
    } catch let error as UsageError {
      // Checked only after an error, so that a file never takes precedence over a coordinate.
      throw FileAsked.error(coordinate) ?? error
    }
    let writer = try PlacemarkWriter(options: output, answer: answer, output: StandardOutput())
    try Lookup(
      query: query, writer: writer, source: source.resolved, isQuiet: output.isQuiet, isVerbose: output.isVerbose
    ).run()
  }
}

/// A single query with its source and output.
struct Lookup {
  let query: PlacemarkQuery
  let writer: PlacemarkWriter
  let source: NamedSource
  var isQuiet = false, isVerbose = false

  /// Runs the query and writes the answers.
  ///
  /// - Throws: any error of opening or querying the source.
  func run() throws {
    let answers = try source.open(isQuiet: isQuiet)
    let placemarks = try answers.placemarks(for: query)
    try writer.write(placemarks)
    try writer.flush()
    if isVerbose { VerboseNotes.say(placemarks, from: answers) }
  }
}

/// The help texts of a lookup.
enum LookupHelp {
  /// The rule for the source of answers, for the help of all commands that use it.
  static let whereAnswersComeFrom = """
    Answers come from the store of --database, else from a running geocoded, else from the default data \
    (downtown San Francisco and a coarse world), which is prepared once.
    """

  /// The help text between the summary and the options.
  static let discussion = """
    \(whereAnswersComeFrom)

    Examples:
      geocode 37.77 -122.41
      geocode --format json --language de "47.14, 9.52"
      geocode --detail city 48.8584N 2.2945E
      geocode --explain --areas geo:37.77,-122.41
      geocode import monaco-latest.osm.pbf -o monaco.sqlite
      geocode --database monaco.sqlite 43.7384 7.4246

    'geocode help TOPIC' tells about \(HelpTopic.allCases.map(\.rawValue).joined(separator: ", ")).

    Exit numbers:
    \(ExitStatus.helpText)

    Map data © OpenStreetMap contributors (ODbL) and others: see geocode info.
    """

  /// The error for an empty command line.
  static let nothingAsked = UsageError(
    "a coordinate is needed: latitude and longitude in degrees",
    advice: "For example: geocode 37.77 -122.41\nSee 'geocode --help' for more.")

  /// The options of a lookup with their dashes, taken from its help so that none is forgotten.
  static var options: [String] { options(of: LookupCommand.self) }

  /// The options of a command with their dashes.
  static func options(of command: any ParsableCommand.Type) -> [String] {
    command.helpMessage(columns: 200).split(separator: "\n").flatMap { line -> [String] in
      guard line.hasPrefix("  -") else { return [] }
      return line.split(whereSeparator: { " ,".contains($0) }).prefix { $0.hasPrefix("-") }.map(String.init)
    }
  }
}

/// The state of the program's standard input.
enum StandardInput {
  /// Whether standard input is a pipe, a socket, or a file that is not empty.
  static var isFed: Bool {
    var status = stat()
    guard fstat(STDIN_FILENO, &status) == 0 else { return false }
    switch status.st_mode & S_IFMT {
    case S_IFIFO, S_IFSOCK: return true
    case S_IFREG: return status.st_size > 0
    default: return false
    }
  }
}
