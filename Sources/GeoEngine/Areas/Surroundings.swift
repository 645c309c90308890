import GeoModel
import GeoStore

/// What contains a point, for faces that make addresses of their own: areas as rows, without names.
///
/// Points of one neighborhood share their surroundings, so whatever is made of them can be kept by ``identity``.
public struct Surroundings {
  let hierarchy: Hierarchy

  /// The areas of the extract that contain the point, coarse to fine; none of the world layer.
  public var areas: [StoredArea] { hierarchy.all.filter { !$0.isCoarse } }
  /// The country's area, perhaps of the world layer; nil at sea.
  public var country: StoredArea? { hierarchy.country }
  /// ISO 3166-1 alpha-2 of the country in capitals; nil at sea and where no country is known.
  public var countryCode: String? { hierarchy.countryCode }
  /// The area of the postal code; nil when no boundary tells it.
  public var postalArea: StoredArea? { hierarchy.postal }
  /// The same for all points with these surroundings, as long as somebody holds it.
  public var identity: AnyObject { hierarchy }
}

extension PlacemarkEngine {
  /// The store that the engine reads. It belongs to the engine's thread.
  public var reader: StoreReader { store }

  /// What contains a point.
  public func surroundings(of point: FixedPoint) throws(StoreError) -> Surroundings {
    let point = point.onOneSideOfTheAntimeridian
    let tile = try store.tile(containing: point)
    collectAreas(containing: point, in: tile)
    return Surroundings(hierarchy: try hierarchies.resolve(areaIDs, alternatives: tile.coarseAlternatives))
  }

  /// The postal code of the nearest house that has one, in the same city where its boundary is known; nil when there is none
  /// within 1,500 m.
  public func nearestPostalCode(to point: FixedPoint) throws(StoreError) -> String? {
    let hierarchy = try surroundings(of: point).hierarchy
    let bounds = hierarchy.city ?? hierarchy.county ?? hierarchy.state ?? hierarchy.country
    let found = try postalCodes.nearest(
      to: LocalProjection(origin: point), city: bounds?.id, country: hierarchy.countryCode)
    guard let found else { return nil }
    return PostalCodeFormat.whole(try store.name(found.code), inCountry: hierarchy.countryCode)
  }
}
