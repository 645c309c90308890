import GeoStore
import GeoStoreWriting

/// Decides what an area is, and with which name and codes, from its tags.
enum AreaClassifier {
  /// An area, as described by its tags.
  struct Area {
    var kind: AreaKind
    var level: UInt8 = 0
    var name: NameTable.Name
    var placeKind: PlaceKind?
    var countryCode: String?
    var subdivisionCode: String?
    var population: UInt32 = 0
    var timeZone: String?
    /// The postal code shared by all of a municipality.
    var postalCode: String?
  }

  /// Keys of which an area must have at least one.
  static let keys = TagMask(.boundary, .placeType, .natural, .waterway, .water, .landuse, .timeZone)

  /// The area described by tags; nil if they describe none of interest.
  static func area(_ tags: Tags, _ faults: inout DataFaultCounts) -> Area? {
    guard tags.mask.intersects(keys) else { return nil }
    switch tags[.boundary] {
    case "administrative": return administrative(tags, &faults)
    case "postal_code": return postal(tags)
    case "timezone": return timeZone(tags)
    case "census", "place", "region": break
    default: break
    }
    return place(tags) ?? water(tags) ?? timeZone(tags)
  }

  /// An administrative area: a country, state or municipality, or a level between or below these.
  private static func administrative(_ tags: Tags, _ faults: inout DataFaultCounts) -> Area? {
    guard let name = tags.fullName else {
      faults.add(.boundaryUnnamed)
      return nil
    }
    guard let level = tags[.adminLevel].flatMap(number), (2...11).contains(level) else {
      faults.add(.adminLevelInvalid)
      return place(tags)
    }
    var area = Area(kind: .administrative, level: level, name: name)
    area.placeKind = (tags[.placeType] ?? tags[.borderType]).flatMap(PlaceClassifier.kind)
    area.countryCode = level == 2 ? tags.countryCode : nil
    area.subdivisionCode = tags.subdivisionCode
    area.population = tags.peopleCount
    area.timeZone = tags.ianaTimeZone
    if level >= municipalLevel { area.postalCode = soleCode(tags) }
    return area
  }

  /// The first `admin_level` of municipalities and their parts. The postal code of larger areas is that of an office.
  private static let municipalLevel: UInt8 = 7

  /// The postal code of a boundary that has only one.
  private static func soleCode(_ tags: Tags) -> String? {
    guard let code = tags[.postalCode] ?? tags[.postcode], !code.contains(where: { ";,|".contains($0) }) else {
      return nil
    }
    return code
  }

  /// The first number of a text such as `8` or `6;8`.
  private static func number(_ text: String) -> UInt8? { UInt8(text.prefix { $0.isASCII && $0.isNumber }) }

  /// An area of one postal code. Several keys may hold the code.
  private static func postal(_ tags: Tags) -> Area? {
    guard let code = tags[.postalCode] ?? tags[.postcode] ?? tags[.ref] ?? tags[.name] else { return nil }
    return Area(kind: .postal, name: NameTable.Name(code))
  }

  /// An area with one time zone.
  private static func timeZone(_ tags: Tags) -> Area? {
    guard let zone = tags.ianaTimeZone ?? (tags.has(.boundary, "timezone") ? tags[.name] : nil) else { return nil }
    var area = Area(kind: .timeZone, name: NameTable.Name(zone))
    area.timeZone = zone
    return area
  }

  /// A settlement, quarter, island or sea mapped as an area.
  private static func place(_ tags: Tags) -> Area? {
    guard let value = tags[.placeType] else { return nil }
    if value == "sea" || value == "ocean" { return tags.fullName.map { Area(kind: .ocean, name: $0) } }
    guard let kind = PlaceClassifier.kind(value), let name = tags.fullName else { return nil }
    var area = Area(kind: .place, name: name, placeKind: kind)
    area.subdivisionCode = tags.subdivisionCode
    area.population = tags.peopleCount
    area.timeZone = tags.ianaTimeZone
    return area
  }

  /// A water area with a name, which distinguishes it from others.
  private static func water(_ tags: Tags) -> Area? {
    let isSea = tags.has(.natural, "bay") || tags.has(.natural, "strait")
    let isInland =
      tags.has(.natural, "water") || tags.has(.waterway, "riverbank") || tags.has(.waterway, "dock")
      || tags.has(.landuse, "reservoir") || tags.has(.landuse, "basin")
    guard isSea || isInland, let name = tags.fullName else { return nil }
    return Area(kind: isSea ? .ocean : .inlandWater, name: name)
  }
}
