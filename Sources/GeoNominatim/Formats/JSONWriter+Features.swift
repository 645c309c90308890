import GeoModel
import GeoStore
import GeoWire

// The format `geojson`: longitude first, numbers as numbers.

extension JSONWriter {
  /// A collection with the one feature.
  mutating func geoJSON(_ result: NominatimResult, _ request: NominatimRequest) {
    beginObject()
    key("type")
    word("FeatureCollection")
    key("licence")
    word(Attribution.line)
    key("features")
    beginArray()
    beginObject()
    key("type")
    word("Feature")
    properties(result, request)
    key("bbox")
    beginArray()
    for edge in [result.box.minX, result.box.minY, result.box.maxX, result.box.maxY] { degreesNumber(edge) }
    endArray()
    featureGeometry(result)
    endObject()
    endArray()
    endObject()
  }

  /// The same members as in jsonv2, without places and boxes: those are the feature's own.
  private mutating func properties(_ result: NominatimResult, _ request: NominatimRequest) {
    key("properties")
    beginObject()
    placeID(result)
    object(result.source)
    key("place_rank")
    integer(result.ranks.search)
    member("category", result.category)
    member("type", result.type)
    description(result)
    details(result, request)
    endObject()
  }

  /// The shape if it was asked for, else the point.
  mutating func featureGeometry(_ result: NominatimResult) {
    key("geometry")
    raw(GeometryText.geoJSON(result.shape ?? .point(result.center)))
  }

  /// Degrees as a number; at most seven decimals.
  private mutating func degreesNumber(_ units: Int32) { degrees(Double(units) / FixedPoint.unitsPerDegree) }
}

// The format `geocodejson`, version 0.1.0 of its draft (https://github.com/geocoders/geocodejson-spec): the parts of an
// address have the same few names everywhere, by rank instead of by tag.

extension JSONWriter {
  /// A collection with the one feature.
  mutating func geocodeJSON(_ result: NominatimResult, _ request: NominatimRequest) {
    beginObject()
    key("type")
    word("FeatureCollection")
    header(request)
    key("features")
    beginArray()
    beginObject()
    key("type")
    word("Feature")
    key("properties")
    beginObject()
    key("geocoding")
    geocoding(result, request)
    endObject()
    featureGeometry(result)
    endObject()
    endArray()
    endObject()
  }

  /// What the draft wants to know about the answer as a whole.
  private mutating func header(_ request: NominatimRequest) {
    key("geocoding")
    beginObject()
    key("version")
    word("0.1.0")
    key("attribution")
    word(Attribution.line)
    key("licence")
    word(Attribution.license)
    member("query", "\(request.latitude),\(request.longitude)")
    endObject()
  }

  /// The properties of the feature.
  private mutating func geocoding(_ result: NominatimResult, _ request: NominatimRequest) {
    beginObject()
    placeID(result)
    object(result.source)
    member("osm_key", result.category)
    member("osm_value", result.type)
    key("type")
    word(GeocodeJSONLevel.of(result.ranks.address).word)
    key("accuracy")
    integer(Int(result.distanceMeters.rounded()))
    member("label", result.displayName)
    member("name", result.name)
    if request.includesAddress {
      fields(result)
      boundaries(result)
    }
    if request.includesEntrances { entrances(result.entrances) }
    if request.includesExtraTags {
      key("extra")
      tags(result.extraTags)
    }
    endObject()
  }

  /// The parts of the address, each name once; the answer itself is not a part of its own address here.
  private mutating func fields(_ result: NominatimResult) {
    var known: GeocodeJSONLevel = []
    for part in result.parts {
      if part.label == "postcode" {
        member("postcode", part.name)
      } else if part.label == "house_number" {
        member("housenumber", part.name)
      } else if !part.isOwn, (4..<28).contains(part.rank) {
        let level = GeocodeJSONLevel.of(part.rank)
        guard known.insert(level).inserted else { continue }
        key(level.word)
        string(part.name)
      }
    }
    member("country_code", result.countryCode)
  }

  /// The boundaries around the point by their level.
  private mutating func boundaries(_ result: NominatimResult) {
    key("admin")
    beginObject()
    for part in result.parts {
      guard let level = part.adminLevel, level < 15 else { continue }
      dynamicMember("level\(level)", part.name)
    }
    endObject()
  }
}

/// The few kinds of things that GeocodeJSON knows.
struct GeocodeJSONLevel: OptionSet {
  let rawValue: UInt8

  static let country = GeocodeJSONLevel(rawValue: 1)
  static let state = GeocodeJSONLevel(rawValue: 2)
  static let county = GeocodeJSONLevel(rawValue: 4)
  static let city = GeocodeJSONLevel(rawValue: 8)
  static let district = GeocodeJSONLevel(rawValue: 16)
  static let locality = GeocodeJSONLevel(rawValue: 32)
  static let street = GeocodeJSONLevel(rawValue: 64)
  static let house = GeocodeJSONLevel(rawValue: 128)

  /// The kind that has an address rank. What is no part of any address (rank 0) is a locality.
  static func of(_ addressRank: UInt8) -> GeocodeJSONLevel {
    switch addressRank {
    case ..<4: .locality
    case 4: .country
    case 5...9: .state
    case 10...12: .county
    case 13...16: .city
    case 17...21: .district
    case 22...24: .locality
    case 25...27: .street
    default: .house
    }
  }

  /// The name of the kind.
  var word: StaticString {
    switch self {
    case .country: "country"
    case .state: "state"
    case .county: "county"
    case .city: "city"
    case .district: "district"
    case .street: "street"
    case .house: "house"
    default: "locality"
    }
  }
}
