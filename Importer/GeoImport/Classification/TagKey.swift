import GeoSupport

/// The tag keys of interest. All others are dropped when a file is read.
///
/// There are at most 64, so that a set of keys fits into an integer, see ``TagMask``.
enum TagKey: UInt8, CaseIterable {
  /// `name:de` and the like, with the language kept beside the value. `name:left` and `name:right` are treated as
  /// languages, too.
  case translation
  case name, ref, internationalName, officialName, area, layer, bridge, tunnel, postalCode, type
  case highway
  case houseNumber, houseName, street, subStreet, place, postcode, city, conscriptionNumber, streetNumber, interpolation
  case secondNumber, secondStreet, thirdNumber, thirdStreet
  case block, quarter, neighbourhood, suburb, district, subdistrict, hamlet, province, state, floor, unit
  case building, boundary, adminLevel, placeType, natural, waterway, water, landuse, leisure, timeZone
  case isoCountry, isoSubdivision, countryCode, population, borderType
  case amenity, shop, tourism, office, historic, craft, publicTransport, railway, manMade, aeroway, healthcare, service

  /// The key as mapped; nil for ``translation``, which stands for many keys.
  var text: String? {
    switch self {
    case .translation: nil
    case .internationalName: "int_name"
    case .officialName: "official_name"
    case .postalCode: "postal_code"
    case .houseNumber: "addr:housenumber"
    case .houseName: "addr:housename"
    case .street: "addr:street"
    case .subStreet: "addr:substreet"
    case .place: "addr:place"
    case .postcode: "addr:postcode"
    case .city: "addr:city"
    case .conscriptionNumber: "addr:conscriptionnumber"
    case .streetNumber: "addr:streetnumber"
    case .interpolation: "addr:interpolation"
    case .secondNumber: "addr:housenumber2"
    case .secondStreet: "addr:street2"
    case .thirdNumber: "addr:housenumber3"
    case .thirdStreet: "addr:street3"
    case .block: "addr:block_number"
    case .quarter, .neighbourhood, .suburb, .district, .subdistrict, .hamlet, .province, .state, .floor, .unit:
      "addr:\(self)"
    case .adminLevel: "admin_level"
    case .placeType: "place"
    case .timeZone: "timezone"
    case .isoCountry: "ISO3166-1"
    case .isoSubdivision: "ISO3166-2"
    case .countryCode: "is_in:country_code"
    case .borderType: "border_type"
    case .publicTransport: "public_transport"
    case .manMade: "man_made"
    default: "\(self)"
    }
  }

  /// Alternative spellings of keys.
  static let synonyms: [(text: String, key: TagKey)] = [
    ("addr2:housenumber", .secondNumber), ("addr2:street", .secondStreet),
    ("addr3:housenumber", .thirdNumber), ("addr3:street", .thirdStreet),
    ("ISO3166-1:alpha2", .isoCountry),
  ]
}

/// A set of tag keys.
struct TagMask: OptionSet, Hashable {
  let rawValue: UInt64

  /// Creates a set from its bits.
  init(rawValue: UInt64) { self.rawValue = rawValue }

  /// Creates a set of one key.
  init(_ key: TagKey) { rawValue = 1 << UInt64(key.rawValue) }

  /// Creates a set of several keys.
  init(_ keys: TagKey...) { rawValue = keys.reduce(0) { $0 | 1 << UInt64($1.rawValue) } }

  /// Whether the two sets share a key.
  func intersects(_ other: TagMask) -> Bool { rawValue & other.rawValue != 0 }

  /// Whether the key is in the set.
  func contains(_ key: TagKey) -> Bool { rawValue & 1 << UInt64(key.rawValue) != 0 }
}

/// Finds the ``TagKey`` of a key's bytes without creating a string.
struct TagKeyTable {
  /// A slot of the hash table; free if its bytes are empty.
  private struct Slot {
    var bytes: [UInt8] = []
    var key: TagKey = .translation
  }

  /// There are about four times as many slots as keys, so that most look-ups end at the first.
  private static let size = 256
  private var slots = [Slot](repeating: Slot(), count: TagKeyTable.size)

  /// Creates a table of all keys.
  init() {
    let known = TagKey.allCases.compactMap { key in key.text.map { (text: $0, key: key) } }
    for (text, key) in known + TagKey.synonyms {
      let bytes = Array(text.utf8)
      var index = bytes.withUnsafeBytes { TagKeyTable.slot($0) }
      while !slots[index].bytes.isEmpty { index = (index + 1) % TagKeyTable.size }
      slots[index] = Slot(bytes: bytes, key: key)
    }
  }

  /// The key with these UTF-8 bytes; nil if it is not of interest.
  func key(_ bytes: UnsafeRawBufferPointer) -> TagKey? {
    guard bytes.count >= 3, bytes.count <= 23 else { return nil }
    if TagKeyTable.isTranslation(bytes) || TagKeyTable.isSide(bytes) { return .translation }
    var index = TagKeyTable.slot(bytes)
    while !slots[index].bytes.isEmpty {
      if slots[index].bytes.elementsEqual(bytes) { return slots[index].key }
      index = (index + 1) % TagKeyTable.size
    }
    return nil
  }

  /// The slot at which the search for a key begins.
  private static func slot(_ bytes: UnsafeRawBufferPointer) -> Int {
    Int(Hashing.mix(Hashing.fnv1a(bytes)) % UInt64(size))
  }

  /// Whether this is `name:` with something like a language: two or three lower-case letters, then optional scripts,
  /// regions or variants after `-` or `_` (`zh-Hant`, `ja_rm`, `be-tarask`).
  static func isTranslation(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard bytes.count >= 7, bytes[0] == 0x6E, bytes[1] == 0x61, bytes[2] == 0x6D, bytes[3] == 0x65, bytes[4] == 0x3A
    else { return false }
    let language = bytes[5...]
    let primary = language.prefix { $0 >= 0x61 && $0 <= 0x7A }
    guard primary.count == 2 || primary.count == 3, !isQualifier(primary) else { return false }
    return language.dropFirst(primary.count).allSatisfy { isLetterOrDigit($0) || $0 == 0x2D || $0 == 0x5F }
      && (primary.endIndex == language.endIndex || !isLetterOrDigit(language[primary.endIndex]))
  }

  /// Whether this is the key for the name of one side of a road.
  private static func isSide(_ bytes: UnsafeRawBufferPointer) -> Bool {
    bytes.elementsEqual("name:left".utf8) || bytes.elementsEqual("name:right".utf8)
  }

  /// Whether the letters qualify a name, as in `name:old`, and are not a language.
  private static func isQualifier(_ letters: Slice<UnsafeRawBufferPointer>) -> Bool {
    letters.count == 3
      && ["old", "alt", "int", "loc", "nat", "reg", "off", "ref", "ipa", "abb"].contains {
        letters.elementsEqual($0.utf8)
      }
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    (byte >= 0x30 && byte <= 0x39) || (byte >= 0x41 && byte <= 0x5A) || (byte >= 0x61 && byte <= 0x7A)
  }
}

/// The tags of interest to an import, for tools that trim extracts.
public enum ImportedTags {
  private static let table = TagKeyTable()

  /// Whether an import uses tags with this key.
  public static func contains(_ key: String) -> Bool {
    // Only the map layer uses these.
    if ["oneway", "junction", "bicycle", "foot", "route", "power", "barrier", "ele"].contains(key) { return true }
    var key = key
    return key.withUTF8 { table.key(UnsafeRawBufferPointer($0)) != nil }
  }
}
