/// A field of a placemark with a plain value, and its names.
///
/// This table defines the fields of JSON in both directions, the columns of tables, and the fields of help texts and
/// traces. A new field needs a property of ``Placemark``, a case and an entry here, the engine's rule that fills it,
/// and a line in PROTOCOL.md.
@frozen public enum PlacemarkField: UInt8, CaseIterable, Sendable {
  case houseNumber, street, neighborhood, suburb, city, county, state, stateCode, postalCode, country, countryCode
  case inlandWater, ocean, areasOfInterest, timeZone
  case name, title, subtitle, formattedAddress, match, distanceMeters, latitude, longitude, source, coarseFields
  case road, roadRef, roadClass, roadWay, roadDirection, crossStreet, junction, kilometer, maxSpeed
  case wikidata, nearby, names, plusCode, geohash, mgrs
  case countryWikidata, stateWikidata, countyWikidata, cityWikidata, countyISO
  case stateFIPS, countyFIPS, stateGNIS, countyGNIS, cityGNIS
  case stateNUTS, countyNUTS, cityLAU, stateAGS, countyAGS, cityAGS, countyINSEE, cityINSEE

  /// The value of a field.
  @frozen public enum Value: Sendable {
    /// The placemark does not have the field.
    case none
    case text(String)
    /// At least one text.
    case list([String])
    /// A number to show with at most this many decimals.
    case number(Double, decimals: Int)

    @inlinable @inline(__always) init(_ text: String?) {
      if let text { self = .text(text) } else { self = .none }
    }

    @inlinable @inline(__always) init(_ texts: [String]) { self = texts.isEmpty ? .none : .list(texts) }
  }

  /// The name on the wire, such as `houseNumber`.
  public var name: String { entry.name }
  /// The name as a column of a table, such as `house_number`.
  public var column: String { entry.column }
  /// A description in one line.
  public var summary: String { entry.summary }
  /// The query detail that the field needs.
  public var detail: PlacemarkDetail { entry.detail }

  /// The field's value in a placemark.
  @inlinable @inline(__always) public func value(of placemark: borrowing Placemark) -> Value {
    switch self {
    case .houseNumber: .init(placemark.subThoroughfare)
    case .street: .init(placemark.thoroughfare)
    case .neighborhood: .init(placemark.neighborhood)
    case .suburb: .init(placemark.subLocality)
    case .city: .init(placemark.locality)
    case .county: .init(placemark.subAdministrativeArea)
    case .state: .init(placemark.administrativeArea)
    case .stateCode: .init(placemark.administrativeAreaCode)
    case .postalCode: .init(placemark.postalCode)
    case .country: .init(placemark.country)
    case .countryCode: .init(placemark.isoCountryCode)
    case .inlandWater: .init(placemark.inlandWater)
    case .ocean: .init(placemark.ocean)
    case .areasOfInterest: .init(placemark.areasOfInterest)
    case .timeZone: .init(placemark.timeZone)
    case .name: .init(placemark.name)
    case .title: .init(placemark.title)
    case .subtitle: .init(placemark.subtitle)
    case .formattedAddress: .init(placemark.formattedAddress)
    case .coarseFields: .init(placemark.coarseFields)
    case .wikidata: .init(placemark.wikidata)
    case .match: .text(placemark.match.rawValue)
    case .distanceMeters: .number(placemark.distanceMeters, decimals: 1)
    case .latitude: .number(placemark.coordinate.latitude, decimals: 7)
    case .longitude: .number(placemark.coordinate.longitude, decimals: 7)
    case .source: .init(placemark.sourcePath)
    case .road, .roadRef, .roadClass, .roadWay, .roadDirection, .crossStreet, .junction, .kilometer, .maxSpeed:
      PlacemarkField.value(of: self, on: placemark.road)
    case .nearby: .init(placemark.nearby?.text)
    case .names: .init(placemark.listedNames)
    default: .init(placemark.extraText(self))
    }
  }

  /// The fields of the wire's `address`: the parts of the address, then waters, areas of interest and the time zone.
  package static let address = allCases.filter { $0.rawValue <= PlacemarkField.timeZone.rawValue }

  /// Finds the field with a name on the wire; nil when there is none.
  public init?(name: String) {
    guard let field = PlacemarkField.byName[name] else { return nil }
    self = field
  }

