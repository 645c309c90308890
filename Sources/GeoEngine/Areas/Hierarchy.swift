import GeoStore

/// The areas that contain a point, each in its role, consistent from the country down to the neighborhood.
///
/// Points of one neighborhood share their areas, so a hierarchy is built once and then found by its list of areas. A
/// class, so that a cache hit copies nothing.
///
/// The fields that every query needs come first and are small. The rows of the areas are used only for rarer needs.
final class Hierarchy {
  /// A number that no other hierarchy of its resolver has.
  let number: UInt64
  /// The areas that make this hierarchy.
  let key: AreaKey
  /// The fields that the areas give to placemarks, for the latest languages and details.
  @exclusivity(unchecked) var fields = AreaFieldsList()
  /// ISO 3166-1 alpha-2 of the country; nil at sea and where no country is known.
  @exclusivity(unchecked) var countryCode: String?
  /// The facts about the areas that every query needs.
  @exclusivity(unchecked) private(set) var digest = HierarchyDigest()
  /// The placemark's `areas`, coarse to fine: all areas of the extract that contain the point, and the believed ones of
  /// the coarse layer.
  @exclusivity(unchecked) var all: [StoredArea] = []
  /// The country's area.
  @exclusivity(unchecked) var country: StoredArea?
  /// The first-level subdivision.
  @exclusivity(unchecked) var state: StoredArea?
  /// The county or its equivalent.
  @exclusivity(unchecked) var county: StoredArea?
  /// The municipality, or the county or state that is a city itself.
  @exclusivity(unchecked) var city: StoredArea?
  /// The part of the city.
  @exclusivity(unchecked) var suburb: StoredArea?
  /// The finest named part.
  @exclusivity(unchecked) var neighborhood: StoredArea?
  /// The postal code's area.
  @exclusivity(unchecked) var postal: StoredArea?
  /// The smallest lake or river.
  @exclusivity(unchecked) var inlandWater: StoredArea?
  /// The smallest bay or sea.
  @exclusivity(unchecked) var ocean: StoredArea?
  /// A sea of the coarse layer in whose coastal waters, or on whose coast, the point lies.
  @exclusivity(unchecked) var coastalSea: StoredArea?
  /// A lake of the coarse layer in which, or on whose shore, the point lies.
  @exclusivity(unchecked) var coarseLake: StoredArea?
  /// Whether the point is at sea by the extract's coastlines, or over the sea, as on a bridge.
  @exclusivity(unchecked) var isBeyondCoastline = false
  /// Whether the point is at sea, or on a coast according to the coarse layer.
  var isAtCoast: Bool { coastalSea != nil || ocean != nil }
  /// The IANA time zone of one of the areas.
  @exclusivity(unchecked) var timeZone: String?
  /// The real administrative areas from country to county; the settlement chosen as the city must lie in all of them.
  @exclusivity(unchecked) var bounds: [AreaID] = []

  /// The roles that the parts of a house's address have in the country.
  @exclusivity(unchecked) private(set) var addressParts = AddressPartRoles.roles(in: nil)
  /// The only postal code of the country or its subdivision; nil where there are several.
  @exclusivity(unchecked) private(set) var solePostalCode: String?
  /// The same as ``solePostalCode``, but only where the border that decides it is the extract's own.
  @exclusivity(unchecked) private(set) var sureSolePostalCode: String?

  /// The countries of the extract among ``all``.
  @exclusivity(unchecked) var realCountries: [AreaID] = []

  /// A hierarchy without areas.
  init(number: UInt64, key: AreaKey) {
    self.number = number
    self.key = key
  }

  /// Computes the facts that every query needs, once the areas have their roles.
  func sumUp() {
    digest = HierarchyDigest(self)
    addressParts = AddressPartRoles.roles(in: countryCode)
    solePostalCode = SolePostalCodes.code(country: countryCode, subdivision: subdivisionCode)
    sureSolePostalCode = SolePostalCodes.code(
      country: country?.isCoarse == false ? countryCode : nil,
      subdivision: subdivision?.isCoarse == false ? subdivisionCode : nil)
  }

  /// ISO 3166-2 code of the coarsest area that has one.
  var subdivisionCode: String? { subdivision?.subdivisionCode }
  /// The coarsest area that has an ISO 3166-2 code.
  var subdivision: StoredArea? {
    if let state, state.subdivisionCode != nil { return state }
    if let county, county.subdivisionCode != nil { return county }
    return city?.subdivisionCode == nil ? nil : city
  }
  /// Whether something finer than the country is known.
  var isFinerThanCountry: Bool { neighborhood != nil || suburb != nil || city != nil || county != nil || state != nil }
}

/// The facts about the areas around a point that every query needs, in a few bytes. The rows with all their texts are
/// read only where names are needed.
struct HierarchyDigest {
  /// The facts about the city's area that every query needs.
  struct City {
    /// Its row.
    var id: AreaID
    /// Its name.
    var name: NameID
    /// Whether it is from the coarse layer.
    var isCoarse: Bool
    /// Whether it is a real boundary, which the city's settlements lie in.
    var isBoundary: Bool
    /// Whether it is a coarse area that is larger than its city, such as a state or municipality. It is then the city
    /// only where no town is near.
    var isLarger: Bool
  }

  /// The city's area; nil when no area is the city.
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
  /// Whether it lies at sea by the extract's coastlines.
  private(set) var isBeyondCoastline = false
  /// The coarse sea in whose coastal waters, or on whose coast, the point lies.
  private(set) var coastalSea: AreaID?
  /// The coarse lake in which, or on whose shore, the point lies; nil where the extract knows the water.
  private(set) var coarseLake: AreaID?
  /// Whether something finer than the country is known.
  private(set) var isFinerThanCountry = false

  /// A digest of nothing.
  init() {}

  /// The digest of areas that have their roles.
  init(_ areas: Hierarchy) {
    city = areas.city.map {
      City(
        id: $0.id, name: $0.name, isCoarse: $0.isCoarse, isBoundary: !$0.isCoarse && $0.kind == .administrative,
        isLarger: $0.isCoarse && ($0.placeKind == .municipality || $0.id == areas.state?.id))
    }
    postalBounds = (areas.city ?? areas.county ?? areas.state ?? areas.country)?.id
    coarseCountry = areas.country.flatMap { $0.isCoarse ? $0.id : nil }
    coarseState = areas.state.flatMap { $0.isCoarse ? $0.id : nil }
    hasSuburb = areas.suburb != nil
    hasNeighborhood = areas.neighborhood != nil
    isOnWater = areas.inlandWater != nil || areas.ocean != nil
    isBeyondCoastline = areas.isBeyondCoastline
    coastalSea = areas.coastalSea?.id
    coarseLake = isOnWater ? nil : areas.coarseLake?.id
    isFinerThanCountry = areas.isFinerThanCountry
  }
}
