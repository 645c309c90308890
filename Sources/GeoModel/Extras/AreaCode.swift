/// A code that identifies an area in official and other data. The raw value is the word on the wire.
public enum AreaCode: String, Hashable, Codable, Sendable, CaseIterable {
  /// The Wikidata item, such as `Q62`.
  case wikidata
  /// ISO 3166-2 of a subdivision, such as `US-CA`; ISO 3166-1 of a country.
  case iso
  /// NUTS, Eurostat's regions, such as `DE212`.
  case nuts
  /// Eurostat's local administrative unit, below NUTS.
  case lau
  /// FIPS of a state or county of the United States, such as `06075`.
  case fips
  /// The feature in the Geographic Names Information System of the United States.
  case gnis
  /// Amtlicher Gemeindeschlüssel of Germany, such as `09162000`.
  case ags
  /// INSEE's code of France, such as `34172`.
  case insee
  /// ISTAT's code of Italy.
  case istat
  /// INE's code of Spain.
  case ine
  /// The GSS code of the United Kingdom, such as `E12000007`.
  case gss

  /// The keys of tags with the code, best first (OpenStreetMap's wiki documents each).
  package var keys: [String] {
    switch self {
    case .wikidata: ["wikidata"]
    case .iso: ["ISO3166-2", "ISO3166-1:alpha2", "ISO3166-1"]
    case .nuts: ["ref:nuts", "ref:nuts:3", "ref:nuts:2", "ref:nuts:1"]
    case .lau: ["ref:lau", "ref:LAU"]
    case .fips: ["nist:fips_code", "ref:fips"]
    case .gnis: ["gnis:feature_id", "ref:gnis"]
    case .ags: ["de:amtlicher_gemeindeschluessel"]
    case .insee: ["ref:INSEE"]
    case .istat: ["ref:ISTAT"]
    case .ine: ["ref:ine", "ine:municipio"]
    case .gss: ["ref:gss"]
    }
  }

  /// The name for users.
  var title: String {
    switch self {
    case .wikidata: "Wikidata item"
    case .iso: "ISO 3166-2 code"
    case .gnis: "GNIS number"
    default: "\(rawValue.uppercased()) code"
    }
  }
}

/// An area of an address whose codes are columns.
package enum CodedArea: String, Hashable, Sendable {
  case country, state, county, city

  /// The coarsest query detail whose placemarks have it.
  package var detail: PlacemarkDetail {
    switch self {
    case .country: .country
    case .state: .state
    case .county: .county
    case .city: .city
    }
  }
}

extension PlacemarkField {
  /// The area and the code of a field; nil for fields that are not codes of areas.
  package var areaCode: (area: CodedArea, code: AreaCode)? {
    switch self {
    case .countryWikidata: (.country, .wikidata)
    case .stateWikidata: (.state, .wikidata)
    case .countyWikidata: (.county, .wikidata)
    case .cityWikidata: (.city, .wikidata)
    case .countyISO: (.county, .iso)
    case .stateFIPS: (.state, .fips)
    case .countyFIPS: (.county, .fips)
    case .stateGNIS: (.state, .gnis)
    case .countyGNIS: (.county, .gnis)
    case .cityGNIS: (.city, .gnis)
    case .stateNUTS: (.state, .nuts)
    case .countyNUTS: (.county, .nuts)
    case .cityLAU: (.city, .lau)
    case .stateAGS: (.state, .ags)
    case .countyAGS: (.county, .ags)
    case .cityAGS: (.city, .ags)
    case .countyINSEE: (.county, .insee)
    case .cityINSEE: (.city, .insee)
    default: nil
    }
  }
}
