import GeoModel
import GeoStore

/// A settlement known as a point that names the city, suburb or neighborhood of the asked point.
struct Settlement {
  /// The place's row.
  var place: StoredPlace
  /// Metres from the asked point to it.
  var distanceMeters: Double
}

/// Names the parts of an address that no boundary names from the place nodes around.
///
/// 1. A settlement counts within its reach, which grows with its kind.
/// 2. It must lie in the same real country, state and county as the asked point, and in no municipality that does not
///    contain the point.
/// 3. Among those that are left the one with the least distance in proportion to its reach wins: in a hamlet outside the
///    gates of a town the hamlet is near its own middle, and the town is not.
/// 4. Coarse settlements count only where no real one does.
struct SettlementChooser {
  /// The store that knows the places.
  let store: StoreReader
  /// Metres around the asked point.
  let projection: LocalProjection
  /// The areas of the asked point.
  let hierarchy: Hierarchy

  /// The best settlement for a field; nil when none is within reach.
  ///
  /// - Parameters:
  ///   - role: the field to fill.
  ///   - places: the settlements near the point's tile.
  ///   - excluded: a name that would only repeat a coarser field.
  func best(for role: AddressRole, among places: [TilePlace], excluding excluded: NameID?) throws(StoreError)
    -> Settlement?
  {
    var best: Settlement?
    var bestScore = 1.0
    for candidate in places where fits(candidate.kind, role) {
      let distance = projection.project(candidate.point).squaredLength.squareRoot()
      guard distance <= SettlementChooser.farthestMeters else { continue }
      let place = try store.place(candidate.id)
      let score = distance / Double(place.reachMeters)
      guard score <= 1, isBetter(place, score, than: best, bestScore), place.name != excluded else { continue }
      guard try isInSameAreas(place) else { continue }
      best = Settlement(place: place, distanceMeters: distance)
      bestScore = score
    }
    return best
  }

  /// No settlement reaches farther than this, in metres.
  private static let farthestMeters = 50_000.0

  private func isBetter(_ place: StoredPlace, _ score: Double, than best: Settlement?, _ bestScore: Double) -> Bool {
    guard let best else { return true }
    return place.isCoarse == best.place.isCoarse ? score < bestScore : best.place.isCoarse
  }

  /// Whether a kind of settlement can fill a field. A village within a town's boundary is a part of that town.
  private func fits(_ kind: PlaceKind, _ role: AddressRole) -> Bool {
    if kind.role == role { return true }
    guard role == .suburb, hierarchy.city != nil else { return false }
    return kind == .village || kind == .hamlet
  }

  private func isInSameAreas(_ place: StoredPlace) throws(StoreError) -> Bool {
    if let code = place.countryCode, let country = hierarchy.countryCode, code != country { return false }
    for bound in hierarchy.bounds where !place.areas.contains(bound) { return false }
    if let city = hierarchy.city, !city.isCoarse, city.kind == .administrative {
      return place.areas.contains(city.id)
    }
    let facts = AdminLevels.facts(for: hierarchy.countryCode)
    for id in place.areas where !hierarchy.all.contains(where: { $0.id == id }) {
      let area = try store.area(id)
      if !area.isCoarse, facts.role(ofLevel: Int(area.level)) == .city { return false }
    }
    return true
  }
}
