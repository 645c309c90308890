import GeoModel
import GeoStore

/// One request for Photon's `/reverse`, read from the query of its URL.
///
/// Source of the names, defaults and ranges: the documentation of Photon's API, version 1.
package struct PhotonRequest: Sendable {
  /// The requested point.
  let point: FixedPoint
  /// The search radius in meters.
  let radiusMeters: Double
  /// The number of results, 1 to 50.
  let limit: Int
  /// Whether the nearest comes first; otherwise the most important one does.
  let isSortedByDistance: Bool
  /// The wanted kinds; nil for all.
  let levels: Set<PhotonLayer>?
  /// Which main tags are wanted.
  let tags: MainTagFilter
  /// Whether results with the same content are returned once.
  let isDeduplicated: Bool
  /// The same request in Nominatim's terms, for the names and the parts of addresses.
  let nominatim: NominatimRequest

  private static let mostResults = 50
  /// In kilometers.
  private static let (usualRadius, largestRadius) = (1.0, 5_000.0)
  /// Parameters of Photon that this server does not support.
  private static let unknown = ["query_string_filter", "include", "exclude"]

  /// Reads a request.
  ///
  /// - Parameters:
  ///   - parameters: the query's names and values, decoded. `layer` and `osm_tag` may be repeated; of others the first
  ///     counts.
  ///   - acceptLanguage: the `Accept-Language` header; the parameter `lang` takes precedence.
  /// - Throws: an error with status 400 that names the parameter.
  package init(
    parameters: [(name: String, value: String)], acceptLanguage: String?
  ) throws(NominatimProblem) {
    let reader = ParameterReader(parameters)
    for name in PhotonRequest.unknown where reader.text(name) != nil {
      throw NominatimProblem(
        message: "Parameter '\(name)' is not answered here; osm_tag and layer choose what is wanted.")
    }
    let (latitude, longitude) = (try reader.requiredNumber("lat"), try reader.requiredNumber("lon"))
    do { point = FixedPoint(try Coordinate(latitude: latitude, longitude: longitude)) } catch {
      throw NominatimProblem(message: "Parameters 'lat' and 'lon': \(error.description)")
    }
    let radius = try reader.number("radius") ?? PhotonRequest.usualRadius
    guard radius > 0, radius <= PhotonRequest.largestRadius else {
      throw NominatimProblem(message: "Parameter 'radius' must be more than 0 and at most 5000 kilometers.")
    }
    radiusMeters = radius * 1_000
    limit = max(1, min(PhotonRequest.mostResults, try reader.integer("limit") ?? 1))
    func isOn(_ name: String) -> Bool { !["0", "false"].contains(reader.text(name)?.lowercased() ?? "1") }
    (isSortedByDistance, isDeduplicated) = (isOn("distance_sort"), isOn("dedupe"))
    levels = try PhotonRequest.levels(parameters.filter { $0.name == "layer" }.map(\.value))
    tags = MainTagFilter(parameters.filter { $0.name == "osm_tag" }.map(\.value))
    // `default` is Photon's word for local names.
    let language = reader.text("lang") ?? acceptLanguage ?? ""
    nominatim = try NominatimRequest(
      parameters: [
        ("lat", "\(latitude)"), ("lon", "\(longitude)"), ("format", "geocodejson"),
        ("accept-language", language == "default" ? "" : language),
      ], acceptLanguage: nil)
  }

  private static func levels(_ names: [String]) throws(NominatimProblem) -> Set<PhotonLayer>? {
    var levels: Set<PhotonLayer> = []
    for name in names where !name.isEmpty {
      guard let level = PhotonLayer(rawValue: name) else {
        let known = PhotonLayer.allCases.map(\.rawValue).joined(separator: ", ")
        throw NominatimProblem(message: "Parameter 'layer' must be one of: \(known); it may be repeated.")
      }
      levels.insert(level)
    }
    return levels.isEmpty ? nil : levels
  }
}

/// The kinds of things that Photon distinguishes.
enum PhotonLayer: String, CaseIterable {
  case house, street, locality, district, city, county, state, country, other

  /// The kind for an address rank. Things that belong to no address are `other`.
  init(_ addressRank: UInt8) {
    self = addressRank < 4 ? .other : PhotonLayer(rawValue: GeocodeJSONLevel.of(addressRank).rawValue) ?? .other
  }
}

/// A filter of main tags: a tag must match at least one wanted pattern, if there are any, and no unwanted one.
struct MainTagFilter: Sendable {
  /// One pattern: `key`, `key:value` or `:value`.
  ///
  /// A `!` marks an unwanted part: `!key`, `!key:value`, `:!value`, `key:!value`.
  private struct Filter: Sendable {
    var key = "", value = ""

    func matches(_ tag: MapTag) -> Bool {
      (key.isEmpty || tag.key == key) && (value.isEmpty || tag.value == value)
    }
  }

  private var wanted: [Filter] = []
  private var unwanted: [Filter] = []

  init(_ texts: [String]) {
    for text in texts where !text.isEmpty {
      var filter = Filter()
      let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      (filter.key, filter.value) = (parts[0], parts.count > 1 ? parts[1] : "")
      if filter.key.hasPrefix("!") {
        filter.key.removeFirst()
        unwanted.append(filter)
      } else if filter.value.hasPrefix("!") {
        filter.value.removeFirst()
        unwanted.append(filter)
        if !filter.key.isEmpty { wanted.append(Filter(key: filter.key)) }
      } else {
        wanted.append(filter)
      }
    }
  }

  /// Whether an object with a main tag is wanted.
  func wants(_ tag: MapTag) -> Bool {
    !unwanted.contains { $0.matches(tag) } && (wanted.isEmpty || wanted.contains { $0.matches(tag) })
  }
}
