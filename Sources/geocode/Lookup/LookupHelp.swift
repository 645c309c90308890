import ArgumentParser
import GeoConsole

/// The texts around the options of a lookup.
enum LookupHelp {
  /// What the help says between the summary and the options.
  static let discussion = """
    Answers come from the store of --database, else from a running geocoded, else from the default data \
    (downtown San Francisco and a coarse world), which is prepared once.

    Examples:
      geocode 37.77 -122.41
      geocode --format json --language de "47.14, 9.52"
      geocode --detail city 48.8584N 2.2945E
      geocode --explain --areas geo:37.77,-122.41
      geocode import monaco-latest.osm.pbf -o monaco.sqlite
      geocode --database monaco.sqlite 43.7384 7.4246

    Exit numbers:
    \(ExitStatus.helpText)

    Map data © OpenStreetMap contributors (ODbL) and others: see geocode info.
    """

  /// A command line without anything.
  static let nothingAsked = UsageError(
    "a coordinate is needed: latitude and longitude in degrees",
    advice: "For example: geocode 37.77 -122.41\nSee 'geocode --help' for more.")

  /// The options of a lookup with their dashes, read from its own help so that none is forgotten.
  static var options: [String] {
    LookupCommand.helpMessage(columns: 200).split(separator: "\n").flatMap { line -> [String] in
      guard line.hasPrefix("  -") else { return [] }
      return line.split(whereSeparator: { " ,".contains($0) }).prefix { $0.hasPrefix("-") }.map(String.init)
    }
  }
}