  private static let byName = Dictionary(uniqueKeysWithValues: allCases.map { ($0.name, $0) })
}

extension PlacemarkField {
  /// The way a decoded value is stored in a placemark.
  package enum Setter: Sendable {
    case text(@Sendable (inout Placemark, String?) -> Void)
    case list(@Sendable (inout Placemark, [String]) -> Void)
    /// The value is part of something that is decoded as a whole.
    case derived
  }

  private struct Entry: Sendable {
    let key: StaticString
    let name: String
    let column: String
    let summary: String
    let detail: PlacemarkDetail
    let setter: Setter
  }

  /// How the field is set.
  package var setter: Setter { entry.setter }
  /// ``name`` as a key of JSON. Unlike an entry, it is copied without counting references.
  package var key: StaticString { PlacemarkField.keys[Int(rawValue)] }

  private static let keys = entries.map(\.key)
  private var entry: Entry { PlacemarkField.entries[Int(rawValue)] }
  private static let entries = allCases.map(\.definition)

  private var definition: Entry {
    switch self {
    case .houseNumber:
      text("houseNumber", .address, "house number", { $0.subThoroughfare = $1 })
    case .street: text("street", .address, "street", { $0.thoroughfare = $1 })
    case .neighborhood:
      text("neighborhood", .suburb, "finest named part of a town", { $0.neighborhood = $1 })
    case .suburb: text("suburb", .suburb, "suburb, quarter or district", { $0.subLocality = $1 })
    case .city:
      text(
        "city", .city, "city, town or village, whatever kind of settlement it is", { $0.locality = $1 }
      )
    case .county:
      text(
        "county", .county, "county or its equivalent", { $0.subAdministrativeArea = $1 })
    case .state:
      text("state", .state, "state, province or region", { $0.administrativeArea = $1 })
    case .stateCode:
      text(
        "stateCode", .state, "ISO 3166-2 code of the state, such as US-CA", { $0.administrativeAreaCode = $1 })
    case .postalCode: text("postalCode", .address, "postal code", { $0.postalCode = $1 })
    case .country: text("country", .country, "country", { $0.country = $1 })
    case .countryCode:
      text(
        "countryCode", .country, "ISO 3166-1 code of the country, such as US", { $0.isoCountryCode = $1 })
    case .inlandWater:
      text(
        "inlandWater", .country, "lake or river that the point lies on", { $0.inlandWater = $1 })
    case .ocean: text("ocean", .country, "sea that the point lies on", { $0.ocean = $1 })
    case .areasOfInterest:
      list(
        "areasOfInterest", "places of interest around the point, smallest first, separated by semicolons",
        { $0.areasOfInterest = $1 })
    // Needs the city: where no area has a time zone, the settlement gives it.
    case .timeZone:
      text("timeZone", .city, "time zone, such as America/Los_Angeles", { $0.timeZone = $1 })
    case .name:
      text("name", .address, "name of the place at the point, if it has one", { $0.name = $1 })
    case .title: text("title", .address, "first line of a label", { $0.title = $1 })
    case .subtitle: text("subtitle", .address, "second line of a label", { $0.subtitle = $1 })
    case .formattedAddress:
      list(
        "formattedAddress", column: "address", "the whole address on one line, as the country writes it",
        { $0.formattedAddress = $1 })
    case .match: derived("match", "what was matched: building, address, interpolation, street, area, country or water")
    case .distanceMeters: derived("distanceMeters", "distance to what was matched, in meters")
    case .latitude: derived("latitude", column: "match_latitude", "latitude of what was matched")
    case .longitude: derived("longitude", column: "match_longitude", "longitude of what was matched")
    case .source:
      derived(
        "source",
        "OpenStreetMap object that was matched, such as way/123, or row of a table of addresses, such as table/NAME/12")
    case .coarseFields:
      list(
        "coarseFields", "fields that rest on borders good to about 1 km, separated by semicolons",
        { $0.coarseFields = $1 })
    case .wikidata:
      text(
        "wikidata", .address, "Wikidata item of the object that was matched, such as Q62", { $0.wikidata = $1 })
    case .road: ofRoad("road", "name of the road that the point is on")
    case .roadRef: ofRoad("roadRef", "number of that road, such as A 9")
    case .roadClass: ofRoad("roadClass", "kind of that road, such as motorway or residential")
    case .roadWay: ofRoad("roadWay", "OpenStreetMap way of that road, such as way/123")
    case .roadDirection: ofRoad("roadDirection", "where that road leads as its signs say, else the compass, such as NE")
    case .crossStreet: ofRoad("crossStreet", "nearest corners on that road, such as at 9th Street")
    case .junction: ofRoad("junction", "junctions before and behind on a motorway")
    case .kilometer: ofRoad("kilometer", "kilometer of that road by its milestones")
    case .maxSpeed: ofRoad("maxSpeed", "speed limit in kilometers per hour, or none")
    case .nearby:
      Entry(
        key: "nearby", name: "nearby", column: "nearby",
        summary: "where no settlement contains the point, the one that it is near, such as 12 km NW of Elko",
        detail: .city, setter: .derived)
    case .names:
      derived("names", "local names of the street, city and so on, such as city=München, separated by semicolons")
    case .plusCode: extra("plusCode", "Plus Code (Open Location Code) of the asked point, such as 849VQHFJ+X6")
    case .geohash: extra("geohash", "geohash of the asked point, nine characters, such as 9q8yyk8yt")
    case .mgrs: extra("mgrs", "place of the asked point in the Military Grid Reference System, to a meter")
    case .countryWikidata: extra("countryWikidata")
    case .stateWikidata: extra("stateWikidata")
    case .countyWikidata: extra("countyWikidata")
    case .cityWikidata: extra("cityWikidata")
    case .countyISO: extra("countyISO")
    case .stateFIPS: extra("stateFIPS")
    case .countyFIPS: extra("countyFIPS")
    case .stateGNIS: extra("stateGNIS")
    case .countyGNIS: extra("countyGNIS")
    case .cityGNIS: extra("cityGNIS")
    case .stateNUTS: extra("stateNUTS")
    case .countyNUTS: extra("countyNUTS")
    case .cityLAU: extra("cityLAU")
    case .stateAGS: extra("stateAGS")
    case .countyAGS: extra("countyAGS")
    case .cityAGS: extra("cityAGS")
    case .countyINSEE: extra("countyINSEE")
    case .cityINSEE: extra("cityINSEE")
    }
  }

