import GeoConsole
import GeoSupport

/// Detects a lookup that names a file, as new users try.
enum FileAsked {
  /// The error for a command line that names a file in place of a coordinate; nil for others.
  static func error(_ words: [String]) -> UsageError? {
    var status = stat()
    guard let word = words.first(where: { !$0.hasPrefix("-") }), stat(word, &status) == 0 else { return nil }
    if status.st_mode & S_IFMT == S_IFDIR {
      return UsageError(
        "'\(word)' is a folder, not a coordinate", advice: "'geocode csv FILE' adds addresses to what a file holds.")
    }
    let file = ShellWord.file(word)
    let advice =
      if word.hasSuffix(".sqlite") {
        "'geocode --database \(file) LATITUDE LONGITUDE' asks this store."
      } else if [".pbf", ".osm", ".osc"].contains(where: word.lowercased().contains) {
        "'geocode import \(file) -o NAME.sqlite' makes a store of an extract."
      } else {
        "'geocode csv \(file)' adds addresses to what it holds: a table, JSON, GeoJSON, GPX or KML."
      }
    return UsageError("'\(word)' is a file, not a coordinate", advice: advice)
  }
}
