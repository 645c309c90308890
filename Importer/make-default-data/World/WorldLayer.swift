import GeoModel
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

/// Gives boundaries and cities ids and makes objects of them.
struct LayerBuilder {
  private(set) var objects = MapObjects()
  private var nodeIDs: [GridPoint: Int64] = [:]

  /// Adds areas as relations of shared arcs. Nodes are numbered along the arcs: consecutive numbers cost next to nothing.
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
      // Without the type no program takes the relation for an area.
      let tags = boundary.tags.merging(["type": "boundary"]) { $1 }
      objects.relations.append(
        OSMRelation(id: WorldLayer.firstWayID + Int64(index), members: members[index], tags: tags))
    }
  }

  /// Adds cities as nodes, in the order of space.
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

/// The Hilbert curve over the globe: points that are near on the curve are near on the map, so that differences between
/// consecutive coordinates are small.
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
      // Turn the quadrant so that the curve enters and leaves it on the right sides.
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
