import ArgumentParser
import GeoConsole
import GeoModel
import GeoWire

/// The options of every query for addresses, for one point or a file of points.
struct QuestionOptions: ParsableArguments {
  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "Preferred languages, best first, such as de,en; 'native' for the names on the spot (also: the variable GEOCODE_LANGUAGE).",
      discussion:
        "Without it names are those on the spot, but countries, states and cities whose name the reader of the locale's language could not read.",
      valueName: "tags"))
  var language: String?

  /// The scripts for local names, whatever is on the signs.
  enum Script: String, ExpressibleByArgument, CaseIterable { case latin }

  @Option(help: "latin: names on the spot in Latin letters, not translated.")
  var script: Script?

  @Option(
    help: ArgumentHelp(
      "Tell the country of disputed areas as this country sees it, such as IN.", valueName: "country"))
  var worldview: String?

  @Option(
    name: .shortAndLong, help: ArgumentHelp("The finest part of the address that is answered.", valueName: "level"))
  var detail = Level(argument: PlacemarkDetail.address.rawValue)

  // Parsed unconditionally, so that a negative number gets a useful error.
  @Option(
    parsing: .unconditional, help: ArgumentHelp("Match nothing farther away than this.", valueName: "meters"))
  var maxDistance: String?

  func validate() throws { _ = try query() }

  /// The query for a point that is not known yet.
  func query() throws -> PlacemarkQuery { try CommandLineQuery.query(named()) }

  /// The given options by their names in the protocol.
  func named() throws -> [CommandLineQuery.Option] {
    [
      ("languages", try CommandLineQuery.languages(language, in: script)), ("worldview", worldview),
      ("detail", detail.word), ("maximumDistanceMeters", maxDistance),
    ]
  }

  /// A value of `--detail` as given. The help and completions list the valid levels.
  struct Level: ExpressibleByArgument {
    let word: String
    init(argument: String) { word = argument }
    static let allValueStrings = PlacemarkDetail.allCases.map(\.rawValue)
    static let defaultCompletionKind = CompletionKind.list(allValueStrings)
    var defaultValueDescription: String { word }
  }
}

/// Parses the options of a query in the same way as the daemon, so that answers do not depend on their source.
enum CommandLineQuery {
  /// An option by its name in the protocol; nil when it was not given.
  typealias Option = (name: String, value: String?)

  /// The query for a point that is not known yet.
  ///
  /// - Throws: a validation error that names the option.
  static func query(_ options: [Option]) throws -> PlacemarkQuery {
    do throws(WireError) {
      var query = PlacemarkQuery(coordinate: Coordinate(FixedPoint(x: 0, y: 0)))
      _ = try source(options).readOptions(into: &query)
      return query
    } catch { throw ValidationError(error.message) }
  }

  /// The given languages, or else those of the user's environment.
  ///
  /// - Parameter script: the script for local names; nil for the original one.
  /// - Throws: a validation error that names the variable.
  static func languages(_ given: String?, in script: QuestionOptions.Script? = nil) throws -> String {
    do throws(UsageError) {
      let list = if let given { given } else { try UserLanguages().list().joined(separator: ",") }
      // An invalid list is reported by the parser of all options.
      guard script == .latin, let parsed = try? LanguageList.parse(list) else { return list }
      let languages = parsed.map { entry in
        entry.split(separator: "+").map { $0 == LanguageList.native ? LanguageList.latin : String($0) }
          .joined(separator: "+")
      }
      // The local name follows, for places without a name in any of the languages.
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
    "languages": "--language", "worldview": "--worldview", "detail": "--detail",
    "maximumDistanceMeters": "--max-distance", "limit": "--limit",
    "layers": "--layers", "with": "--with", "dwellSeconds": "--dwell", "marginMeters": "--margin",
    "accuracyMeters": "--accuracy", "road": "--road", "profile": "--profile", "bearingDegrees": "--bearing",
    "speedMetersPerSecond": "--speed", "speedToleranceKilometersPerHour": "--speed-tolerance",
  ]
}
