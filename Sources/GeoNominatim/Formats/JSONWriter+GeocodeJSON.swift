import GeoStore
import GeoWire

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
