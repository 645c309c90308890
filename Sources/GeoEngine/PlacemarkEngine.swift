import GeoLocale
import GeoModel
import GeoStore

/// Answers queries from one store on one thread. Not thread-safe: use one per thread; ``EnginePool`` holds several.
///
/// A query takes these steps, each in a folder of that name:
/// 1. Areas: the areas that contain the point become country, state, county, city and so on.
/// 2. Candidates: streets, houses and places of interest around the point, by true distance.
/// 3. Address: the choice of house or street.
/// 4. Answer: the fields of the placemark, with the postal code and, if the query wants it, the trace.
/// 5. Naming: names in the query's languages.
public final class PlacemarkEngine {
  let store: StoreReader
  let search = CandidateSearch()
  let hierarchies: HierarchyResolver
  let namers: NamerCache
  let spelling: SpellingMatcher
  let settlementNames: SettlementNameMatcher
  let settlements: SettlementChooser
  let borders: CoarseBorders
  let countryBorders: CountryBorders
  let postalCodes: PostalCodeFinder
  /// Whether ``Tile/cities`` are used to skip the search for houses. A test turns this off to compare the results.
  @exclusivity(unchecked) var usesCitiesOfTiles = true
  /// Formats the address lines of placemarks.
  let layouts = RecentLayouts()
  /// Layers of user-defined areas that are not in the store. A layer replaces the store's layer of the same name.
  package let ownLayers: [OwnLayer]
  /// The names of the store's layers that no other layer replaces.
  let storeLayerNames: [String]
  /// The cache of roads, created by the first query for a road.
  @exclusivity(unchecked) var roadMap: RoadMap?
  /// The list of areas around the point, kept to reuse its memory.
  @exclusivity(unchecked) var areaKey = AreaKey()

  /// Opens the store of an engine.
  ///
  /// - Throws: ``StoreError`` that says what is wrong with the file and what to do.
  public convenience init(database path: String) throws(StoreError) { try self.init(database: path, layers: []) }

  /// Opens the store of an engine, with layers of user-defined areas beside it.
  ///
  /// - Throws: ``StoreError`` that says what is wrong with the file and what to do.
  package init(database path: String, layers: [OwnLayer]) throws(StoreError) {
    ownLayers = layers
    store = try StoreReader(path: path)
    storeLayerNames = store.info.metadata.areaLayers.map(\.name).filter { name in !layers.contains { $0.name == name } }
    hierarchies = HierarchyResolver(store: store)
    namers = NamerCache(store: store)
    spelling = SpellingMatcher(store: store)
    settlementNames = SettlementNameMatcher(store: store)
    settlements = SettlementChooser(store: store, names: settlementNames)
    borders = CoarseBorders(store: store)
    countryBorders = CountryBorders(store: store)
    postalCodes = PostalCodeFinder(store: store)
  }

  /// The store's metadata and bounds.
  public var info: StoreInfo { store.info }
  /// The state of the store's file.
  public var health: StoreHealth { store.health }

  /// The placemarks for a query, up to its limit: the best one, then houses nearest first, then streets nearest first.
  ///
  /// - Throws: ``GeocodingError``; `.placemarkNotFound` when nothing is within the reach of the data, `.serverFailure`
  ///   when the store cannot be read, `.invalidQuery` when a limit, distance, layer or road of the query makes no
  ///   sense.
  public func placemarks(for query: PlacemarkQuery) throws(GeocodingError) -> [Placemark] {
    guard query.limit >= 1 else { throw GeocodingError(.invalidQuery, "limit \(query.limit) is less than 1") }
    if let distance = query.maximumDistanceMeters, !(distance >= 0) {
      throw GeocodingError(.invalidQuery, "maximumDistanceMeters \(distance) is not 0 or more")
    }
    if query.layers != .none { try check(query.layers) }
    if let road = query.road { try check(road) }
    var found: [Placemark]
    do {
      found = try answer(query)
      if let road = query.road { try addRoad(road, of: query, to: &found) }
      try store.confirm()
    } catch { throw GeocodingError(.serverFailure, store.reason(of: error).message) }
    guard !found.isEmpty else { throw GeocodingError(.placemarkNotFound) }
    return found
  }
}

extension PlacemarkEngine {
  /// The placemarks for a valid query; empty when nothing is known.
  private func answer(_ query: PlacemarkQuery) throws(StoreError) -> [Placemark] {
    let builder = try builder(for: query, .placemark, isGrounded: false)
    let choice = try choose(builder)
    let best = try builder.placemark(for: choice)
    // The user's own areas are an answer even where the map has nothing.
    guard builder.isKnown(best) || best.layers?.contains(where: { !$0.areas.isEmpty }) == true else { return [] }
    guard query.limit > 1 else { return [consume best] }
    return try builder.candidates(after: best, choice)
  }

  /// Returns a builder for a query's placemarks, with the areas around its point. Valid until the engine's next query.
  ///
  /// - Parameter isGrounded: whether the caller also wants the rows that the placemark came from.
  func builder(
    for query: PlacemarkQuery, _ policy: GeographyPolicy, isGrounded: Bool
  ) throws(StoreError) -> AnswerBuilder {
    let point = FixedPoint(query.coordinate).withinTheWorld
    let tile = try store.tile(containing: point)
    let hierarchy = try hierarchy(of: point, in: tile)
    return AnswerBuilder(
      query: query, policy: policy, engine: self, tile: tile, hierarchy: hierarchy,
      seenCountry: query.worldview.flatMap { DisputedAreas.country(of: hierarchy, seenBy: $0) },
      namer: namers.namer(for: query.languages), projection: LocalProjection(origin: point),
      rows: isGrounded ? GroundedPlacemark(Surroundings(hierarchy: hierarchy)) : nil)
  }

