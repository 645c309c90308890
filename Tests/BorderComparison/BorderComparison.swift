import ArgumentParser
import BenchmarkKit
import Foundation
import GeoEngine
import GeoModel
import GeoTestKit

/// Compares the containing areas near borders with boundaries that another program assembled.
@main struct BorderComparison: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "border-comparison",
    abstract: "Compare the listed areas near borders with another program's boundaries.",
    discussion: """
      Draws points 1 to 100 m from random edges, always the same ones, counts at how many the areas differ, and prints those. The
      boundaries are made by

        osmium tags-filter EXTRACT wr/boundary=administrative -o borders.osm.pbf
        osmium export --add-unique-id=type_id --geometry-types=polygon -f geojsonseq borders.osm.pbf -o borders.geojsonseq
      """)

  @Argument(help: "The store.")
  var store: String

  @Argument(help: "The boundaries as lines of GeoJSON.")
  var boundaries: String

  @Argument(help: "How many points.")
  var count = 1_000

  func validate() throws {
    guard count > 0 else { throw ValidationError("the count must be 1 or more, not \(count)") }
  }

  func run() throws {
    try InputFiles.require([store, boundaries])
    let engine = try PlacemarkEngine(database: store)
    let boundaries = try Boundary.read(boundaries)
    guard !boundaries.isEmpty else {
      throw ValidationError("no boundary with an id in \(self.boundaries); export it with --add-unique-id=type_id")
    }
    var random = SeededGenerator(seed: 1_856)
    var differing = 0
    for _ in 0..<count {
      let point = randomPoint(near: boundaries.map(\.rings), &random)
      let expected = Set(boundaries.filter { $0.contains(point) }.map(\.source))
      let listed = try Self.listedAreas(point, engine)
      guard expected != listed else { continue }
      differing += 1
      let coordinate = Coordinate(point)
      print("\(coordinate.latitude),\(coordinate.longitude)", terminator: "")
      print(" missing \(Self.describe(expected.subtracting(listed)))", terminator: "")
      print(" extra \(Self.describe(listed.subtracting(expected)))")
    }
    print("\(count) points near \(boundaries.count) boundaries, \(count - differing) equal, \(differing) different")
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
