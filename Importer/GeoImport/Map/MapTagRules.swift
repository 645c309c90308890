import GeoMapLayer

/// Decides which tags make an object of the map layer.
enum MapTagRules {
  /// The relevant keys in order of precedence: a building on the grounds of a school is a building.
  static let keys: [TagKey] = [
    .building, .highway, .railway, .aeroway, .waterway, .natural, .landuse, .leisure, .amenity, .manMade, .tourism,
    .placeType,
  ]
  /// The keys as a set.
  static let mask = keys.reduce(into: TagMask()) { $0.formUnion(TagMask($1)) }

  /// The kind of object that an element makes; nil for none. The first key with a known value decides.
  ///
  /// - Parameter isRing: whether it is closed, as relations always are.
  static func kind(isRing: Bool, _ value: (TagKey) -> String?) -> MapKind? {
    for key in keys {
      guard let text = value(key), var kind = kind(key, text) else { continue }
      if kind == .rail, let service = value(.service), !service.isEmpty { kind = .siding }
      if isRing, !kind.isArea { kind = area(kind, isArea: value(.area).map { $0 != "no" }) ?? kind }
      if isRing || !kind.isArea { return kind }
    }
    return nil
  }

  /// The kind of object that a tag makes; nil for none.
  private static func kind(_ key: TagKey, _ value: String) -> MapKind? {
    if key == .building { return value == "no" || value == "false" ? nil : .building }
    return rules[key]?[value]
  }

  /// The area that a closed line of a kind bounds; nil if it stays a line. Not called for kinds that are areas anyway.
  private static func area(_ kind: MapKind, isArea: Bool?) -> MapKind? {
    switch kind {
    case .pierLine, .breakwater: isArea == false ? nil : .pier
    case .runway, .taxiway: isArea == true ? .apron : nil
    case .river, .canal, .stream, .coastline, .rail, .lightRail, .siding, .cableway: nil
    default: isArea == true ? .square : nil
    }
  }

  private static let rules: [TagKey: [String: MapKind]] = [
    .highway: values([
      (.motorway, "motorway"), (.trunk, "trunk"), (.primary, "primary"), (.secondary, "secondary"),
      (.tertiary, "tertiary"), (.link, "motorway_link trunk_link primary_link secondary_link tertiary_link"),
      (.minor, "residential unclassified living_street road"), (.pedestrian, "pedestrian"),
      (.service, "service busway bus_guideway"), (.track, "track"),
      (.path, "path bridleway"), (.footway, "footway corridor"), (.cycleway, "cycleway"), (.steps, "steps"),
      (.platform, "platform"),
    ]),
    .railway: values([
      (.rail, "rail"), (.lightRail, "light_rail tram subway narrow_gauge monorail"), (.cableway, "funicular"),
      (.siding, "preserved miniature"), (.platform, "platform"),
    ]),
    .aeroway: values([
      (.runway, "runway"), (.taxiway, "taxiway"), (.airport, "aerodrome"), (.apron, "apron helipad"),
    ]),
    .waterway: values([
      (.river, "river"), (.canal, "canal"), (.stream, "stream ditch drain brook tidal_channel"),
      (.water, "riverbank dock"),
    ]),
    .natural: values([
      (.water, "water"), (.coastline, "coastline"), (.wood, "wood"), (.scrub, "scrub heath moor"),
      (.grass, "grassland fell tundra"), (.sand, "sand beach shoal dune"), (.rock, "bare_rock scree shingle rock"),
      (.glacier, "glacier"), (.wetland, "wetland mud"),
    ]),
    .landuse: values([
      (.wood, "forest"), (.grass, "grass meadow village_green recreation_ground flowerbed greenfield"),
      (.farmland, "farmland orchard vineyard farmyard greenhouse_horticulture plant_nursery allotments"),
      (.residential, "residential"), (.commercial, "commercial retail"),
      (.industrial, "industrial railway garages construction brownfield landfill quarry port depot"),
      (.military, "military"), (.cemetery, "cemetery"), (.water, "reservoir basin salt_pond"),
      (.campus, "education religious"),
    ]),
    .leisure: values([
      (.park, "park garden dog_park common playground"), (.golf, "golf_course"), (.pitch, "pitch track"),
      (.sports, "sports_centre stadium water_park"), (.pool, "swimming_pool"),
    ]),
    .amenity: values([
      (.campus, "school university college kindergarten hospital prison"), (.cemetery, "grave_yard"),
      (.parking, "parking bicycle_parking motorcycle_parking"), (.water, "fountain"),
    ]),
    .manMade: values([
      (.pierLine, "pier"), (.breakwater, "breakwater groyne"), (.bridge, "bridge"),
      (.industrial, "wastewater_plant works water_works"),
    ]),
    .tourism: values([(.park, "zoo theme_park"), (.sports, "camp_site caravan_site")]),
    .placeType: values([(.square, "square")]),
  ]

  /// Keys that only the map layer uses, each with the kinds that its values make of a line without any other kind.
  static let lines: [(key: StaticString, values: [String: MapKind])] = [
    ("route", values([(.ferry, "ferry")])), ("power", values([(.powerLine, "line minor_line")])),
    ("barrier", values([(.wall, "wall city_wall retaining_wall"), (.fence, "fence"), (.hedge, "hedge")])),
  ]

  private static func values(_ pairs: [(MapKind, String)]) -> [String: MapKind] {
    var result: [String: MapKind] = [:]
    for (kind, values) in pairs { for value in values.split(separator: " ") { result[String(value)] = kind } }
    return result
  }
}

/// The tags that the map layer shows, for tools that trim extracts.
public enum ShownTags {
  /// Whether an object with these tags is shown.
  ///
  /// - Parameter isClosed: whether it is a closed way or a multipolygon.
  public static func mean(_ tags: [String: String], isClosed: Bool) -> Bool {
    MapTagRules.kind(isRing: isClosed) { $0.text.flatMap { tags[$0] } } != nil
      || MapTagRules.lines.contains { rule in tags["\(rule.key)"].flatMap { rule.values[$0] } != nil }
  }
}
