import OSMFile

// How the world layer is made:
// 1. Countries and first-level subdivisions of two files, counties of a third: names and codes put in order.
// 2. Time zones from the cities (see TimeZones). Counties reach over their coast (see CoastalCells).
// 3. Borders as shared arcs, with points on a grid of 1e-5 degree (1.1 m; the borders themselves are good to about 1 km).
// 4. Cities as nodes, in the order of space.

/// The coarse layer of the whole world.
struct WorldLayer {
  /// Invented ids start here, far above those of real objects, so that a layer could be merged with an extract.
  static let firstNodeID: Int64 = 90_000_000_001
  /// The same for ways and relations.
  static let firstWayID: Int64 = 9_000_000_001
  /// Points are rounded to this many 1e-7 degrees.
  static let grid: Int32 = 100

  private let boundaries: [Boundary]
  private let cities: [City]

  /// Reads the sources in a folder.
  init(folder: String) throws {
    let countries = try OSMFileContents(path: folder + "/osm-world-boundaries.osm.pbf").boundaries(grid: Self.grid)
    let more = try OSMFileContents(path: folder + "/world-subdivisions.osm.pbf").boundaries(grid: Self.grid)
    cities = try City.read(folder + "/geonames-cities15000-2018-05-18.json.gz")
    var areas = (countries + [Antarctica.boundary] + more).compactMap { AdministrativeTags.tidy($0) }
    areas = TimeZones(cities).assigned(to: Repairs.repaired(areas))
    let states = areas.filter { $0.code?.hasPrefix("US-") == true }
    boundaries = areas + (try Counties.read(folder + "/natural-earth-us-counties.osm.pbf", states: states))
  }

  /// The objects of the layer.
  func objects() -> MapObjects {
    var builder = LayerBuilder()
    builder.add(boundaries)
    builder.add(cities)
    return builder.objects
  }
}
