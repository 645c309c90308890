import GeoModel

/// A settlement, or a part of one, within whose reach a point lies.
public struct NearPlace: BitwiseCopyable, Sendable {
  /// Its row.
  public let id: PlaceID
  /// What kind of settlement.
  public let kind: PlaceKind
  /// Whether it is from our own coarse layer.
  public let isCoarse: Bool
  /// Meters from the point to it.
  public let distanceMeters: Double
  /// The distance as a part of its reach, 0 to 1.
  public let score: Double
}

extension TilePlaces {
  /// No settlement reaches farther than this, in meters.
  private static let farthestMeters = 50_000.0
  /// Times a squared reach this is surely beyond it, however the two were rounded.
  private static let margin = 1.000001

  /// Adds those within whose reach a point lies, in their order.
  ///
  /// - Parameter projection: around the point.
  public func append(reaching projection: LocalProjection, to near: inout [NearPlace]) {
    var iterator = makeIterator()
    while let place = iterator.next() {
      let reach = Double(place.reachMeters)
      let squaredMeters = projection.project(place.point).squaredLength
      // Most of those that reach a tile do not reach the point: they go before the root is drawn.
      guard squaredMeters <= reach * reach * TilePlaces.margin else { continue }
      let meters = squaredMeters.squareRoot()
      guard meters <= TilePlaces.farthestMeters, meters / reach <= 1 else { continue }
      near.append(
        NearPlace(
          id: place.id, kind: place.kind, isCoarse: place.isCoarse, distanceMeters: meters, score: meters / reach))
    }
  }
}
