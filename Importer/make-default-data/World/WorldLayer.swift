import GeoModel
import OSMFile

// How the world layer is made:
// 1. Read countries and first-level subdivisions from two files, newer units from a third, counties from a fourth.
//    Normalize names and codes.
// 2. Extend areas that cover land only over their coast (see CoastalCells), and add islands that the countries lack
//    (see RemoteIslands).
// 3. Where two sources have the same border, let all areas follow the finer one (see OnePartition). Countries,
//    subdivisions and counties follow that of the time zones, and counties also that of the states. No two areas then
//    contradict each other.
// 4. Add areas for cities that are a unit of their own, seas (without islands, see SeaIslands), lakes and time zones.
// 5. Store borders as shared arcs, with points on a grid of 1e-5 degree (1.1 m). The borders themselves are accurate to
//    about 1 km.
// 6. Add cities as nodes, in spatial order.
// 7. Add what only the world map shows: rivers, ice, built-up land, names of regions (see WorldMap).

/// The coarse layer of the whole world.
struct WorldLayer {
  /// The first id of nodes. Invented ids are far above those of real objects, so that a layer can be merged with an
  /// extract.
  static let firstNodeID: Int64 = 90_000_000_001
  /// The first id of ways and relations.
  static let firstWayID: Int64 = 9_000_000_001
  /// The grid of points, in 1e-7 degree.
  static let grid: Int32 = 100

  private let boundaries: [Boundary]
  private let cities: [City]
  private let map: WorldMap

  /// Reads the sources in a folder.
  init(folder: String) throws {
    let second = folder + "/v2"
    let countries = try OSMFileContents(path: folder + "/osm-world-boundaries.osm.pbf").boundaries(grid: Self.grid)
    let more = try OSMFileContents(path: folder + "/world-subdivisions.osm.pbf").boundaries(grid: Self.grid)
    let tidied = (countries + [Antarctica.boundary] + more).compactMap { AdministrativeTags.tidy($0) }
    let drawnZones = try TimeZones.read(second)
    cities = try City.read(second)
    let drawn = RemoteIslands.added(
      to: try NewerSubdivisions.applied(to: Repairs.repaired(tidied), folder: second), zones: drawnZones,
      countryOfZone: City.countryOfZone(cities))
    let states = drawn.filter { $0.code?.hasPrefix("US-") == true }
    let drawnCounties = try Counties.read(folder + "/natural-earth-us-counties.osm.pbf", states: states)
    let partition = OnePartition.of(drawn + drawnCounties + drawnZones, [.countriesByTimeZone, .countiesByState])
    let areas = Array(partition.prefix(drawn.count))
    let counties = Array(partition.dropFirst(drawn.count).prefix(drawnCounties.count))
    let zones = Array(partition.suffix(drawnZones.count))
    let names = try PlaceNames.subdivisions(second)
    let islands = try NewerSubdivisions.given(second).filter { $0.tags["country"] == "ID" }
    let islets = SeaIslands.withoutZone(
      try GeoJSONAreas.read(folder + "/natural-earth/ne_10m_land.geojson.gz"), zones: drawnZones,
      countries: drawn.filter { $0.tags["ISO3166-1"] != nil && $0.code != "AQ" })
    let land = try GeoJSONAreas.read(folder + "/natural-earth-50m-admin0.geojson.gz") + islands + islets
    let seas = try Seas.read(second + "/seas.geojson.gz", land: land)
    let lakes = try Lakes.read(folder + "/natural-earth/ne_10m_lakes.geojson.gz")
    map = try WorldMap(folder + "/natural-earth")
    let people = try Countries.people(folder + "/natural-earth-50m-admin0.geojson.gz")
    let own = try CityUnits.read(second, units: areas, cities: cities) + CityUnits.newYork(counties, cities: cities)
    boundaries =
      areas.map { AdministrativeTags.withNewestCode(Self.named(Countries.counted($0, people), names)) }
      + counties.map { Boundary(tags: CountyTags.tidy($0.tags), lines: $0.lines) } + own + seas + lakes + zones
      + map.areas
  }

  /// A subdivision with its names in all available languages.
  private static func named(_ area: Boundary, _ names: PlaceNames) -> Boundary {
    guard let code = area.tags["ISO3166-2"], let source = area.tags["name"].map(PlaceNames.withoutMarks) else {
      return area
    }
    let name = PlaceNames.withoutExplanation(source, of: ",")
    // For other scripts, the source has some names only in English.
    let given = OwnNames.isOfOlderUnit(code) && PlaceNames.isLatin(name) ? nil : area.tags["name:en"]
    let foreign = given == nil && PlaceNames.isLatin(name) ? OwnNames.local(code, english: name, names) : nil
    let local = OwnNames.name(of: code, english: given ?? name, names) ?? foreign
    let isForeign = local != nil || names.local(code).map(PlaceNames.isLatin) == false
    let english = given ?? (isForeign ? name : nil)
    let tags = names.tags(of: code, name: local ?? name, english: english)
    return Boundary(tags: area.tags.merging(tags) { $1 }, lines: area.lines)
  }

