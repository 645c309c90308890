import GeoModel
import GeoStore

/// The format of a response; the raw values are those of the `format` parameter.
package enum OutputFormat: String, Hashable, Sendable, CaseIterable {
  /// XML, the default.
  case xml
  /// JSON whose main tag is `class` and `type`.
  case json
  /// JSON whose main tag is `category` and `type`.
  case jsonv2
  /// A GeoJSON feature collection with one feature.
  case geojson
  /// A GeoJSON feature collection as in the GeocodeJSON draft, with address parts that do not depend on tags.
  case geocodejson

  /// Whether a callback may wrap the response.
  var isJSON: Bool { self != .xml }

  /// The value of `Content-Type`.
  var contentType: String { isJSON ? ContentType.json : ContentType.xml }
}

/// The values of `Content-Type` in responses.
enum ContentType {
  static let json = "application/json; charset=utf-8"
  static let xml = "text/xml; charset=utf-8"
  static let html = "text/html; charset=utf-8"
  static let text = "text/plain; charset=utf-8"
  static let javaScript = "application/javascript; charset=utf-8"
}

/// The format of the answer's shape.
package enum GeometryFormat: String, Hashable, Sendable, CaseIterable {
  /// A GeoJSON geometry.
  case geojson
  /// KML.
  case kml
  /// The data of an SVG path, with latitudes inverted.
  case svg
  /// Well-known text.
  case text

  /// The parameter that selects this format.
  var parameter: String {
    switch self {
    case .geojson: "polygon_geojson"
    case .kml: "polygon_kml"
    case .svg: "polygon_svg"
    case .text: "polygon_text"
    }
  }
}

/// The `layer` parameter.
enum LayerList {
  /// The layers when none is requested: addresses and places of interest.
  static let standard: MapLayers = [.address, .poi]

  /// Parses a list such as `address,poi`; an empty list means the default.
  ///
  /// - Throws: an error that names the unknown layer.
  static func parse(_ text: String) throws(NominatimProblem) -> MapLayers {
    var layers: MapLayers = []
    for part in text.split(separator: ",") {
      let name = part.trimmingBlanks().lowercased()
      guard let layer = named.first(where: { $0.name == name })?.layer else {
        let known = named.map(\.name).joined(separator: ", ")
        throw NominatimProblem(message: "Parameter 'layer': '\(name.prefix(40))' is not a layer; there are: \(known).")
      }
      layers.formUnion(layer)
    }
    return layers.isEmpty ? standard : layers
  }

  /// All layers by their names.
  private static let named: [(name: String, layer: MapLayers)] = [
    ("address", .address), ("poi", .poi), ("railway", .railway), ("natural", .natural), ("manmade", .manmade),
  ]
}

/// Converts the zoom to the detail of an answer.
enum Zoom {
  /// The finest rank for a zoom of 0 to 18; values outside are clamped.
  ///
  /// Source of the numbers: the levels that Nominatim's documentation of `/reverse` lists, on its scale of ranks.
  static func maximumRank(_ zoom: Int) -> UInt8 { ranks[max(0, min(zoom, ranks.count - 1))] }

  /// The detail of a placemark that a finest rank requires: all settlements for anything between a country and a
  /// street.
  static func detail(_ maximumRank: UInt8) -> PlacemarkDetail {
    switch maximumRank {
    case ...4: .country
    case ...25: .suburb
    case ...27: .street
    default: .address
    }
  }

  /// The zoom of houses, the default.
  static let building = 18

  /// The ranks, indexed by zoom.
  private static let ranks: [UInt8] = [
    2, 2, 2,  // oceans and continents: the answer is the country
    4, 4,  // countries
    8,  // states
    10, 10,  // regions
    12, 12,  // counties
    16, 17,  // cities
    18,  // towns and boroughs
    19,  // villages and suburbs
    22,  // hamlets and neighborhoods
    25,  // any settlement, localities
    26,  // streets
    27,  // also paths and lanes
    30,  // houses and places of interest
  ]
}

/// The name of a JavaScript function that wraps JSON.
enum CallbackName {
  /// Whether a text is one or more identifiers joined by points, which is safe in a script.
  static func isValid(_ text: String) -> Bool {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    return text.utf8.count <= 128 && parts.allSatisfy { isIdentifier($0) }
  }

  /// Whether a text is a plain ASCII identifier.
  private static func isIdentifier(_ part: Substring) -> Bool {
    guard let first = part.utf8.first, !isDigit(first) else { return false }
    return part.utf8.allSatisfy { isDigit($0) || ($0 | 0x20) &- UInt8(ascii: "a") < 26 || $0 == UInt8(ascii: "_") }
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }
}
