import GeoModel
import GeoStore

/// A settlement, or a part of one, within whose reach the asked point lies.
struct NearPlace {
  /// Its row.
  var id: PlaceID
  /// What kind of settlement.
  var kind: PlaceKind
  /// Whether it is from our own coarse layer.
  var isCoarse: Bool
  /// Meters from the asked point to it.
  var distanceMeters: Double
  /// The distance as a part of its reach, 0 to 1.
  var score: Double
}

extension NearPlace {
  /// Whether it may be the city: a settlement, or a district of the coarse layer, which has its city's name.
  var mayBeCity: Bool { kind.role == .city || isCoarse && kind == .district }

  /// No settlement reaches farther than this, in meters.
  private static let farthestMeters = 50_000.0
  /// Times a squared reach this is surely beyond it, however the two were rounded.
  private static let margin = 1.000001

  /// A settlement of a tile, seen from a point; nil when the point is beyond its reach.
  @inline(__always) init?(_ place: TilePlace, from projection: LocalProjection) {
    let reach = Double(place.reachMeters)
    let squaredMeters = projection.project(place.point).squaredLength
    // Most of those that reach a tile do not reach the point: they go before the root is drawn.
    guard squaredMeters <= reach * reach * NearPlace.margin else { return nil }
    let meters = squaredMeters.squareRoot()
    guard meters <= NearPlace.farthestMeters, meters / reach <= 1 else { return nil }
    self.init(id: place.id, kind: place.kind, isCoarse: place.isCoarse, distanceMeters: meters, score: meters / reach)
  }
}
