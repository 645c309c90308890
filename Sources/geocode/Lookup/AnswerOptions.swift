import ArgumentParser
import GeoModel
import GeoWire

/// The options that say what is asked.
struct AnswerOptions: ParsableArguments {
  @OptionGroup var question: QuestionOptions

  @Option(help: ArgumentHelp("Print up to so many answers, best first.", valueName: "count"))
  var limit: Int?

  @Flag(help: "List all areas that contain the point, coarse to fine.")
  var areas = false

  @Flag(help: "Tell for each field which object it comes from and why.")
  var explain = false

  @Flag(help: "Add the boundary of the finest area or the line of the street (json and geojson).")
  var overlay = false

  func validate() throws {
    // The same as on the wire, so that an answer does not depend on whether a daemon runs.
    let most = ProtocolLimits.placemarkLimit
    if let limit, !(1...most).contains(limit) {
      throw ValidationError("--limit \(limit): give a number from 1 to \(most)")
    }
  }

  /// The question about a coordinate.
  func query(at coordinate: Coordinate) throws -> PlacemarkQuery {
    var query = PlacemarkQuery(coordinate: coordinate)
    query.languages = try question.languages
    query.detail = question.detail
    query.maximumDistanceMeters = question.maxDistance
    query.limit = limit ?? 1
    query.includesAreas = areas
    query.includesTrace = explain
    query.includesOverlay = overlay
    return query
  }
}
