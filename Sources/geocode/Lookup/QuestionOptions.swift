import ArgumentParser
import GeoConsole
import GeoModel
import GeoWire

/// The options that every question about addresses has, of one point or of a file of them.
struct QuestionOptions: ParsableArguments {
  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "Preferred languages, best first, such as de,en; 'native' for the names on the spot (also: the variable GEOCODE_LANGUAGE).",
      discussion:
        "Without it names are those on the spot, but countries, states and cities whose name the reader of the locale's language could not read.",
      valueName: "tags"))
  var language: String?

  /// The scripts that names may be written in, whatever is on the signs.
  enum Script: String, ExpressibleByArgument, CaseIterable { case latin }

  @Option(help: "latin: names on the spot in Latin letters, not translated.")
  var script: Script?

  @Option(
    name: .shortAndLong, help: ArgumentHelp("The finest part of the address that is answered.", valueName: "level"))
  var detail = Level(argument: PlacemarkDetail.address.rawValue)

  // A number may be negative by mistake, and then is told so.
  @Option(
    parsing: .unconditional, help: ArgumentHelp("Match nothing farther away than this.", valueName: "meters"))
  var maxDistance: String?

  func validate() throws { _ = try query() }

  /// The question about a point that is still to be named.
  func query() throws -> PlacemarkQuery { try CommandLineQuery.query(named()) }

  /// What was given, by the names of the protocol.
  func named() throws -> [CommandLineQuery.Option] {
    [
      ("languages", try CommandLineQuery.languages(language, in: script)), ("detail", detail.word),
      ("maximumDistanceMeters", maxDistance),
    ]
  }

  /// A value of `--detail` as it was given; the help and completions list those that are levels.
  struct Level: ExpressibleByArgument {
    let word: String
    init(argument: String) { word = argument }
    static let allValueStrings = PlacemarkDetail.allCases.map(\.rawValue)
    static let defaultCompletionKind = CompletionKind.list(allValueStrings)
    var defaultValueDescription: String { word }
  }
}

/// Reads a question's options as the daemon reads them, so that an answer does not depend on who gives it.
enum CommandLineQuery {
  /// An option by its name in the protocol; nil when it was not given.
  typealias Option = (name: String, value: String?)

  /// The question about a point that is still to be named.
  ///
  /// - Throws: a validation error that names the option.
  static func query(_ options: [Option]) throws -> PlacemarkQuery {
    do throws(WireError) {
      var query = PlacemarkQuery(coordinate: Coordinate(FixedPoint(x: 0, y: 0)))
      _ = try source(options).readOptions(into: &query)
      return query
    } catch { throw ValidationError(error.message) }
  }

  /// The languages that were given, else those of the user's environment.
  ///
  /// - Parameter script: the letters of local names; nil for their own.
  /// - Throws: a validation error that names the variable.
  static func languages(_ given: String?, in script: QuestionOptions.Script? = nil) throws -> String {
    do throws(UsageError) {
      let list = if let given { given } else { try UserLanguages().list().joined(separator: ",") }
      // What is no list the reader of all options reports.
      guard script == .latin, let parsed = try? LanguageList.parse(list) else { return list }
      let languages = parsed.map { entry in
        entry.split(separator: "+").map { $0 == LanguageList.native ? LanguageList.latin : String($0) }
          .joined(separator: "+")
      }
      // Where there is no name in any of the languages, the local one.
      return (languages + (languages.contains(LanguageList.latin) ? [] : [LanguageList.latin])).joined(separator: ",")
    } catch { throw ValidationError(error.message) }
  }

  /// The options of a watch.
  ///
  /// - Throws: a validation error that names the option.
  static func watchOptions(_ options: [Option]) throws -> WireWatchOptions {
    do throws(WireError) { return try source(options).watchOptions() } catch { throw ValidationError(error.message) }
  }

  private static func source(_ options: [Option]) -> TextOptions {
    TextOptions(options.compactMap { name, value in value.map { (name, $0) } }, labels: labels)
  }

  private static let labels = [
    "languages": "--language", "detail": "--detail", "maximumDistanceMeters": "--max-distance", "limit": "--limit",
    "layers": "--layers", "with": "--with", "dwellSeconds": "--dwell", "marginMeters": "--margin",
    "accuracyMeters": "--accuracy", "road": "--road", "profile": "--profile", "bearingDegrees": "--bearing",
    "speedMetersPerSecond": "--speed", "speedToleranceKilometersPerHour": "--speed-tolerance",
  ]
}
