import GeoModel
import GeoStore
import GeoWire

// The format `geojson`: longitude first, numbers as JSON numbers.

extension JSONWriter {
  /// Writes a collection with one feature: its own members, then the shape if it was requested, or else the point.
  private mutating func collection(
    _ result: NominatimResult, header: (inout JSONWriter) -> Void, feature: (inout JSONWriter) -> Void
  ) {
    object { json in
      json.member("type", word: "FeatureCollection")
      header(&json)
      json.member("features", array: CollectionOfOne(result)) { json, result in
        json.object { json in
          json.member("type", word: "Feature")
          feature(&json)
          json.key("geometry")
          json.raw(GeometryText.text(result.shape ?? .point(result.center), .geojson))
        }
      }
    }
  }

  /// Writes the same members as jsonv2, except point and box, which belong to the feature.
  mutating func geoJSON(_ result: NominatimResult, _ request: NominatimRequest) {
    collection(result) {
      $0.member("licence", word: Attribution.line)
    } feature: { json in
      json.member("properties") { json in
        json.identity(result)
        json.member("place_rank", result.ranks.search)
        json.member("category", result.category)
        json.member("type", result.type)
        json.description(result)
        json.details(result, request)
      }
      json.member("bbox", array: [result.box.minX, result.box.minY, result.box.maxX, result.box.maxY]) {
        $0.degrees(Double($1) / FixedPoint.unitsPerDegree)
      }
    }
  }
}

// The format `geocodejson`, version 0.1.0 of its draft (https://github.com/geocoders/geocodejson-spec). The parts of an
// address always have the same few names, by rank instead of by tag.

extension JSONWriter {
  /// Writes a collection with one feature, and the facts about the whole answer that the draft requires.
  mutating func geocodeJSON(_ result: NominatimResult, _ request: NominatimRequest) {
    collection(result) { json in
      json.member("geocoding") { json in
        json.member("version", word: "0.1.0")
        json.member("attribution", word: Attribution.line)
        json.member("licence", word: Attribution.license)
        json.member("query", "\(request.latitude),\(request.longitude)")
      }
    } feature: { json in
      json.member("properties") { $0.member("geocoding") { $0.geocoding(result, request) } }
    }
  }

  /// Writes the properties of the feature.
  private mutating func geocoding(_ result: NominatimResult, _ request: NominatimRequest) {
    identity(result)
    member("osm_key", result.category)
    member("osm_value", result.type)
    member("type", GeocodeJSONLevel.of(result.ranks.address).rawValue)
    member("accuracy", Int(result.distanceMeters.rounded()))
    member("label", result.displayName)
    member("name", result.name)
    if request.includesAddress {
      addressFields(result)
      member("country_code", result.countryCode)
      // The boundaries around the point by their level.
      member("admin") { json in
        for part in result.parts {
          if let level = part.adminLevel, level < 15 { json.dynamicMember("level\(level)", part.name) }
        }
      }
    }
    if request.includesEntrances { entrances(result.entrances) }
    if request.includesExtraTags { tags("extra", result.extraTags) }
  }

  /// Writes the parts of the address, each name once. Here the answer is not a part of its own address.
  mutating func addressFields(_ result: NominatimResult) {
    var known: [GeocodeJSONLevel] = []
    for part in result.parts {
      if part.label == "postcode" {
        member("postcode", part.name)
      } else if part.label == "house_number" {
        member("housenumber", part.name)
      } else if !part.isOwn, (4..<28).contains(part.rank) {
        let level = GeocodeJSONLevel.of(part.rank)
        if !known.contains(level) { dynamicMember(level.rawValue, part.name) }
        known.append(level)
      }
    }
  }
}

/// The few kinds of things that GeocodeJSON defines, by their names there.
enum GeocodeJSONLevel: String {
  case country, state, county, city, district, locality, street, house

  /// The kind for an address rank. Things that belong to no address (rank 0) are localities.
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
}