  /// The entry of a field of ``Placemark/extraText(_:)``; codes of areas are described by their own table.
  private func extra(_ key: StaticString, _ summary: String? = nil) -> Entry {
    let code = areaCode
    let words = code.map { "\($0.code.title) of the \($0.area.rawValue), as the map has it" }
    return entry(
      key, code.map { "\($0.area.rawValue)_\($0.code.rawValue)" }, summary ?? words ?? "",
      code?.area.detail ?? .country,
      .text { $0.setExtraText(self, $1) })
  }

  private func text(
    _ key: StaticString, _ detail: PlacemarkDetail, _ summary: String,
    _ set: @escaping @Sendable (inout Placemark, String?) -> Void
  ) -> Entry {
    entry(key, nil, summary, detail, .text(set))
  }

  private func list(
    _ key: StaticString, column: String? = nil, _ summary: String,
    _ set: @escaping @Sendable (inout Placemark, [String]) -> Void
  ) -> Entry {
    entry(key, column, summary, .address, .list(set))
  }

  private func derived(_ key: StaticString, column: String? = nil, _ summary: String) -> Entry {
    entry(key, column, summary, .address, .derived)
  }

  private func ofRoad(_ key: StaticString, _ summary: String) -> Entry { entry(key, nil, summary, .country, .derived) }

  private func entry(
    _ key: StaticString, _ column: String?, _ summary: String, _ detail: PlacemarkDetail, _ setter: Setter
  ) -> Entry {
    let name = "\(key)"
    return Entry(
      key: key, name: name, column: column ?? PlacemarkField.snakeCase(name), summary: summary, detail: detail,
      setter: setter)
  }

  /// `houseNumber` as `house_number`.
  private static func snakeCase(_ name: String) -> String {
    var bytes: [UInt8] = []
    for byte in name.utf8 {
      let isCapital = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
      bytes += isCapital ? [UInt8(ascii: "_"), byte | 0x20] : [byte]
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
