import GeoModel
import GeoStore

extension PlacemarkEngine {
  /// The placemarks for a query that makes sense; empty when nothing is known.
  func answer(_ query: PlacemarkQuery) throws(StoreError) -> [Placemark] {
    let point = FixedPoint(query.coordinate).onOneSideOfTheAntimeridian
    let tile = try store.tile(containing: point)
    let hierarchy = try hierarchy(of: point, in: tile)
    let choice = try chooseAddress(query, point, tile, hierarchy)
    let projection = LocalProjection(origin: point)
    if query.detail >= .city { settlements.begin(projection, in: tile, hierarchy) }
    let builder = AnswerBuilder(
      query: query, engine: self, hierarchy: hierarchy, namer: namers.namer(for: query.languages),
      projection: projection)
    guard let best = try builder.placemark(for: choice) else { return [] }
    guard query.limit > 1 else { return [consume best] }
    return try builder.candidates(after: best, choice)
  }

  /// The areas that contain the point, in their roles. Far out at sea the borders of the coarse layer do not count.
  func hierarchy(of point: FixedPoint, in tile: Tile) throws(StoreError) -> Hierarchy {
    collectAreas(containing: point, in: tile)
    let hierarchy = try hierarchies.resolve(areaKey)
    guard hierarchy.digest.coarseCountry != nil, OpenSea.contains(point) else { return hierarchy }
    var real = AreaKey()
    for id in areaKey.containing where try !store.area(id).isCoarse { real.insert(id) }
    return try hierarchies.resolve(real)
  }

  /// The areas that contain the point: those that cover the whole tile, and those whose edges in the tile say so.
  private func collectAreas(containing point: FixedPoint, in tile: Tile) {
    areaKey.begin(containing: tile.covering)
    for piece in tile.pieces {
      guard case .area(let id) = piece.owner, tile.contains(point, piece: piece) else { continue }
      areaKey.insert(id)
    }
    areaKey.append(alternatives: tile.coarseAlternatives)
  }

  /// House, interpolation or street: looks farther and farther until nothing outside can change the choice.
  private func chooseAddress(
    _ query: PlacemarkQuery, _ point: FixedPoint, _ tile: Tile, _ hierarchy: Hierarchy
  ) throws(StoreError) -> AddressChoice {
    search.keepsAllStreets = query.limit > 1 || query.includesTrace
    search.maximumMeters = query.maximumDistanceMeters ?? .infinity
    search.begin(at: point, in: tile)
    guard query.detail >= .street else { return AddressChoice() }
    let chooser = AddressChooser(
      search: search, spelling: spelling, wantsHouse: query.detail == .address,
      isOnWater: hierarchy.digest.isOnWater)
    if query.limit > 1 { try search.complete(withinMeters: min(Reach.house, search.maximumMeters), in: store) }
    while true {
      let choice = try chooser.choose()
      expect(choice)
      let needed = min(chooser.neededMeters(for: choice), search.maximumMeters)
      guard needed > search.completeMeters else { return choice }
      try search.complete(withinMeters: needed, in: store)
    }
  }
}

extension PlacemarkEngine {
  /// Lets the rows of a choice come while the search goes on: it is the last one nearly always.
  private func expect(_ choice: AddressChoice) {
    let street = choice.house == nil ? choice.street : nil
    store.expect(address: choice.house?.id, street: street?.id, name: choice.house?.street ?? choice.street?.name)
  }
}

extension FixedPoint {
  /// The same point with longitude 180 for -180, so that both ends of the world are asked in one tile.
  var onOneSideOfTheAntimeridian: FixedPoint {
    x == FixedBox.world.minX ? FixedPoint(x: FixedBox.world.maxX, y: y) : self
  }
}
