import GeoLocale
import GeoModel
import GeoStore

/// The map data around a point, object by object: the evidence for or against an answer.
struct Surroundings {
  /// A house around the point.
  struct House {
    var row: StoredAddress
    var distanceMeters: Double
  }
  /// A named way around the point.
  struct Way {
    var source: SourceReference
    var name: String
    var distanceMeters: Double
    /// Whether a person cannot be on it: a tunnel, or a motorway.
    var isOutOfReach: Bool
  }

  /// Houses within 3 km, nearest first.
  private(set) var houses: [House] = []
  /// Ways within 200 m, nearest first.
  private(set) var ways: [Way] = []
  private let store: StoreReader

  init(of coordinate: Coordinate, in store: StoreReader) throws {
    self.store = store
    let projection = LocalProjection(origin: FixedPoint(coordinate))
    var addresses: [TileAddress] = []
    var streets: [(street: TileStreet, meters: Double)] = []
    try store.forEachTile(in: Surroundings.box(around: projection, meters: 3_000)) { tile in
      addresses += tile.addresses
      for street in tile.streets {
        let line = tile.vertices(of: street.line).map(projection.project)
        let meters = Surroundings.meters(to: line)
        if meters <= 200 { streets.append((street, meters)) }
      }
      return true
    }
    for address in addresses {
      let meters = projection.project(address.point).squaredLength.squareRoot()
      if meters <= 3_000 { houses.append(House(row: try store.address(address.id), distanceMeters: meters)) }
    }
    for (street, meters) in streets {
      ways.append(
        Way(
          source: try store.street(street.id).source, name: try store.name(street.name), distanceMeters: meters,
          isOutOfReach: street.layer < 0 || street.kind == .motorway))
    }
    houses.sort { $0.distanceMeters < $1.distanceMeters }
    ways.sort { $0.distanceMeters < $1.distanceMeters }
  }

  /// The house of an object such as `way/149930917`.
  func house(_ object: String) -> House? { houses.first { $0.row.source.text == object } }

  /// The distance of the nearest way with a name; nil beyond 200 m.
  func meters(toWay name: String) -> Double? {
    ways.first { NameFolding.key(for: $0.name) == NameFolding.key(for: name) }?.distanceMeters
  }

  /// The nearest house with a postal code, ignoring separators; nil when there is none within 3 km.
  func house(withCode code: String) throws -> House? {
    let wanted = bare(code)
    for house in houses {
      if let name = house.row.postalCode, bare(try store.name(name)) == wanted { return house }
    }
    return nil
  }

  /// The text of a name.
  func text(_ name: NameID?) throws -> String? {
    guard let name else { return nil }
    return try store.name(name)
  }

  private func bare(_ code: String) -> String { code.uppercased().filter { $0 != " " && $0 != "-" } }

  private static func meters(to line: [LocalPoint]) -> Double {
    var best = line.first?.squaredLength ?? .infinity
    for (from, to) in zip(line, line.dropFirst()) {
      best = min(best, from.nearestToOrigin(onSegmentTo: to).squaredLength)
    }
    return best.squareRoot()
  }

  private static func box(around projection: LocalProjection, meters: Double) -> FixedBox {
    let corner = projection.unproject(LocalPoint(x: -meters, y: -meters))
    let other = projection.unproject(LocalPoint(x: meters, y: meters))
    return FixedBox(minX: corner.x, minY: corner.y, maxX: other.x, maxY: other.y)
  }
}

extension SourceReference {
  /// Type and id as the reference writes them.
  var text: String { "\(type.rawValue)/\(id)" }
}
