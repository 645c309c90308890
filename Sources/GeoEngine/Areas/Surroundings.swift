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
    return Surroundings(hierarchy: try hierarchy(of: point, in: tile))
  }

  /// The postal code of the nearest house that has one, in the same city where its boundary is known, else in the same country;
  /// nil when there is none within a distance.
  public func nearestPostalCode(to point: FixedPoint, withinMeters reach: Double) throws(StoreError) -> String? {
    let hierarchy = try surroundings(of: point).hierarchy
    let projection = LocalProjection(origin: point)
    let country = hierarchy.countryCode
    let bounds = hierarchy.digest.postalBounds
    var found = try postalCodes.nearest(to: projection, city: bounds, country: country, withinMeters: reach)
    if found == nil {
      let wider = hierarchy.country?.id
      found = try postalCodes.nearest(to: projection, city: wider, country: country, withinMeters: reach)
    }
    guard let found else { return nil }
    return wholePostalCode(try store.name(found.code), country: country)
  }

  /// A postal code as its country writes it; nil for what is no whole code there.
  ///
  /// - Parameter country: ISO 3166-1 alpha-2 in capitals.
  public func wholePostalCode(_ code: String, country: String?) -> String? {
    PostalCodeFormat.whole(code, inCountry: country)
  }
}
