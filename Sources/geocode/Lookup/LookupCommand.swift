import ArgumentParser
import GeoConsole
import GeoModel

/// `geocode LATITUDE LONGITUDE`: the address of a point.
///
/// 1. The words that are no options are read as a coordinate; everything wrong with them is said before anything is opened.
/// 2. The options of the output are checked against each other, for the same reason.
/// 3. The source is opened (a store, a daemon or the default store), asked once, and its answers written.
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
    version: productVersion,
    subcommands: CommandChoice.subcommands)

  // `-122.41` looks like an option, so everything that is none of ours comes here.
  @Argument(
    parsing: .allUnrecognized,
    help: ArgumentHelp(
      "Latitude and longitude in degrees, latitude first; also \"37.77,-122.41\", 37.77N 122.41W, geo:37.77,-122.41.",
      valueName: "coordinate"),
    completion: .default)
  /// The words that are no options.
  var coordinate: [String] = []

  @OptionGroup(title: "Output") var output: OutputOptions
  @OptionGroup(title: "Answer") var answer: AnswerOptions
  @OptionGroup(title: "Where answers come from") var source: SourceOptions

  func run() throws {
    guard !coordinate.isEmpty else { throw LookupHelp.nothingAsked }
    try CommandChoice.refuseMistypedCommand(coordinate)
    let arguments = try CoordinateArguments(coordinate, knownOptions: LookupHelp.options)
    if arguments.isStandardInput { return try LineLookup(command: self).run() }
    let query = try answer.query(at: try arguments.coordinate())
    let writer = try PlacemarkWriter(options: output, answer: answer, output: StandardOutput())
    let answers = try source.open(isQuiet: output.isQuiet)
    let placemarks = try answers.placemarks(for: query)
    try writer.write(placemarks)
    try writer.finish()
    if output.isVerbose { VerboseNotes.say(placemarks, from: answers) }
  }
}
