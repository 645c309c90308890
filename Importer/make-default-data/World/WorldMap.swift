import GeoMapLayer
import GeoModel
import GeoStoreWriting

/// What the world layer shows on the map of levels 0 to 9 and no answer needs: rivers, ice, built-up land, and names of mountains, deserts and the like.
struct WorldMap {
  /// Ice and built-up land.
  let areas: [Boundary]
  let rivers: [Boundary]
  let regions: [NamedRegion]

  /// Reads the layers of Natural Earth in a folder.
  init(_ folder: String) throws {
    func shown(_ file: String, _ tag: (String, String)) throws -> [Boundary] {
      try GeoJSONAreas.read(folder + "/" + file).map { area in
        // Only ice sheets have no level.
        let level = ShownFrom.level(area.tags["min_zoom"] ?? "0")
        return Boundary(
          tags: [tag.0: tag.1, ShownFrom.key: level], lines: area.lines.compactMap { Outline.simplified(ring: $0) })
      }
    }
    areas =
      try shown("ne_10m_glaciated_areas.geojson.gz", ("natural", "glacier"))
      + shown("ne_50m_urban_areas.geojson.gz", ("landuse", "residential"))
    rivers = try GeoJSONAreas.lines(folder + "/ne_10m_rivers_lake_centerlines.geojson.gz")
      .filter { $0.tags["featurecla"] == "River" }.map(WorldMap.river)
    regions = try GeoJSONAreas.read(folder + "/ne_10m_geography_regions_polys.geojson.gz").compactMap(NamedRegion.init)
  }

  private static func river(_ river: Boundary) -> Boundary {
    var tags = ["waterway": "river", ShownFrom.key: ShownFrom.level(river.tags["min_zoom"])]
    if let name = river.tags["name"].flatMap(riverName) { tags["name"] = name }
    return Boundary(tags: tags, lines: river.lines.map(Outline.simplified))
  }

  /// A name with the letters that the source has lost; nil where there is none.
  private static func riverName(_ given: String) -> String? {
    let name = PlaceNames.withoutMarks(given).split(separator: " ").joined(separator: " ")
    return name.isEmpty ? nil : repaired[name] ?? name
  }

  private static let repaired = [
    "Byk Menderes": "Büyük Menderes", "Chirrip del Atlntico": "Chirripó del Atlántico", "Dnepre": "Dnieper",
    "Grande Rivire de la Baleine": "Grande Rivière de la Baleine", "Gta lv": "Göta älv",
  ]
}

/// From which level on the map shows something of the world layer.
enum ShownFrom {
  /// The tag.
  static let key = "geocode:level"

  /// Its value for a number of Natural Earth, which counts tiles of 256 points as the map does; the last one where none is given.
  static func level(_ given: String?) -> String { String(max(0, min(9, Int(given.flatMap(Double.init) ?? 9)))) }
}

/// Lines of the world as coarse as the map shows them.
enum Outline {
  /// How far a point may be from the line without it, in units of the layer's grid: 200 m.
  private static let tolerance = 180.0

  /// A line without the points that nobody sees.
  static func simplified(_ line: [GridPoint]) -> [GridPoint] {
    let points = line.map { MapGridPoint(x: $0.x / WorldLayer.grid, y: $0.y / WorldLayer.grid) }
    return MapSimplifier.line(points, tolerance: tolerance).map {
      GridPoint(x: $0.x * WorldLayer.grid, y: $0.y * WorldLayer.grid)
    }
  }

  /// A ring without the points that nobody sees; nil when none is left.
  static func simplified(ring: [GridPoint]) -> [GridPoint]? {
    // Cut in its middle, as the ends of a line stay.
    let halves = [ring.prefix(ring.count / 2 + 1), ring.suffix(from: ring.count / 2)].map { simplified(Array($0)) }
    let whole = halves[0] + halves[1].dropFirst()
    return whole.count > 3 ? whole : nil
  }
}

/// A range, a desert, a plain: a name on the map without borders.
struct NamedRegion {
  let point: GridPoint
  let tags: [String: String]

  /// A region of Natural Earth; nil for those that other names stand for, or without a name or an inside.
  init?(_ area: Boundary) {
    guard let kind = NamedRegion.kinds[area.tags["featurecla"] ?? ""], let given = area.tags["name"],
      let largest = area.lines.max(by: { NamedRegion.size($0) < NamedRegion.size($1) }),
      let middle = InteriorPoint.of([largest.dropLast()[...]])
    else { return nil }
    let name = NamedRegion.written(PlaceNames.withoutMarks(given))
    guard !name.isEmpty else { return nil }
    point = GridPoint(
      x: middle.x / WorldLayer.grid * WorldLayer.grid, y: middle.y / WorldLayer.grid * WorldLayer.grid)
    let isContinent = kind == "continent"
    let first = area.tags["min_label"].flatMap(Double.init).map { String($0.rounded(.up)) }
    tags = [
      "natural": kind, "name": name, ShownFrom.key: ShownFrom.level(isContinent ? "0" : first),
      "geocode:last_level": ShownFrom.level(isContinent ? "1" : area.tags["max_label"]),
    ]
  }

  private static func size(_ ring: [GridPoint]) -> Double { abs(InteriorPoint.moments(of: ring[...]).doubledArea) }

  /// The source has large regions in capitals: `TARIM BASIN`. Continents stay so.
  private static func written(_ name: String) -> String {
    guard name.count > 3, name == name.uppercased() else { return inFull(name) }
    let words = name.split(separator: " ").map { word in
      small.contains(String(word))
        ? word.lowercased() : word.split(separator: "-").map(\.localizedCapitalized).joined(separator: "-")
    }
    return words.joined(separator: " ")
  }

  /// A name with the words that the source has cut: `Taz Pen.`
  private static func inFull(_ name: String) -> String {
    var words = name.split(separator: " ").map(String.init)
    if let last = words.last, let word = lastWords[last] { words[words.count - 1] = word }
    if let first = words.first, let word = firstWords[first] { words[0] = word }
    return words.joined(separator: " ")
  }

  private static let lastWords = [
    "Arch.": "Archipelago", "I.": "Island", "Is.": "Islands", "Mts.": "Mountains", "Pen.": "Peninsula",
    "Plat.": "Plateau", "Ra.": "Range",
  ]
  private static let firstWords = ["I.": "Isla", "Is.": "Islas", "Pen.": "Península", "Plat.": "Plateau"]

  private static let small: Set = ["OF", "DE", "DEL", "DO", "DA", "DU", "LA"]

  private static let kinds = [
    "Basin": "basin", "Continent": "continent", "Delta": "delta", "Depression": "basin", "Desert": "desert",
    "Foothills": "mountain_range", "Gorge": "gorge", "Isthmus": "isthmus", "Lowland": "plain",
    "Pen/cape": "peninsula", "Peninsula": "peninsula", "Plain": "plain", "Plateau": "plateau",
    "Range/mtn": "mountain_range", "Tundra": "tundra", "Valley": "valley", "Wetlands": "wetland",
    "Island": "island", "Island group": "archipelago",
  ]
}
