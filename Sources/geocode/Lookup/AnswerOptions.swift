import ArgumentParser
import GeoModel

/// The options of a query for a point.
struct AnswerOptions: ParsableArguments {
  @OptionGroup var question: QuestionOptions

  @Option(
    parsing: .unconditional, help: ArgumentHelp("Print up to so many answers, best first.", valueName: "count"))
  var limit: String?

  @Flag(help: "List all areas that contain the point, coarse to fine.")
  var areas = false

  @Option(
    help: ArgumentHelp(
      "Tell which areas of your own contain the point, of these layers of the store or daemon, or of all (text, json and geojson).",
      valueName: "names"))
  var layers: String?

  @Flag(help: "Tell for each field which object it comes from and why.")
  var explain = false

  @Flag(help: "Add the boundary of the finest area or the line of the street (json and geojson).")
  var overlay = false

  @Flag(help: "Add the Wikidata item of what was matched, where the map has one (json and geojson).")
  var wikidata = false

  @Option(
    help: ArgumentHelp(
      "Add fields that are not there unless asked for, such as nearby, plus_code or county_fips; 'geocode csv --help' lists them all.",
      valueName: "fields"))
  var with: String?

  @OptionGroup(title: "Roads") var roads: RoadOptions

  func validate() throws { _ = try query() }

  /// The query for a coordinate.
  func query(at coordinate: Coordinate) throws -> PlacemarkQuery {
    var query = try query()
    query.coordinate = coordinate
    return query
  }

  /// The query for a point that is not known yet.
  func query() throws -> PlacemarkQuery {
    let flags = [("areas", areas), ("explain", explain), ("overlay", overlay), ("wikidata", wikidata)]
    return try CommandLineQuery.query(
      question.named() + [("limit", limit), ("layers", layers), ("with", with)] + roads.named()
        + flags.map { ($0, $1 ? "true" : nil) })
  }
}
