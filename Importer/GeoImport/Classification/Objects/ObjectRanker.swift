import GeoModel
import GeoStore

/// Computes the ranks and layers of an object from its main tag, type and shape.
struct ObjectRanker {
  /// The form of an object's shape.
  enum Form { case node, line, area }

  /// The object's main tag.
  var tag: MapTag
  /// Node, way or relation.
  var type: SourceReference.ObjectType
  /// Whether its shape is a point, a line or an area.
  var form: Form
  /// `admin_level`; 15 if there is none.
  var adminLevel: UInt8 = 15
  /// The lower-case code of its country; nil if unknown or if the ranks do not depend on it.
  var country: String?
  /// Whether it is tagged `capital=yes`, which makes it one rank more important.
  var isCapital = false
  /// Whether only answers about roads need it.
  var isForRoadsAlone = false
  /// The code of a postal area.
  var postalCode: String?

  /// The ranks.
  var ranks: MapObjectRanks {
    if isForRoadsAlone { return MapObjectRanks(search: MapObjectRanks.forRoadsAlone, address: 0) }
    if tag.key == "place" || tag.key == "boundary", tag.value == "postcode" || tag.value == "postal_code" {
      return PostalCodeRanks.ranks(code: postalCode, country: country)
    }
    if tag.key == "highway" && form == .node || tag.key == "landuse" && form != .area {
      return MapObjectRanks(search: 30, address: 30)
    }
    var ranks = tableRanks
    if tag.key == "waterway" && type == .relation { ranks.search -= 1 }
    if isCapital { ranks.search -= 1 }
    return ranks
  }

  /// Whether the ranks depend on the country.
  var dependsOnCountry: Bool {
    guard tag.key == "boundary" || tag.key == "place" else { return false }
    return tag.value == "postal_code" || ObjectRankTable.differing[tag.key]?.contains(value) == true
  }

  /// The value as used in the tables.
  private var value: String {
    tag.key == "boundary" && tag.value == "administrative" ? "\(tag.value)\(adminLevel)" : tag.value
  }

  private var tableRanks: MapObjectRanks {
    if let country, let ranks = ObjectRankTable.byCountry[country]?[tag.key]?[value] { return ranks }
    let ranks = ObjectRankTable.everywhere[tag.key]
    return ranks?[value] ?? ranks?[""] ?? MapObjectRanks(search: 30, address: 30)
  }

  /// The layers of an object with these ranks.
  ///
  /// - Parameter isAddress: whether it has a house number or house name.
  func layers(_ ranks: MapObjectRanks, isAddress: Bool) -> MapLayers {
    var layers: MapLayers = []
    if ranks.address > 0 && ranks.address < 30 || isAddress || tag.key == "place" && tag.value == "houses" {
      layers.insert(.address)
    }
    if ranks.search == 30, form != .line, tag.key != "place", tag.key != "building" { layers.insert(.poi) }
    switch tag.key {
    case "railway": layers.insert(.railway)
    case "natural", "water", "waterway": layers.insert(.natural)
    default: break
    }
    return layers.isEmpty || ranks.address == 0 && layers.isDisjoint(with: [.railway, .natural, .poi, .address])
      ? .manmade : layers
  }
}

/// The ranks of postal codes, guessed from their format.
enum PostalCodeRanks {
  /// The ranks of a code in a country.
  static func ranks(code: String?, country: String?) -> MapObjectRanks {
    let code = (code ?? "").uppercased()
    let isPlain = !code.isEmpty && code.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
    switch country {
    case "gb": return british(code)
    case "sg":
      return isPlain && code.count == 6 ? MapObjectRanks(search: 25, address: 11) : unknown
    case "de":
      return isPlain && code.count == 5 ? MapObjectRanks(search: 21, address: 11) : unknown
    default:
      if isPlain { return MapObjectRanks(search: 21, address: 11) }
      let hasTwoParts = code.dropFirst().dropLast().contains { $0 == " " || $0 == "-" || $0 == ":" }
      return hasTwoParts ? MapObjectRanks(search: 25, address: 11) : unknown
    }
  }

  private static let unknown = MapObjectRanks(search: 30, address: 30)

  /// `SW1A 1AA` is the code of a street, `SW1A 1` of a sector, and `SW1A` of a district.
  private static func british(_ code: String) -> MapObjectRanks {
    let parts = code.split(separator: " ")
    switch (parts.count, parts.last?.count) {
    case (2, 3): return MapObjectRanks(search: 25, address: 5)
    case (2, 1): return MapObjectRanks(search: 23, address: 5)
    case (1, _): return MapObjectRanks(search: 21, address: 5)
    default: return unknown
    }
  }
}
