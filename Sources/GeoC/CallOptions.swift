import CGeocode
import GeoModel
import GeoSupport

/// The options of a call, read from the caller's structure.
struct CallOptions {
  var languages: [String] = []
  var detail = PlacemarkDetail.address
  var maximumDistanceMeters: Double?
  /// The number of threads for many points; 0 for one on each processor.
  var threads = 0
  var includesAreas = false
  var includesTrace = false
  /// Called with the number of answered points and of all points; returns whether to continue.
  var goesOn: ((Int, Int) -> Bool)?

  /// Reads the options; nil stands for the defaults.
  init(_ options: UnsafePointer<geocode_options>?) throws(CallFailure) {
    guard let options else { return }
    guard options.pointee.size >= MemoryLayout<geocode_options>.size else {
      throw CallFailure(GEOCODE_INVALID, "options.size is \(options.pointee.size); begin with GEOCODE_OPTIONS")
    }
    let given = options.pointee
    if let text = given.languages { languages = try CallOptions.languages(String(cString: text)) }
    if let text = given.detail { detail = try CallOptions.detail(String(cString: text)) }
    guard !given.maximum_distance_meters.isNaN else {
      throw CallFailure(GEOCODE_INVALID, "maximum_distance_meters is not a number; give meters, or -1 for no limit")
    }
    if given.maximum_distance_meters >= 0 { maximumDistanceMeters = given.maximum_distance_meters }
    guard (0...1024).contains(given.threads) else {
      throw CallFailure(GEOCODE_INVALID, "threads is \(given.threads); give 1 to 1024, or 0 for one on each processor")
    }
    threads = Int(given.threads)
    guard (0...3).contains(given.extras) else {
      throw CallFailure(GEOCODE_INVALID, "extras is \(given.extras); give 1 for areas, 2 for reasons, or 3 for both")
    }
    includesAreas = given.extras & 1 != 0
    includesTrace = given.extras & 2 != 0
    if let progress = given.progress {
      let context = given.context
      goesOn = { done, total in progress(context, Int64(done), Int64(total)) == 0 }
    }
  }

  /// The query for a point with these options.
  func query(_ latitude: Double, _ longitude: Double) throws(CallFailure) -> PlacemarkQuery {
    let coordinate: Coordinate
    do { coordinate = try Coordinate(latitude: latitude, longitude: longitude) } catch {
      throw CallFailure(GEOCODE_INVALID, "\(error)")
    }
    var query = PlacemarkQuery(coordinate: coordinate)
    query.languages = languages
    query.detail = detail
    query.maximumDistanceMeters = maximumDistanceMeters
    query.includesAreas = includesAreas
    query.includesTrace = includesTrace
    return query
  }

  private static func languages(_ text: String) throws(CallFailure) -> [String] {
    do { return try LanguageList.parse(text) } catch { throw CallFailure(GEOCODE_INVALID, "languages: \(error)") }
  }

  private static func detail(_ text: String) throws(CallFailure) -> PlacemarkDetail {
    guard let detail = PlacemarkDetail(rawValue: text) else {
      let words = PlacemarkDetail.allCases.map(\.rawValue).joined(separator: ", ")
      throw CallFailure(GEOCODE_INVALID, "detail: there is no \"\(text)\"; give one of \(words)")
    }
    return detail
  }
}
