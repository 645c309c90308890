import Foundation
import GeoMapLayer
import GeoModel
import GeoStore
import GeoTestKit
import Testing

@testable import GeoImport

/// An extract with known places.
struct Coast: CustomTestStringConvertible {
  var file: String
  var land: [(latitude: Double, longitude: Double)]
  var sea: [(latitude: Double, longitude: Double)]
  /// Places on land beyond the edge of the extract, which must not be sea.
  var beyond: [(latitude: Double, longitude: Double)] = []
  /// Whether the extract is cut so closely that its own coastlines end within it.
  ///
  /// Nearby water then has other tags or comes from the world layer.
  var isCutClosely = false
  /// The examined radius around the first place on land, in degrees.
  var reach: Double
  var testDescription: String { file }
}

@Suite("Land and sea of real coasts")
struct CoastTests {
  /// By default only the smallest one, because the others take long in a debug build.
  static var coasts: [Coast] {
    let all = [
      Coast(
        file: "monaco-2026-03-10", land: [(43.7392, 7.4277), (43.7314, 7.4197)],
        sea: [(43.7352, 7.4245), (43.728, 7.435)], beyond: [(43.737, 7.39), (43.75, 7.37), (43.77, 7.42)],
        reach: 0.4),
      Coast(
        file: "helsinki-centre-2019-04-21", land: [(60.1699, 24.9384)], sea: [(60.1662, 24.956)],
        isCutClosely: true, reach: 0.4),
      Coast(
        file: "san-francisco-downtown-2023-07-22", land: [(37.7793, -122.4193), (37.788, -122.4075)],
        sea: [(37.8, -122.385), (37.787, -122.38)], beyond: [(37.7925, -122.4475), (37.79, -122.46)], reach: 0.4),
      Coast(
        file: "malta-2016-11-09", land: [(35.909, 14.426), (36.044, 14.239)],
        sea: [(35.98, 14.45), (35.8935, 14.5165)],
        reach: 0.4),
    ]
    return isLong ? all : Array(all.prefix(1))
  }

  private static var isLong: Bool { ProcessInfo.processInfo.environment["GEOCODE_LONG_TESTS"] != nil }

  /// The contents of the squares of a level.
  private struct Level {
    var tiles: [MapTile] = []

    init(_ level: Int, _ reader: StoreReader, _ coast: Coast) throws {
      func corner(_ sign: Double) throws -> MapPoint {
        MapPoint(
          try Coordinate(
            latitude: coast.land[0].latitude - sign * coast.reach,
            longitude: coast.land[0].longitude + sign * coast.reach))
      }
      let side = MapSize.world.width / Double(1 << level)
      let (first, last) = (try corner(-1), try corner(1))
      for y in Int(first.y / side)...Int(last.y / side) {
        for x in Int(first.x / side)...Int(last.x / side) {
          if let tile = try reader.mapTile(MapCell(level: level, x: x, y: y)) { tiles.append(tile) }
        }
      }
    }

    /// The share of the world that a kind covers.
    func area(_ kind: MapKind) -> Double {
      tiles.reduce(0) { sum, tile in
        let unit = 1 / Double(tile.extent) / Double(1 << tile.cell.level)
        return sum + rings(tile, kind).reduce(0) { $0 + CoastTests.area($1) } * unit * unit
      }
    }

    /// Whether a kind covers a place, by going around it an odd number of times.
    func covers(_ kind: MapKind, _ place: (latitude: Double, longitude: Double)) throws -> Bool {
      let point = MapPoint(try Coordinate(latitude: place.latitude, longitude: place.longitude))
      return tiles.contains { tile in
        let side = MapSize.world.width / Double(1 << tile.cell.level)
        let x = (point.x / side - Double(tile.cell.x)) * Double(tile.extent)
        let y = (point.y / side - Double(tile.cell.y)) * Double(tile.extent)
        guard x >= 0, y >= 0, x < Double(tile.extent), y < Double(tile.extent) else { return false }
        return CoastTests.contains(rings(tile, kind), x, y)
      }
    }

    private func rings(_ tile: MapTile, _ kind: MapKind) -> [ArraySlice<MapGridPoint>] {
      tile.features.filter { $0.kind == kind }.flatMap { $0.parts.map { tile.points[tile.parts[Int($0)]] } }
    }

    /// The number of buildings, and of those whose first vertex is in the sea.
    func buildings() -> (all: Int, drowned: Int) {
      var (all, drowned) = (0, 0)
      for tile in tiles {
        let sea = rings(tile, .sea)
        for ring in rings(tile, .building) {
          all += 1
          if let first = ring.first, CoastTests.contains(sea, Double(first.x) + 0.3, Double(first.y) + 0.3) {
            drowned += 1
          }
        }
      }
      return (all, drowned)
    }
  }

  private static func area(_ ring: ArraySlice<MapGridPoint>) -> Double {
    guard var p = ring.last else { return 0 }
    var area = 0.0
    for q in ring {
      area += Double(p.x) * Double(q.y) - Double(q.x) * Double(p.y)
      p = q
    }
    return area / 2
  }

  private static func contains(_ rings: [ArraySlice<MapGridPoint>], _ x: Double, _ y: Double) -> Bool {
    var isInside = false
    for ring in rings {
      guard var p = ring.last else { continue }
      for q in ring {
        let (py, qy) = (Double(p.y), Double(q.y))
        if (py > y) != (qy > y), Double(p.x) + Double(q.x - p.x) * (y - py) / (qy - py) < x { isInside.toggle() }
        p = q
      }
    }
    return isInside
  }

  @Test(
    "known places are on land or in the sea at each level, no town is flooded",
    .enabled(if: SharedData.isAvailable, "\(SharedData.missing)"), arguments: CoastTests.coasts)
  func knownPlaces(_ coast: Coast) throws {
    let folder = TemporaryFolder()
    // Where a coast ends in an extract, the world layer continues it. On its own, the whole extract lies within its own
    // coast.
    let world = Self.isLong ? SharedData.packageRoot + "/data/world.osm.pbf" : nil
    var options = ImportOptions(threads: 2, worldLayer: world)
    options.includesFeatures = false
    options.includesObjects = false
    let path = folder.file("coast.sqlite")
    _ = try Importer(options).run(extracts: [SharedData.path(coast.file + ".osm.pbf")], output: path)
    let reader = try StoreReader(path: path)
    let finest = try Level(14, reader, coast)
    let (sea, land) = (finest.area(.sea), finest.area(.land))
    #expect(sea > 0 && land < 0, "rings around land go the other way")
    let buildings = finest.buildings()
    #expect(buildings.all > 500 && buildings.drowned * 100 < buildings.all, "\(buildings)")
    for number in MapCell.levels where number >= 8 {
      let level = try Level(number, reader, coast)
      if number >= 10 {
        #expect(abs(level.area(.sea) / sea - 1) < 0.03 && abs(level.area(.land) / land - 1) < 0.03, "level \(number)")
      }
      for place in coast.land {
        #expect(try !level.covers(.sea, place), "\(place) at level \(number)")
        if !coast.isCutClosely { #expect(try level.covers(.land, place), "\(place) at level \(number)") }
      }
      for place in coast.beyond { #expect(try !level.covers(.sea, place), "\(place) at level \(number)") }
      guard number >= 10 else { continue }
      for place in coast.sea {
        let isWater = try coast.isCutClosely && level.covers(.water, place)
        #expect(
          try isWater || level.covers(.sea, place) && !level.covers(.land, place), "\(place) at level \(number)")
      }
    }
  }
}
