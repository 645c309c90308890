/// The rule for the values with which a key makes a map object.
///
/// The rules follow the documentation and configuration of Nominatim's import style with all tags.
struct MainTagRule: Sendable {
  /// The use of a value.
  enum Use: Sendable {
    /// An object.
    case always
    /// An object, if it has a name or a house number.
    case named
    /// An object if it has a name or a house number and no other tag makes it one, except one for roads alone.
    case fallback
    /// An object, if the key has a name of its own (`bridge:name`).
    case ownName
    /// An object, if it has a name or a house number and is not merely a part of a road.
    case footway
    /// A lock on a waterway with a name of its own (`lock_name`).
    case lock
    /// An object, if it is tagged `natural=water` and has a name or a house number.
    case water
    /// An object, if it has a name or a house number and no `water` tag.
    ///
    /// If there is a `water` tag, it makes the object.
    case unlessWater
    /// A board or map, which makes an object together with `tourism=information`.
    case information
    /// `tourism=information`, which makes an object if no `information` tag says its kind.
    case unlessInformation
    /// An object, but one for roads alone (``MapObjectRanks/forRoadsAlone``) unless it has a name or a house number.
    case road
    /// An object for roads alone, whatever its name.
    case roadAlone
    /// No object, but the tag is kept with an object that another tag makes.
    case beside
    /// No object, and the tag is dropped.
    case dropped
  }

  /// The key.
  var key: String
  /// The use of values that are not in ``values``; `.beside` for keys of which only some values make objects.
  var others: Use
  /// The use of particular values.
  var values: [String: Use]

  /// The use of a value.
  func use(_ value: String) -> Use { values[value] ?? others }

  /// All rules by key.
  static let rules: [String: MainTagRule] = {
    var rules: [String: MainTagRule] = [:]
    for rule in all { rules[rule.key] = rule }
    return rules
  }()

  private static func rule(_ key: String, _ others: Use, _ values: [Use: [String]] = [:]) -> MainTagRule {
    var uses: [String: Use] = [:]
    for (use, names) in values { for name in names { uses[name] = use } }
    return MainTagRule(key: key, others: others, values: uses)
  }

  private static let all: [MainTagRule] = [
    rule("place", .always),
    rule("boundary", .named, [.dropped: ["place", "land_area"], .always: ["postal_code"]]),
    rule("landuse", .fallback, [.always: ["cemetery"]]),
    rule("waterway", .named, [.dropped: ["riverbank"]]),
    rule(
      "natural", .named, [.dropped: ["yes", "no", "coastline"], .fallback: ["saddle"], .unlessWater: ["water"]]),
    rule("mountain_pass", .always, [.dropped: ["no"]]),
    rule(
      "water", .water,
      [
        .beside: ["river", "stream", "canal", "ditch", "drain", "fish_pass"],
        .dropped: ["yes", "intermittent", "tidal"],
      ]),
    rule("aerialway", .always, [.beside: ["no", "pylon"]]),
    rule("aeroway", .always, [.beside: ["no"]]),
    rule(
      "amenity", .always,
      [.beside: ["no", "parking_space", "parking_entrance", "waste_disposal", "hunting_stand"]]),
    rule("building", .fallback, [.beside: ["no"]]),
    rule("bridge", .ownName, [.beside: ["no"]]),
    rule("tunnel", .ownName, [.beside: ["no"]]),
    rule("club", .always, [.beside: ["no"]]),
    rule("craft", .always, [.beside: ["no"]]),
    rule("emergency", .always, [.beside: ["no", "yes", "fire_hydrant"]]),
    rule("healthcare", .fallback, [.beside: ["yes", "no"]]),
    rule(
      "highway", .always,
      [
        .beside: [
          "no", "turning_circle", "mini_roundabout", "noexit", "crossing", "give_way", "stop", "turning_loop",
          "passing_place",
        ],
        .named: ["street_lamp", "traffic_signals", "cycleway", "path", "steps", "bridleway"],
        .road: [
          "service", "track", "motorway_link", "trunk_link", "primary_link", "secondary_link", "tertiary_link",
        ],
        .footway: ["footway"],
      ]),
    rule("historic", .fallback, [.beside: ["yes", "no"]]),
    rule("information", .information, [.dropped: ["yes"], .beside: ["route_marker", "trail_blaze"]]),
    rule("junction", .fallback, [.beside: ["no"]]),
    rule("leisure", .always, [.fallback: ["nature_reserve"], .named: ["swimming_pool"], .beside: ["no"]]),
    rule("lock", .beside, [.lock: ["yes"]]),
    rule(
      "man_made", .beside,
      [
        .always: ["pier", "tower", "bridge", "water_tower", "lighthouse", "watermill", "tunnel"],
        .named: ["works", "dyke", "adit"],
      ]),
    rule("military", .always, [.beside: ["yes", "no"]]),
    rule("office", .always, [.beside: ["no"]]),
    rule(
      "railway", .named,
      [
        .beside: ["no", "abandoned", "disused", "razed", "level_crossing", "switch", "signal", "buffer_stop"],
        .road: ["light_rail", "subway", "tram", "narrow_gauge", "monorail", "funicular", "preserved"],
        .roadAlone: ["rail", "milestone"],
      ]),
    rule("route", .beside, [.roadAlone: ["ferry"]]),
    rule("shop", .always, [.beside: ["no"]]),
    rule(
      "tourism", .always, [.fallback: ["attraction"], .unlessInformation: ["information"], .beside: ["no", "yes"]]),
  ]
}
