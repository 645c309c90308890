import GeoEngine
import GeoModel
import GeoStore

/// A house number between two known ones.
struct FoundInterpolation {
  /// The stretch's row.
  var id: InterpolationID
  /// The stretch.
  var stretch: StoredInterpolation
  /// The number and its place.
  var number: InterpolatedNumber
  /// Meters from the point to the stretch.
  var distanceMeters: Double
}

/// Finds the nearest `addr:interpolation` stretch and the number on it.
struct InterpolationSearch {
  let store: StoreReader
  /// Whether the store has any stretch at all.
  private let isEmpty: Bool

  /// A search in a store.
  init(store: StoreReader) {
    self.store = store
    isEmpty = store.info.counts.first { $0.table == "interpolation" }?.rows == 0
  }

  /// The number nearest to a point; nil when no stretch is within reach.
  ///
  /// - Parameter street: the name of the street that the stretch must belong to; nil for any.
  func number(
    near point: FixedPoint, withinMeters reach: Double, street: String?
  ) throws(StoreError) -> FoundInterpolation? {
    if isEmpty { return nil }
    let projection = LocalProjection(origin: point)
    guard let (id, meters) = try nearest(to: projection, reach, street) else { return nil }
    let stretch = try store.interpolation(id)
    guard let number = InterpolatedNumber(on: stretch, nearestTo: projection) else { return nil }
    return FoundInterpolation(id: id, stretch: stretch, number: number, distanceMeters: meters)
  }

  /// The nearest stretch and its distance in meters, by the parts of stretches in the tiles around.
  private func nearest(
    to projection: LocalProjection, _ reach: Double, _ street: String?
  ) throws(StoreError) -> (InterpolationID, Double)? {
    var best: (id: InterpolationID, squared: Double)?
    for box in SearchBoxes(around: projection.origin, radiusMeters: reach) {
      try store.forEachTile(in: box) { tile throws(StoreError) in
        for part in tile.interpolations {
          let squared = InterpolationSearch.squaredMeters(
            tile.points[Int(part.line.lowerBound)..<Int(part.line.upperBound)], projection)
          guard squared <= reach * reach, squared < best?.squared ?? .infinity else { continue }
          if let street, try !isNamed(part.street, street) { continue }
          best = (part.id, squared)
        }
        return true
      }
    }
    return best.map { ($0.id, $0.squared.squareRoot()) }
  }

  /// Whether a stretch belongs to a street.
  private func isNamed(_ name: NameID?, _ street: String) throws(StoreError) -> Bool {
    guard let name else { return false }
    return StreetName.isSame(try store.name(name), street)
  }

  /// The squared distance of a part of a stretch.
  private static func squaredMeters(_ line: some Collection<FixedPoint>, _ projection: LocalProjection) -> Double {
    var best = Double.infinity
    for (from, to) in zip(line, line.dropFirst()) {
      let place = projection.project(from).nearestToOrigin(onSegmentTo: projection.project(to))
      best = min(best, place.squaredLength)
    }
    return best
  }
}
