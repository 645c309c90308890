import GeoMapLayer
import GeoModel
import GeoStoreWriting

/// The part of the world layer that only maps of levels 0 to 9 show: rivers, ice, built-up land, and the names of
/// mountains, deserts and the like.
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

  /// A name with its lost letters restored; nil if it is empty.
  private static func riverName(_ given: String) -> String? {
    let name = PlaceNames.withoutMarks(given).split(separator: " ").joined(separator: " ")
    return name.isEmpty ? nil : repaired[name] ?? name
  }

  private static let repaired = [
    "Byk Menderes": "Büyük Menderes", "Chirrip del Atlntico": "Chirripó del Atlántico", "Dnepre": "Dnieper",
    "Grande Rivire de la Baleine": "Grande Rivière de la Baleine", "Gta lv": "Göta älv",
  ]
}

/// The first level at which the map shows an object of the world layer.
enum ShownFrom {
  /// The key of the tag.
  static let key = "geocode:level"

  /// The value for a zoom level of Natural Earth, which has tiles of 256 points like the map; the last level if there
  /// is none.
  static func level(_ given: String?) -> String { String(max(0, min(9, Int(given.flatMap(Double.init) ?? 9)))) }
}

/// Simplifies lines of the world to the map's resolution.
enum Outline {
  /// The maximum distance of a dropped point from the line, in units of the layer's grid: 200 m.
  private static let tolerance = 180.0

  /// A line without the points that would be invisible.
  static func simplified(_ line: [GridPoint]) -> [GridPoint] {
    let points = line.map { MapGridPoint(x: $0.x / WorldLayer.grid, y: $0.y / WorldLayer.grid) }
    return MapSimplifier.line(points, tolerance: tolerance).map {
      GridPoint(x: $0.x * WorldLayer.grid, y: $0.y * WorldLayer.grid)
    }
  }

  /// A ring without the points that would be invisible; nil if nothing remains.
  static func simplified(ring: [GridPoint]) -> [GridPoint]? {
    // The ring is cut in its middle, because the ends of a line are kept.
    let halves = [ring.prefix(ring.count / 2 + 1), ring.suffix(from: ring.count / 2)].map { simplified(Array($0)) }
    let whole = halves[0] + halves[1].dropFirst()
    return whole.count > 3 ? whole : nil
  }
}
