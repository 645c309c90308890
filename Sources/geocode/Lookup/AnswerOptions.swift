import ArgumentParser
import GeoConsole
import GeoModel

/// `--detail` takes the words of the wire.
extension PlacemarkDetail: ExpressibleByArgument {}

/// The options that say what is asked.
struct AnswerOptions: ParsableArguments {
  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "Preferred languages, best first, such as de,en; 'native' for the names on the spot.", valueName: "tags"))
  var language: String?

  @Option(
    name: .shortAndLong, help: ArgumentHelp("The finest part of the address that is answered.", valueName: "level"))
  var detail: PlacemarkDetail = .address

  @Option(help: ArgumentHelp("Match nothing farther away than this.", valueName: "meters"))
  var maxDistance: Double?

  @Option(help: ArgumentHelp("Print up to so many answers, best first.", valueName: "count"))
  var limit: Int?

  @Flag(help: "List all areas that contain the point, coarse to fine.")
  var areas = false

  @Flag(help: "Tell for each field which object it comes from and why.")
  var explain = false

  @Flag(help: "Add the boundary of the finest area or the line of the street (json and geojson).")
  var overlay = false

  func validate() throws {
    if let limit, !(1...100).contains(limit) {
      throw ValidationError("--limit \(limit): give a number from 1 to 100")
    }
    if let maxDistance, !(maxDistance >= 0 && maxDistance.isFinite) {
      throw ValidationError("--max-distance \(maxDistance): give a number of meters, 0 or more")
    }
    _ = try Self.languages(language)
  }

  /// The question about a coordinate.
  func query(at coordinate: Coordinate) throws -> PlacemarkQuery {
    var query = PlacemarkQuery(coordinate: coordinate)
    query.languages = try Self.languages(language)
    query.detail = detail
    query.maximumDistanceMeters = maxDistance
    query.limit = limit ?? 1
    query.includesAreas = areas
    query.includesTrace = explain
    query.includesOverlay = overlay
    return query
  }

  /// The languages of a list such as `de,en` or `de_CH`, in order and canonical form; none for `native`.
  ///
  /// - Throws: a validation error when one of them is no language tag.
  static func languages(_ language: String?) throws -> [String] {
    guard let language else { return [] }
    do {
      let tags = try LanguageList.parse(language)
      guard !tags.isEmpty else {
        throw ValidationError("--language '\(language)': give language tags such as de or zh-Hant, separated by commas")
      }
      return tags == [LanguageList.native] ? [] : tags
    } catch let error as LanguageError {
      throw ValidationError("--language '\(language)': \(error.message)")
    }
  }
}