  /// Chooses the house or street to describe, and collects the settlements around.
  func choose(_ asked: AnswerBuilder) throws(StoreError) -> AddressChoice {
    let choice = asked.query.detail >= .street ? try chooseAddress(asked) : AddressChoice()
    if asked.query.detail >= .city || asked.hierarchy.digest.coarseLake != nil {
      settlements.begin(asked.projection, in: asked.tile, asked.hierarchy)
    }
    return choice
  }

  /// The areas that contain the point, in their roles.
  func hierarchy(of point: FixedPoint, in tile: Tile) throws(StoreError) -> Hierarchy {
    collectAreas(containing: point, in: tile)
    return try hierarchies.resolve(areaKey)
  }

  /// Whether a place lies in a municipality of the extract that does not contain the points of a hierarchy.
  func isInOtherMunicipality(_ point: FixedPoint, _ hierarchy: Hierarchy) throws(StoreError) -> Bool {
    let facts = AdminLevels.facts(for: hierarchy.countryCode)
    let tile = try store.tile(containing: point)
    let ids = Array(tile.covering) + tile.areas(containing: point)
    for id in ids where !hierarchy.all.contains(where: { $0.id == id }) {
      let area = try store.area(id)
      if !area.isCoarse, area.kind == .administrative, facts.role(ofLevel: Int(area.level)) == .city { return true }
    }
    return false
  }

  /// Collects the areas that contain the point: those that cover the whole tile, and those whose edges in the tile show
  /// that they do.
  private func collectAreas(containing point: FixedPoint, in tile: Tile) {
    areaKey.begin(containing: tile.covering)
    tile.forEachArea(containing: point) { areaKey.insert($0) }
    areaKey.append(alternatives: tile.coarseAlternatives)
  }

  /// Chooses the house, interpolation or street: widens the search until nothing farther away can change the choice.
  func chooseAddress(_ asked: AnswerBuilder) throws(StoreError) -> AddressChoice {
    beginSearch(asked)
    return try chooseAddressFromHere(asked)
  }

  /// Starts the search with the tile that contains the point.
  func beginSearch(_ asked: AnswerBuilder) {
    store.expectAddress(of: asked.tile)
    search.keepsAllStreets = asked.query.limit > 1 || asked.query.includesTrace
    search.ways = asked.policy.ways
    search.decidesByHouses = asked.policy.houses == .nearest
    search.maximumMeters = asked.query.maximumDistanceMeters ?? .infinity
    search.homeSide = nil
    search.failure = nil
    search.begin(at: asked.projection.origin, in: asked.tile)
  }

  /// Does the rest of ``chooseAddress(_:)``, after ``beginSearch(_:)``.
  func chooseAddressFromHere(_ asked: AnswerBuilder) throws(StoreError) -> AddressChoice {
    if case .own(let source) = asked.policy.houses, let own = try choice(of: source) { return own }
    let chooser = AddressChooser(
      engine: self, houses: asked.policy.houses, isOnWater: asked.hierarchy.digest.isOnWater)
    let choice = try choose(chooser, limit: asked.query.limit)
    if let house = choice.house { store.expect(house.id) }
    let side = HomeSide(of: asked.hierarchy, asked.projection, countryBorders)
    if try side.has(choice, foundBy: search) { return choice }
    search.homeSide = side
    search.begin(at: asked.projection.origin, in: asked.tile)
    let own = try choose(chooser, limit: asked.query.limit)
    if let failure = search.failure { throw failure }
    return own
  }

  /// Whether a house may be chosen, after ``beginSearch(_:)``.
  func mayChooseHouse(_ asked: AnswerBuilder) throws(StoreError) -> Bool {
    if try search.mayChooseHouse(in: store) { return true }
    // A street abroad does not count, however near it is; houses behind it do.
    let side = HomeSide(of: asked.hierarchy, asked.projection, countryBorders)
    guard let street = search.bestStreet, try !side.has(street) else { return false }
    search.homeSide = side
    search.begin(at: asked.projection.origin, in: asked.tile)
    return try search.mayChooseHouse(in: store)
  }

  /// Widens the search until nothing farther away could change the choice.
  private func choose(_ chooser: AddressChooser, limit: Int) throws(StoreError) -> AddressChoice {
    if limit > 1 { try search.complete(withinMeters: min(Reach.house, search.maximumMeters), in: store) }
    while true {
      let choice = try chooser.choose()
      let needed = min(chooser.neededMeters(for: choice), search.maximumMeters)
      guard needed > search.completeMeters else { return choice }
      try search.complete(withinMeters: needed, in: store)
    }
  }
}

extension PlacemarkEngine {
  /// The address of an object at the point; nil when it has none.
  private func choice(of source: SourceReference) throws(StoreError) -> AddressChoice? {
    for house in search.addresses where house.containsPoint || house.distanceMeters < Reach.samePlace {
      guard try store.address(house.id).source == source else { continue }
      return AddressChoice(house: house, street: search.bestStreet, rule: .own)
    }
    return nil
  }
}

extension FixedPoint {
  /// The same point, moved a centimeter inwards from the ends of the world, so that areas that reach to the end contain
  /// it. Longitude 180 becomes -180, so that both lie in one tile; the coarse layer covers that edge everywhere.
  package var withinTheWorld: FixedPoint {
    let world = FixedBox.world
    return FixedPoint(
      x: x == world.maxX ? world.minX + 1 : max(x, world.minX + 1), y: max(world.minY + 1, min(y, world.maxY - 1)))
  }
}
