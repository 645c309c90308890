import Foundation
import GeoEngine
import GeoModel

/// Compares the listed areas near borders with boundaries that another program assembled.
///
///     osmium tags-filter EXTRACT wr/boundary=administrative -o borders.osm.pbf
///     osmium export --add-unique-id=type_id --geometry-types=polygon -f geojsonseq borders.osm.pbf -o borders.geojsonseq
///     swift run -c release border-comparison STORE borders.geojsonseq [POINTS]
///
/// Draws points 1 to 100 m from random edges, always the same ones, counts at how many the areas differ, and prints those.
@main struct BorderComparison {
  static func main() throws {
    let arguments = CommandLine.arguments
    guard arguments.count == 3 || arguments.count == 4 else {
      print("usage: border-comparison STORE borders.geojsonseq [POINTS]")
      exit(2)
    }
    let engine = try PlacemarkEngine(database: arguments[1])
    let boundaries = try Boundary.read(arguments[2])
    guard !boundaries.isEmpty else {
      print("no boundary with an id in \(arguments[2]); export it with --add-unique-id=type_id")
      exit(1)
    }
    let count = arguments.count == 4 ? Int(arguments[3]) ?? 1_000 : 1_000
    var random = Generator(state: 1_856)
    var differing = 0
    for _ in 0..<count {
      let point = randomPoint(near: boundaries, &random)
      let expected = Set(boundaries.filter { $0.contains(point) }.map(\.source))
      let listed = try listedAreas(point, engine)
      guard expected != listed else { continue }
      differing += 1
      let coordinate = Coordinate(point)
      print("\(coordinate.latitude),\(coordinate.longitude)", terminator: "")
      print(" missing \(describe(expected.subtracting(listed)))", terminator: "")
      print(" extra \(describe(listed.subtracting(expected)))")
    }
    print("\(count) points near \(boundaries.count) boundaries, \(count - differing) equal, \(differing) different")
  }

  /// A point 1 to 100 m to the side of a random edge.
  private static func randomPoint(near boundaries: [Boundary], _ random: inout Generator) -> FixedPoint {
    let ring = boundaries.randomElement(using: &random)!.rings.randomElement(using: &random)!
    let index = Int.random(in: 1..<ring.count, using: &random)
    let projection = LocalProjection(origin: ring[index - 1])
    let end = projection.project(ring[index])
    let part = Double.random(in: 0...1, using: &random)
    let angle = Double.random(in: 0..<2 * .pi, using: &random)
    let meters = Double.random(in: 1...100, using: &random)
    return projection.unproject(
      LocalPoint(x: end.x * part + cos(angle) * meters, y: end.y * part + sin(angle) * meters))
  }

  private static func listedAreas(_ point: FixedPoint, _ engine: PlacemarkEngine) throws -> Set<SourceReference> {
    var query = PlacemarkQuery(coordinate: Coordinate(point))
    query.includesAreas = true
    query.detail = .suburb
    var found: [Placemark] = []
    do { found = try engine.placemarks(for: query) } catch {
      guard error.code == .placemarkNotFound else { throw error }
    }
    let areas = found.first?.areas ?? []
    return Set(areas.filter { $0.kind == .administrative }.compactMap(\.source))
  }

  private static func describe(_ sources: Set<SourceReference>) -> String {
    "[" + sources.map { "\($0.type.rawValue)/\($0.id)" }.sorted().joined(separator: " ") + "]"
  }
}

/// A small generator with a fixed seed (SplitMix64, Steele, Lea and Flood 2014).
struct Generator: RandomNumberGenerator {
  var state: UInt64
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
