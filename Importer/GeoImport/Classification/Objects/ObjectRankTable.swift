import GeoModel
import GeoStore

/// Ranks by tag, and by country for countries with their own order of levels.
///
/// Taken from the documentation of Nominatim's default address levels ("Place ranking"), as of version 5.3.
enum ObjectRankTable {
  /// Ranks by key and value. The level is appended to the value `administrative`.
  typealias Ranks = [String: [String: MapObjectRanks]]

  /// The ranks of tags in all countries. An empty value stands for all other values of the key.
  static let everywhere = expand([
    (
      "place",
      [
        "sea": (2, 0), "continent": (2, 0), "country": (4, 0), "state": (8, 0), "province": (8, 0), "region": (18, 0),
        "county": (12, 12), "district": (12, 12), "municipality": (14, 14), "city": (16, 16), "island": (17, 0),
        "town": (18, 16), "borough": (18, 18), "village": (19, 16), "suburb": (19, 20), "hamlet": (20, 20),
        "croft": (20, 20), "islet": (20, 0), "neighbourhood": (24, 24), "quarter": (20, 22), "subdivision": (22, 22),
        "allotments": (22, 22), "isolated_dwelling": (22, 25), "farm": (22, 25), "city_block": (25, 25),
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
        "residential": (24, 24), "farm": (24, 24), "farmyard": (24, 24), "industrial": (24, 24), "commercial": (24, 24),
        "allotments": (24, 24), "retail": (24, 24), "": (24, 0),
      ]
    ),
    ("leisure", ["park": (24, 0), "nature_reserve": (24, 0), "garden": (25, 0), "common": (25, 0)]),
    (
      "natural",
      [
        "sea": (4, 0), "peak": (18, 0), "volcano": (18, 0), "mountain_range": (18, 0), "tree": (30, 30),
        "spring": (30, 30), "cave_entrance": (30, 30), "geyser": (30, 30), "hot_spring": (30, 30), "rock": (30, 30),
        "stone": (30, 30), "": (22, 0),
      ]
    ),
    (
      "water",
      [
        "lake": (20, 0), "reservoir": (20, 0), "wastewater": (24, 0), "pond": (24, 0), "fountain": (24, 0), "": (22, 0),
      ]
    ),
    ("waterway", ["river": (19, 0), "stream": (22, 0), "ditch": (22, 0), "drain": (22, 0), "": (20, 0)]),
    (
      "highway",
      [
        "service": (27, 27), "cycleway": (27, 27), "path": (27, 27), "footway": (27, 27), "steps": (27, 27),
        "bridleway": (27, 27), "motorway_link": (27, 27), "trunk_link": (27, 27), "primary_link": (27, 27),
        "secondary_link": (27, 27), "tertiary_link": (27, 27), "residential": (26, 26), "track": (26, 26),
        "unclassified": (26, 26), "tertiary": (26, 26), "secondary": (26, 26), "primary": (26, 26),
        "living_street": (26, 26), "trunk": (26, 26), "motorway": (26, 26), "pedestrian": (26, 26), "road": (26, 26),
        "construction": (26, 26), "": (30, 30),
      ]
    ),
    ("mountain_pass", ["": (20, 0)]),
    ("historic", ["neighbourhood": (22, 0)]),
  ])

  /// The ranks that apply in only one country, by its lower-case code.
  static let byCountry: [String: Ranks] = [
    "au": levels([6: (12, 0)]),
    "be": levels([
      3: (5, 0), 4: (6, 6), 5: (7, 0), 6: (8, 8), 7: (12, 12), 8: (14, 14), 9: (16, 16), 10: (18, 18),
    ]),
    "br": levels([5: (10, 0), 6: (12, 0), 7: (14, 0)]),
    "ca": levels([:], places: ["county": (12, 0)]),
    "cz": levels([5: (12, 12), 6: (13, 0), 7: (14, 0), 8: (14, 14), 9: (15, 15), 10: (16, 16)]),
    "de": levels([5: (10, 0)], places: ["region": (10, 0), "county": (12, 0)]),
    "es": levels(
      [5: (10, 0), 6: (10, 10), 7: (12, 12), 10: (22, 22)], places: ["province": (10, 10), "civil_parish": (18, 18)]),
    "id": levels(
      [5: (12, 12), 6: (14, 14), 7: (16, 16), 8: (20, 20), 9: (22, 22), 10: (24, 24)],
      places: ["municipality": (18, 18)]),
    "jp": levels([7: (16, 16), 8: (18, 18), 9: (20, 20), 10: (22, 22), 11: (24, 24)]),
    "nl": levels([7: (13, 0), 8: (14, 14), 9: (15, 0), 10: (16, 16)]),
    "no": levels([3: (8, 8), 4: (12, 12)]),
    "ru": levels([5: (10, 0), 7: (13, 0), 8: (14, 14)], places: ["municipality": (18, 18)]),
    "sa": levels([:], places: ["province": (12, 12), "municipality": (18, 18)]),
    "se": levels([3: (8, 8), 4: (12, 12)]),
  ]

  /// The values by key whose ranks differ in some country.
  static let differing = byCountry.values.reduce(into: [String: Set<String>]()) { values, ranks in
    for (key, ranks) in ranks { values[key, default: []].formUnion(ranks.keys) }
  }

  /// The ranks of a country's administrative boundaries by level, and of its places by value.
  private static func levels(
    _ levels: [Int: (UInt8, UInt8)], places: [String: (UInt8, UInt8)] = [:]
  ) -> Ranks {
    let boundaries = levels.map { ("administrative\($0.key)", $0.value) }
    return expand([("boundary", Dictionary(uniqueKeysWithValues: boundaries)), ("place", places)])
  }

  private static func expand(_ keys: [(String, [String: (UInt8, UInt8)])]) -> Ranks {
    Dictionary(uniqueKeysWithValues: keys).mapValues { $0.mapValues { MapObjectRanks(search: $0.0, address: $0.1) } }
  }
}
