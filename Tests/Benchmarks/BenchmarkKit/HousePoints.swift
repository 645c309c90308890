import ArgumentParser
import GeoConsole
import GeoModel
import GeoStore
import GeoSupport
import GeoTestKit

/// Draws random points around the addresses of a store, always the same ones for the same store.
package struct HousePoints {
  private let houses: [FixedPoint]
  private var random = SeededGenerator(seed: 20_221_215)

  /// Points around the addresses of a store.
  ///
  /// - Parameter region: the box of the addresses; nil: all.
  /// - Throws: exit status 65 when there are no addresses; errors of the store.
  package init(store path: String, in region: FixedBox? = nil) throws {
    let store = try StoreReader(path: path)
    var houses: [FixedPoint] = []
    try store.forEachTile(in: region ?? store.info.bounds ?? .world) { tile in
      houses += tile.addresses.lazy.map(\.point).filter { region?.contains($0) ?? true }
      return true
    }
    guard !houses.isEmpty else {
      StandardError.writeLine("Error: \(path) has no addresses\(region == nil ? "" : " in the region")")
      throw ExitCode(ExitStatus.badData.rawValue)
    }
    self.houses = houses
  }

  /// A point 20 to 30 m from an address, the usual distance of people from a door.
  package mutating func next() -> Coordinate { random.point(around: houses, meters: 20...30) }

  /// The next points.
  package mutating func next(_ count: Int) -> [Coordinate] { (0..<count).map { _ in next() } }
}

extension SeededGenerator {
  /// A point in a random direction from one of the centers.
  ///
  /// - Parameters:
  ///   - centers: one or more points.
  ///   - meters: the distance from the center.
  package mutating func point(around centers: [FixedPoint], meters: ClosedRange<Double>) -> Coordinate {
    let center = centers[Int.random(in: 0..<centers.count, using: &self)]
    let angle = Double.random(in: 0..<2 * .pi, using: &self)
    let distance = Double.random(in: meters, using: &self)
    let place = LocalPoint(x: cos(angle) * distance, y: sin(angle) * distance)
    return Coordinate(LocalProjection(origin: center).unproject(place))
  }
}
