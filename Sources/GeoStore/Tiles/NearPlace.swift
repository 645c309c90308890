import GeoModel

/// A settlement, or a part of one, within whose reach a point lies.
public struct NearPlace: BitwiseCopyable, Sendable {
  /// Its row.
  public let id: PlaceID
  /// The kind of settlement.
  public let kind: PlaceKind
  /// Whether it is from the coarse world layer.
  public let isCoarse: Bool
  /// Meters from the point to it.
  public let distanceMeters: Double
  /// The distance divided by its reach, 0 to 1.
  public let score: Double
}

extension TilePlaces {
  /// The limit of any settlement's reach, in meters.
  private static let farthestMeters = 50_000.0
  /// A squared distance that exceeds the squared reach by this factor is beyond the reach regardless of rounding.
  private static let margin = 1.000001

  /// Appends the settlements within whose reach a point lies, in their order.
  ///
  /// - Parameter projection: the projection around the point.
  public func append(reaching projection: LocalProjection, to near: inout [NearPlace]) {
    var iterator = makeIterator()
    while let place = iterator.next() {
      let reach = Double(place.reachMeters)
      let squaredMeters = projection.project(place.point).squaredLength
      // Most settlements that reach the tile do not reach the point. They are excluded before the square root is
      // computed.
      guard squaredMeters <= reach * reach * TilePlaces.margin else { continue }
      let meters = squaredMeters.squareRoot()
      guard meters <= TilePlaces.farthestMeters, meters / reach <= 1 else { continue }
      near.append(
        NearPlace(
          id: place.id, kind: place.kind, isCoarse: place.isCoarse, distanceMeters: meters, score: meters / reach))
    }
  }
}
