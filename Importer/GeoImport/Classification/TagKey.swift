/// The tag keys an import looks at. Everything else is dropped while a file is read.
///
/// There are at most 64, so that a set of keys fits an integer: see ``TagMask``.
enum TagKey: UInt8, CaseIterable {
  /// `name:de` and the like; the language is kept beside it.
  case translation
  case name, ref, internationalName, officialName, area, layer, bridge, tunnel, postalCode, type
  case highway, construction
  case houseNumber, houseName, street, place, postcode, city, conscriptionNumber, streetNumber, interpolation
  case building, boundary, adminLevel, placeType, natural, waterway, water, landuse, leisure, timeZone
  case isoCountry, isoCountryAlpha2, isoSubdivision, countryCode, population, borderType
  case amenity, shop, tourism, office, historic, craft, publicTransport, railway, manMade, aeroway, healthcare

  /// The key as mapped; nil for ``translation``, which stands for many.
  var text: String? {
    switch self {
    case .translation: nil
    case .internationalName: "int_name"
    case .officialName: "official_name"
    case .postalCode: "postal_code"
    case .houseNumber: "addr:housenumber"
    case .houseName: "addr:housename"
    case .street: "addr:street"
    case .place: "addr:place"
    case .postcode: "addr:postcode"
    case .city: "addr:city"
    case .conscriptionNumber: "addr:conscriptionnumber"
    case .streetNumber: "addr:streetnumber"
    case .interpolation: "addr:interpolation"
    case .adminLevel: "admin_level"
    case .placeType: "place"
    case .timeZone: "timezone"
    case .isoCountry: "ISO3166-1"
    case .isoCountryAlpha2: "ISO3166-1:alpha2"
    case .isoSubdivision: "ISO3166-2"
    case .countryCode: "is_in:country_code"
    case .borderType: "border_type"
    case .publicTransport: "public_transport"
    case .manMade: "man_made"
    default: "\(self)"
    }
  }
}

/// A set of tag keys.
struct TagMask: OptionSet, Hashable {
  let rawValue: UInt64

  /// A set with the keys of these bits.
  init(rawValue: UInt64) { self.rawValue = rawValue }

  /// A set of one key.
  init(_ key: TagKey) { rawValue = 1 << UInt64(key.rawValue) }

  /// A set of several keys.
  init(_ keys: TagKey...) { rawValue = keys.reduce(0) { $0 | 1 << UInt64($1.rawValue) } }

  /// Whether the two sets share a key.
  func intersects(_ other: TagMask) -> Bool { rawValue & other.rawValue != 0 }

  /// Whether the key is in the set.
  func contains(_ key: TagKey) -> Bool { rawValue & 1 << UInt64(key.rawValue) != 0 }
}
