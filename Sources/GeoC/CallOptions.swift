import CGeocode
import GeoModel
import GeoSupport

/// The options of a call, read from the caller's structure.
struct CallOptions {
  var languages: [String] = []
  var worldview: Worldview?
  var detail = PlacemarkDetail.address
  var maximumDistanceMeters: Double?
  /// The number of threads for many points; 0 for one on each processor.
  var threads = 0
  var includesAreas = false
  var includesTrace = false
  var extraFields: PlacemarkFieldSet = []
  var layers = LayerChoice.none
  /// Takes the numbers of answered points and of all points, and returns whether to continue.
  var goesOn: ((Int, Int) -> Bool)?

  /// Reads the options; nil stands for the defaults.
  init(_ options: UnsafePointer<geocode_options>?) throws(CallFailure) {
    guard let options else { return }
    let given = try CallOptions.whole(options)
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
    if let text = given.with { extraFields = try CallOptions.extraFields(String(cString: text)) }
    if let text = given.layers { layers = try CallOptions.layers(String(cString: text)) }
    if let text = given.worldview { worldview = try CallOptions.worldview(String(cString: text)) }
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
    query.worldview = worldview
    query.detail = detail
    query.maximumDistanceMeters = maximumDistanceMeters
    query.includesAreas = includesAreas
    query.includesTrace = includesTrace
    query.extraFields = extraFields
    query.layers = layers
    return query
  }

  /// The query for a point whose answer needs only some columns.
  func query(_ latitude: Double, _ longitude: Double, for columns: [OutputColumn]) throws(CallFailure) -> PlacemarkQuery
  {
    var query = try query(latitude, longitude)
    let fields = columns.compactMap { column -> PlacemarkField? in
      if case .field(let field) = column { field } else { nil }
    }
    let layers = columns.compactMap(\.layer)
    query.includesAreas = false
    query.includesTrace = false
    query.extraFields = PlacemarkFieldSet(fields)
    query.layers = layers.isEmpty ? .none : .named(layers)
    query.road = columns.contains { $0.isOfRoad } ? RoadQuery() : nil
    query.needsLines = fields.contains { [.title, .subtitle, .formattedAddress].contains($0) }
    query.detail = min(query.detail, columns.map(\.detail).max() ?? .country)
    return query
  }

  /// The options, with zeros in the members that the caller's earlier header does not have.
  private static func whole(_ options: UnsafePointer<geocode_options>) throws(CallFailure) -> geocode_options {
    let size = options.pointee.size
    guard size >= MemoryLayout<geocode_options>.offset(of: \.with)! else {
      // C's size has no sign.
      throw CallFailure(GEOCODE_INVALID, "options.size is \(UInt(bitPattern: size)); begin with GEOCODE_OPTIONS")
    }
    var whole = geocode_options()
    memcpy(&whole, options, min(size, MemoryLayout<geocode_options>.size))
    return whole
  }

  private static func extraFields(_ text: String) throws(CallFailure) -> PlacemarkFieldSet {
    var fields: PlacemarkFieldSet = []
    for word in text.split(separator: ",") {
      guard let field = PlacemarkField(extra: word) else {
        let names = PlacemarkField.extras.map(\.column).joined(separator: ", ")
        throw CallFailure(GEOCODE_INVALID, "with: there is no field \"\(word)\". There are: \(names)")
      }
      fields.insert(field)
    }
    return fields
  }

  private static func layers(_ text: String) throws(CallFailure) -> LayerChoice {
    if text == LayerChoice.allWord { return .all }
    let names = text.split(separator: ",").map(String.init)
    if names.isEmpty { throw CallFailure(GEOCODE_INVALID, "layers: name at least one layer, or all") }
    return .named(names)
  }

  private static func languages(_ text: String) throws(CallFailure) -> [String] {
    do { return try LanguageList.parse(text) } catch { throw CallFailure(GEOCODE_INVALID, "languages: \(error)") }
  }

  private static func worldview(_ text: String) throws(CallFailure) -> Worldview {
    guard let worldview = Worldview(text) else {
      throw CallFailure(GEOCODE_INVALID, "worldview is \"\(text)\"; it \(Worldview.advice)")
    }
    return worldview
  }

  private static func detail(_ text: String) throws(CallFailure) -> PlacemarkDetail {
    guard let detail = PlacemarkDetail(rawValue: text) else {
      let words = PlacemarkDetail.allCases.map(\.rawValue).joined(separator: ", ")
      throw CallFailure(GEOCODE_INVALID, "detail: there is no \"\(text)\"; give one of \(words)")
    }
    return detail
  }
}
