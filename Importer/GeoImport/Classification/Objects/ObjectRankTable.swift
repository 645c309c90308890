import GeoModel
import GeoStore

/// Ranks by tag, and by country where a country orders its levels in its own way.
///
/// Facts of Nominatim's default configuration of address levels (its documentation, "Place ranking").
enum ObjectRankTable {
  /// Ranks of a tag anywhere, as `key=value`; `key=` stands for all other values of the key.
  static let everywhere: [String: MapObjectRanks] = expand([
    (
      "place",
      [
        "sea": (2, 0), "continent": (2, 0), "country": (4, 0), "state": (8, 0), "province": (8, 0), "region": (18, 0),
        "county": (12, 12), "district": (12, 12), "municipality": (14, 14), "city": (16, 16), "island": (17, 0),
        "town": (18, 16), "borough": (18, 18), "village": (19, 16), "suburb": (19, 20), "hamlet": (20, 20),
        "croft": (20, 20), "islet": (20, 0), "neighbourhood": (20, 22), "quarter": (20, 22), "subdivision": (22, 22),
        "allotments": (22, 22), "isolated_dwelling": (22, 20), "farm": (22, 20), "city_block": (25, 25),
        "mountain_pass": (25, 25), "square": (25, 25), "locality": (25, 25), "houses": (28, 0), "house": (30, 30),
        "": (22, 0),
      ]
    ),
    (
      "boundary",
      [
        "administrative2": (4, 4), "administrative3": (6, 6), "administrative4": (8, 8), "administrative5": (10, 10),
        "administrative6": (12, 12), "administrative7": (14, 14), "administrative8": (16, 16),
        "administrative9": (18, 18), "administrative10": (20, 20), "administrative11": (22, 22),
        "administrative12": (24, 24), "": (25, 0),
      ]
    ),
    (
      "landuse",
      [
        "residential": (22, 22), "farm": (22, 22), "farmyard": (22, 22), "industrial": (22, 22), "commercial": (22, 22),
        "allotments": (22, 22), "retail": (22, 22), "": (22, 0),
      ]
    ),
    ("leisure", ["park": (24, 0)]),
    (
      "natural",
      [
        "sea": (4, 0), "peak": (18, 0), "volcano": (18, 0), "mountain_range": (18, 0), "tree": (30, 30),
        "spring": (30, 30), "cave_entrance": (30, 30), "geyser": (30, 30), "hot_spring": (30, 30), "rock": (30, 30),
        "stone": (30, 30), "": (22, 0),
      ]
    ),
    ("waterway", ["river": (19, 0), "stream": (22, 0), "ditch": (22, 0), "drain": (22, 0), "": (20, 0)]),
    (
      "highway",
      [
        "service": (27, 27), "cycleway": (27, 27), "path": (27, 27), "footway": (27, 27), "steps": (27, 27),
        "bridleway": (27, 27), "motorway_link": (27, 27), "trunk_link": (27, 27), "primary_link": (27, 27),
        "secondary_link": (27, 27), "tertiary_link": (27, 27), "": (26, 26),
      ]
    ),
    ("mountain_pass", ["": (20, 0)]),
    ("historic", ["neighbourhood": (22, 0)]),
  ])

  /// Ranks that hold in one country only, by its code in small letters.
  static let byCountry: [String: [String: MapObjectRanks]] = {
    var tables = [
      "de": expand([
        ("place", ["region": (10, 0), "county": (12, 0)]), ("boundary", ["administrative5": (10, 0)]),
      ]),
      "be": expand([
        (
          "boundary",
          [
            "administrative3": (5, 0), "administrative4": (6, 6), "administrative5": (7, 0), "administrative6": (8, 8),
            "administrative7": (12, 12), "administrative8": (14, 14), "administrative9": (16, 16),
            "administrative10": (18, 18),
          ]
        )
      ]),
      "id": expand([
        ("place", ["municipality": (18, 18)]),
        (
          "boundary",
          [
            "administrative5": (12, 12), "administrative6": (14, 14), "administrative7": (16, 16),
            "administrative8": (20, 20), "administrative9": (22, 22), "administrative10": (24, 24),
          ]
        ),
      ]),
      "ru": expand([
        ("place", ["municipality": (18, 18)]),
        ("boundary", ["administrative5": (10, 0), "administrative7": (13, 0), "administrative8": (14, 14)]),
      ]),
    ]
    for country in ["se", "no"] {
      tables[country] = expand([("boundary", ["administrative3": (8, 8), "administrative4": (12, 12)])])
    }
    return tables
  }()

  private static func expand(_ keys: [(String, [String: (UInt8, UInt8)])]) -> [String: MapObjectRanks] {
    var table: [String: MapObjectRanks] = [:]
    for (key, values) in keys {
      for (value, ranks) in values {
        table["\(key)=\(value)"] = MapObjectRanks(search: ranks.0, address: ranks.1)
      }
    }
    return table
  }
}
