import GeoModel
import GeoStore

/// How an answer is written; the raw values are those of the `format` parameter.
package enum OutputFormat: String, Hashable, Sendable, CaseIterable {
  /// XML, when nothing else is asked for.
  case xml
  /// JSON whose main tag is `class` and `type`.
  case json
  /// JSON whose main tag is `category` and `type`.
  case jsonv2
  /// A GeoJSON feature collection with one feature.
  case geojson
  /// A GeoJSON feature collection after the GeocodeJSON draft, with address parts that do not depend on tags.
  case geocodejson

  /// Whether a callback may be put around it.
  var isJSON: Bool { self != .xml }

  /// The value of `Content-Type`.
  var contentType: String { isJSON ? ContentType.json : ContentType.xml }
}

/// The values of `Content-Type` that answers have.
enum ContentType {
  static let json = "application/json; charset=utf-8"
  static let xml = "text/xml; charset=utf-8"
  static let html = "text/html; charset=utf-8"
  static let text = "text/plain; charset=utf-8"
  static let javaScript = "application/javascript; charset=utf-8"
}

/// How the shape of the answer is written, if at all.
package enum GeometryFormat: String, Hashable, Sendable, CaseIterable {
  /// A GeoJSON geometry.
  case geojson
  /// KML.
  case kml
  /// The data of an SVG path, with latitudes turned upside down.
  case svg
  /// Well-known text.
  case text

  /// The parameter that asks for it.
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
  /// What is answered when no layer is asked for: addresses and places of interest.
  static let standard: MapLayers = [.address, .poi]

  /// Reads a list such as `address,poi`; an empty one is as good as none.
  ///
  /// - Throws: a problem that names the layer which does not exist.
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

/// How fine an answer may be.
enum Zoom {
  /// The finest rank for a zoom of 0 to 18; what lies beyond counts as the nearest of them.
  ///
  /// Source of the numbers: the levels that Nominatim's documentation of `/reverse` lists, on its scale of ranks.
  static func maximumRank(_ zoom: Int) -> UInt8 { ranks[max(0, min(zoom, ranks.count - 1))] }

  /// How much of a placemark a finest rank needs: all settlements for whatever is coarser than a street.
  static func detail(_ maximumRank: UInt8) -> PlacemarkDetail {
    switch maximumRank {
    case ...4: .country
    case ...25: .suburb
    case ...27: .street
    default: .address
    }
  }

  /// Nothing finer than a house, which is what an address wants.
  static let building = 18

  /// At the position of the zoom.
  private static let ranks: [UInt8] = [
    2, 2, 2,  // oceans and continents: what is answered is the country
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
    27,  // paths and lanes, too
    30,  // houses and places of interest
  ]
}

/// The name of a JavaScript function that wraps JSON.
enum CallbackName {
  /// Whether a text is one or more identifiers joined by points, and nothing that could do anything else on a page.
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
