import GeoEngine
import GeoModel
import GeoStore

/// Finds the postal code of an address.
///
/// 1. Of the house or place itself. 2. Of the postal area around the asked point. 3. Of the street. 4. Of the nearest house.
/// Countries, states and counties have none.
final class PostalCodes {
  /// Knows houses with codes.
  private let engine: PlacemarkEngine
  private var nearest: [FixedPoint: String?] = [:]
  /// Places whose nearest code is kept.
  private static let capacity = 16_384
  /// The coarsest address rank that has a postal code: cities.
  private static let coarsestRank: UInt8 = 13

  /// Asks an engine.
  init(engine: PlacemarkEngine) { self.engine = engine }

  /// The code of an object's address; nil when none is known.
  func code(
    of object: KnownObject, parent: KnownObject?, _ situation: ResultBuilder.Situation
  ) throws(StoreError) -> String? {
    let tag = object.object.mainTag
    if tag.value == "postal_code" || tag.value == "postcode" { return nil }
    let rank = object.object.ranks.address
    if rank > 0, rank < PostalCodes.coarsestRank { return nil }
    let country = situation.surroundings.countryCode
    if let code = object.postalCode.flatMap({ engine.wholePostalCode($0, country: country) }) { return code }
    let isFine = object.object.ranks.search > 25
    if isFine, let area = situation.surroundings.postalArea { return try engine.reader.name(area.name) }
    if let code = parent?.postalCode.flatMap({ engine.wholePostalCode($0, country: country) }) { return code }
    let place = object.form == .line ? PlaneGeometry.nearest(to: situation.point, on: object.line ?? []) : object.center
    return try nearest(to: place, situation.surroundings)
  }

  /// The code of the postal area or of the nearest house; what was found for a place is kept.
  func nearest(to point: FixedPoint, _ surroundings: Surroundings) throws(StoreError) -> String? {
    if let area = surroundings.postalArea { return try engine.reader.name(area.name) }
    if let known = nearest[point] { return known }
    let code = try engine.nearestPostalCode(to: point, withinMeters: Reach.postalCode)
    if nearest.count >= PostalCodes.capacity { nearest.removeAll(keepingCapacity: true) }
    nearest[point] = .some(code)
    return code
  }
}
