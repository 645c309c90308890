import GeoEngine
import GeoModel
import GeoStore

/// The thing found for a request, before it is described.
struct FoundPlace {
  /// The kind of thing.
  enum Thing {
    /// An object.
    case object(KnownObject)
    /// A match of the engine without an object: a number between two houses.
    case placemark
    /// A country that only the world layer knows.
    case country(StoredArea)
  }

  /// The thing found.
  let thing: Thing
  /// The distance from the requested point, in meters.
  let distanceMeters: Double
  /// The engine's result for the place of the answer.
  let grounded: GroundedPlacemark
}

/// Finds the answer to a request.
///
/// 1. From street level on: the house or street of the engine, or a place of interest that is closer.
/// 2. Otherwise the finest area around the point, or a settlement in it.
/// 3. Otherwise the country: its object, or its area in the world layer.
final class ReverseLookup {
  let shelf: ObjectShelf
  let engine: PlacemarkEngine
  let linked: LinkedPlaces
  let closest: ClosestSearch
  /// Finds things that are coarser than streets.
  private let areas: AreaSearch

  /// Creates a lookup through an engine, with its caches.
  init(engine: PlacemarkEngine) {
    self.engine = engine
    shelf = ObjectShelf(store: engine.reader)
    linked = LinkedPlaces(shelf: shelf, engine: engine)
    closest = ClosestSearch(shelf: shelf)
    areas = AreaSearch(shelf: shelf, linked: linked)
  }

  /// Finds the answer; nil when nothing is known around the point.
  func find(
    at point: FixedPoint, _ request: NominatimRequest
  ) throws(StoreError) -> FoundPlace? {
    let filter = LayerFilter(layers: request.layers, maximumRank: request.maximumRank)
    let choice = try engine.choice(for: request.query(at: point), filter.policy)
    try closest.noteGrounds(around: point)
    if filter.maximumRank >= 26, filter.wantsOthersThanAddresses,
      let found = try otherThanAddress(point, filter, request, choice)
    {
      return found
    }
    let grounded = try choice.described()
    if filter.maximumRank >= 26, filter.wantsAddresses, let placemark = grounded.placemark, placemark.isAddress {
      let object = try object(of: grounded)
      return FoundPlace(
        thing: object.map { .object($0) } ?? .placemark, distanceMeters: placemark.distanceMeters, grounded: grounded)
    }
    if filter.maximumRank > 4, let found = try areas.find(around: point, grounded, closest.grounds, filter) {
      return found
    }
    return filter.wantsAddresses ? try country(grounded) : nil
  }

  // MARK: Streets and houses

  /// Finds something closer that may replace the engine's choice. The engine's choice is then not described.
  private func otherThanAddress(
    _ point: FixedPoint, _ filter: LayerFilter, _ request: NominatimRequest, _ choice: GroundedChoice
  ) throws(StoreError) -> FoundPlace? {
    let house = filter.wantsAddresses ? try choice.house() : nil
    let meters = filter.wantsAddresses ? choice.decisiveMeters : .infinity
    guard
      let sketch = try closest.closest(
        to: point, filter, before: try house.flatMap { house throws(StoreError) in try object(ofHouse: house) },
        at: meters)
    else { return nil }
    let other = try shelf.object(sketch.id)
    return FoundPlace(
      thing: .object(other), distanceMeters: sketch.distanceMeters,
      grounded: try address(of: other, isAround: sketch.isArea && sketch.distanceMeters == 0, point, request))
  }

  /// The object that the engine matched; nil when there is none, as for a number between two houses.
  private func object(of grounded: GroundedPlacemark) throws(StoreError) -> KnownObject? {
    if let house = grounded.house { return try object(ofHouse: house.source) }
    guard let street = grounded.street else { return nil }
    return try shelf.objects(of: street).first {
      $0.object.mainTag.key == "highway" || $0.object.mainTag.key == "place"
    }
  }

  /// The object of a house.
  private func object(ofHouse source: SourceReference) throws(StoreError) -> KnownObject? {
    let objects = try shelf.objects(of: source)
    return objects.first { $0.houseNumber != nil } ?? objects.first { $0.object.ranks.address == 30 } ?? objects.first
  }

  /// Describes an object that another search has chosen, with its own address.
  func found(
    _ object: KnownObject, at point: FixedPoint, _ meters: Double, _ request: NominatimRequest
  ) throws(StoreError) -> FoundPlace {
    try closest.noteGrounds(around: object.center)
    return FoundPlace(
      thing: .object(object), distanceMeters: meters,
      grounded: try address(of: object, isAround: false, point, request))
  }

  /// The address of a place of interest: its own, at its own position.
  ///
  /// For an area that contains the point and has no house number, the point's address.
  private func address(
    of object: KnownObject, isAround: Bool, _ point: FixedPoint, _ request: NominatimRequest
  ) throws(StoreError) -> GroundedPlacemark {
    let place =
      object.line.map { PlaneGeometry.nearest(to: point, on: $0) }
      ?? (isAround && object.houseNumber == nil ? point : object.center)
    return try engine.grounded(
      request.query(at: place),
      .object(
        object.object.source, hasNumber: object.houseNumber != nil,
        mayBeInBuilding: object.isNode && object.object.address.isEmpty))
  }

  // MARK: Countries

  /// Finds the country (step 3).
  private func country(_ grounded: GroundedPlacemark) throws(StoreError) -> FoundPlace? {
    guard let country = grounded.surroundings.country else { return nil }
    let object = country.isCoarse || grounded.isSeenElsewhere ? nil : try linked.boundary(country)
    return FoundPlace(thing: object.map { .object($0) } ?? .country(country), distanceMeters: 0, grounded: grounded)
  }
}

extension NominatimRequest {
  /// The query for the engine at a point.
  ///
  /// Names stay as mapped: this API has no transliteration, so the local name follows the requested languages.
  func query(at point: FixedPoint) -> PlacemarkQuery {
    var query = PlacemarkQuery(coordinate: Coordinate(point))
    query.languages = engineLanguages
    query.worldview = worldview
    query.detail = Zoom.detail(maximumRank)
    query.includesTrace = isDebug
    return query
  }

  /// The requested languages and then local names, for the engine.
  var engineLanguages: [String] { languages.isEmpty ? [] : languages + ["native"] }
}

extension GroundedPlacemark {
  /// ISO 3166-1 alpha-2 of the country in small letters, as the request's worldview sees it; nil at sea.
  var countryCode: String? { (placemark?.isoCountryCode ?? surroundings.countryCode)?.lowercased() }
  /// Whether the request's worldview sees another country than that of the map.
  var isSeenElsewhere: Bool { placemark.map { $0.isoCountryCode != surroundings.countryCode } ?? false }
}

extension Placemark {
  /// Whether the match is a house, a house number or a street.
  var isAddress: Bool {
    switch match {
    case .building, .address, .interpolation, .street: true
    case .area, .country, .water: false
    }
  }
}
