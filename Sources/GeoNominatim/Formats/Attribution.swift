/// Whose data an answer is made of. Those who show it must say so.
enum Attribution {
  /// The line that clients of Nominatim look for.
  static let line: StaticString = "Data © OpenStreetMap contributors, ODbL 1.0. http://osm.org/copyright"
  /// The name of the license.
  static let license: StaticString = "ODbL"
  /// What clients are told when nothing is found.
  static let nothingFound: StaticString = "Unable to geocode"
}
