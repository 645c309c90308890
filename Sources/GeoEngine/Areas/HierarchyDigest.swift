import GeoStore

/// What every answer asks of the areas around a point, in a few bytes: their rows with all their texts are only read where the
/// words of an answer are made.
struct HierarchyDigest {
  /// What every answer asks of the area that is the city.
  struct City {
    /// Its row.
    var id: AreaID
    /// Its name.
    var name: NameID
    /// Whether it is from our own coarse layer.
    var isCoarse: Bool
    /// Whether it is a real boundary, which the city's settlements lie in.
    var isBoundary: Bool
  }

  /// The city; nil when no area says it.
  private(set) var city: City?
  /// The finest area that bounds the search for a house with a postal code; nil when not even the country is known.
  private(set) var postalBounds: AreaID?
  /// The country, when it is coarse.
  private(set) var coarseCountry: AreaID?
  /// The state, when it is coarse.
  private(set) var coarseState: AreaID?
  /// Whether an area is the suburb.
  private(set) var hasSuburb = false
  /// Whether an area is the neighborhood.
  private(set) var hasNeighborhood = false
  /// Whether the point lies on a lake, river or sea.
  private(set) var isOnWater = false
  /// Whether something finer than the country is known.
  private(set) var isFinerThanCountry = false

  /// A digest of nothing.
  init() {}

  /// The digest of areas that have their roles.
  init(_ areas: Hierarchy) {
    city = areas.city.map {
      City(
        id: $0.id, name: $0.name, isCoarse: $0.isCoarse, isBoundary: !$0.isCoarse && $0.kind == .administrative)
    }
    postalBounds = (areas.city ?? areas.county ?? areas.state ?? areas.country)?.id
    coarseCountry = areas.country.flatMap { $0.isCoarse ? $0.id : nil }
    coarseState = areas.state.flatMap { $0.isCoarse ? $0.id : nil }
    hasSuburb = areas.suburb != nil
    hasNeighborhood = areas.neighborhood != nil
    isOnWater = areas.inlandWater != nil || areas.ocean != nil
    isFinerThanCountry = areas.isFinerThanCountry
  }
}