  /// The objects of the layer.
  func objects() -> MapObjects {
    var builder = LayerBuilder()
    builder.add(boundaries)
    builder.add(lines: map.rivers)
    builder.add(map.regions)
    builder.add(cities)
    return builder.objects
  }
}

/// Creates objects with ids from boundaries and cities.
struct LayerBuilder {
  private(set) var objects = MapObjects()
  private var nodeIDs: [GridPoint: Int64] = [:]

  /// Adds areas as relations of shared arcs. Nodes are numbered along the arcs, since consecutive numbers take hardly
  /// any space.
  mutating func add(_ boundaries: [Boundary]) {
    let arcs = SharedArcs(boundaries).arcs.sorted {
      (HilbertCurve.position($0.points[0]), $0.points[0], $0.points[1])
        < (HilbertCurve.position($1.points[0]), $1.points[0], $1.points[1])
    }
    var members = [[OSMMember]](repeating: [], count: boundaries.count)
    for (index, arc) in arcs.enumerated() {
      let id = WorldLayer.firstWayID + Int64(index)
      let refs = arc.points.map { node(at: $0) }
      objects.ways.append(OSMWay(id: id, refs: refs))
      for owner in arc.owners { members[Int(owner)].append(OSMMember(.way, id)) }
    }
    for (index, boundary) in boundaries.enumerated() {
      // Without the type, no program would treat the relation as an area.
      let tags = boundary.tags.merging(["type": "boundary"]) { $1 }
      objects.relations.append(
        OSMRelation(id: WorldLayer.firstWayID + Int64(index), members: members[index], tags: tags))
    }
  }

  /// Adds lines as ways.
  mutating func add(lines: [Boundary]) {
    let parts = lines.flatMap { line in line.lines.filter { $0.count > 1 }.map { (tags: line.tags, points: $0) } }
    let sorted = parts.sorted {
      (HilbertCurve.position($0.points[0]), $0.points[0], $0.points[1])
        < (HilbertCurve.position($1.points[0]), $1.points[0], $1.points[1])
    }
    for part in sorted {
      let refs = part.points.map { node(at: $0) }
      objects.ways.append(
        OSMWay(id: WorldLayer.firstWayID + Int64(objects.ways.count), refs: refs, tags: part.tags))
    }
  }

  /// Adds names of regions as nodes.
  mutating func add(_ regions: [NamedRegion]) {
    let sorted = regions.sorted {
      (HilbertCurve.position($0.point), $0.tags["name"] ?? "") < (
        HilbertCurve.position($1.point), $1.tags["name"] ?? ""
      )
    }
    for region in sorted {
      objects.nodes.append(OSMNode(id: nextNodeID, x: region.point.x, y: region.point.y, tags: region.tags))
    }
  }

  /// Adds cities as nodes, in spatial order.
  mutating func add(_ cities: [City]) {
    for city in cities.sorted(by: { $0.order < $1.order }) { objects.nodes.append(city.node(id: nextNodeID)) }
  }

  private var nextNodeID: Int64 { WorldLayer.firstNodeID + Int64(objects.nodes.count) }

  private mutating func node(at point: GridPoint) -> Int64 {
    if let known = nodeIDs[point] { return known }
    let id = nextNodeID
    nodeIDs[point] = id
    objects.nodes.append(OSMNode(id: id, x: point.x, y: point.y))
    return id
  }
}

/// The Hilbert curve over the globe. Points that are close on the curve are close on the map, so that differences
/// between consecutive coordinates are small.
enum HilbertCurve {
  /// The position of a point on a curve of order 16.
  static func position(_ point: GridPoint) -> UInt32 {
    var x = UInt32(Globe.east(point.x) * 65_535 / Globe.turn)
    var y = UInt32(Globe.north(point.y) * 65_535 / Int64(Globe.halfTurn))
    var position: UInt32 = 0
    var side: UInt32 = 1 << 15
    while side > 0 {
      let right: UInt32 = x & side > 0 ? 1 : 0
      let up: UInt32 = y & side > 0 ? 1 : 0
      position &+= side &* side &* ((3 &* right) ^ up)
      // Rotates the quadrant so that the curve enters and leaves it on the right sides.
      if up == 0 {
        if right == 1 {
          x = 65_535 &- x
          y = 65_535 &- y
        }
        swap(&x, &y)
      }
      side >>= 1
    }
    return position
  }
}
