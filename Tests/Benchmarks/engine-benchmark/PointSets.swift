import BenchmarkKit
import GeoEngine
import GeoModel
import GeoStore
import GeoTestKit

/// The location of a measurement's points.
enum Scenario: String, CaseIterable {
  /// 20 to 30 m around addresses.
  case towns
  /// In tiles with streets, with no address in the tile within 250 m.
  case country
  /// In lakes, rivers and oceans, which are the answers there.
  case water
  /// Up to 100 m around vertices of the data's boundaries, without those of the coarse world layer.
  case borders
  /// Anywhere on the globe, mostly where only the world layer has data.
  case far
  /// A mixture of all other scenarios that the store has, a fifth of each, shuffled.
  case mixed
}

/// Draws points from a store, always the same ones for the same store.
struct PointSets {
  private var random = SeededGenerator(seed: 20_221_215)
  private let path: String
  private var houses: [FixedPoint] = []
  /// Boxes of tiles with streets, each with the points of its addresses.
  private var streetTiles: [(box: FixedBox, houses: [FixedPoint])] = []
  private var corners: [FixedPoint] = []
  /// Boxes of lakes, rivers and seas.
  private var waters: [FixedBox] = []

  /// - Parameter path: the store.
  init(path: String) throws {
    self.path = path
    let store = try StoreReader(path: path)
    var areas = Set<AreaID>()
    try store.forEachTile(in: .world) { tile in
      let points = tile.addresses.map(\.point)
      houses += points
      if !tile.streets.isEmpty { streetTiles.append((tile.box, points)) }
      for piece in tile.pieces {
        if case .area(let id) = piece.owner { areas.insert(id) }
      }
      return true
    }
    for id in areas.sorted(by: { $0.rawValue < $1.rawValue }) {
      let area = try store.area(id)
      if area.kind == .inlandWater || area.kind == .ocean {
        waters.append(area.box)
      } else if !area.isCoarse {
        corners += try store.boundary(of: id).flatMap { $0.flatMap { $0 } }
      }
    }
  }

  /// The points of a scenario; fewer than requested, or none, where the store has no such places.
  mutating func points(_ scenario: Scenario, count: Int) throws -> [Coordinate] {
    switch scenario {
    case .towns: houses.isEmpty ? [] : (0..<count).map { _ in random.point(around: houses, meters: 20...30) }
    case .country: country(count)
    case .water: try water(count)
    case .borders: corners.isEmpty ? [] : (0..<count).map { _ in random.point(around: corners, meters: 0...100) }
    case .far: (0..<count).map { _ in anywhere(in: .world) }
    case .mixed:
      try Scenario.allCases.filter { $0 != .mixed }.flatMap { try points($0, count: count / 5) }
        .shuffled(using: &random)
    }
  }

  private mutating func country(_ count: Int) -> [Coordinate] {
    guard !streetTiles.isEmpty else { return [] }
    var points: [Coordinate] = []
    // Bounded, because a store may contain only towns.
    for _ in 0..<count * 20 where points.count < count {
      let tile = streetTiles[Int.random(in: 0..<streetTiles.count, using: &random)]
      let coordinate = anywhere(in: tile.box)
      let projection = LocalProjection(origin: FixedPoint(coordinate))
      if tile.houses.allSatisfy({ projection.project($0).squaredLength > 250 * 250 }) { points.append(coordinate) }
    }
    return points
  }

  private mutating func water(_ count: Int) throws -> [Coordinate] {
    let engine = try PlacemarkEngine(database: path)
    var points: [Coordinate] = []
    for _ in 0..<(waters.isEmpty ? 0 : count * 5) where points.count < count {
      let coordinate = anywhere(in: waters[Int.random(in: 0..<waters.count, using: &random)])
      let placemark = try? engine.placemarks(for: PlacemarkQuery(coordinate: coordinate)).first
      if placemark?.inlandWater != nil || placemark?.ocean != nil { points.append(coordinate) }
    }
    return points
  }

  private mutating func anywhere(in box: FixedBox) -> Coordinate {
    let x = Int32.random(in: box.minX...box.maxX, using: &random)
    let y = Int32.random(in: box.minY...box.maxY, using: &random)
    return Coordinate(FixedPoint(x: x, y: y))
  }
}
