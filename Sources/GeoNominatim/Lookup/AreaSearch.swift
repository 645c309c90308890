import GeoEngine
import GeoModel
import GeoStore

/// Finds answers that are coarser than streets, by rank: an area around the point, a settlement, or a feature.
struct AreaSearch {
  let shelf: ObjectShelf
  let linked: LinkedPlaces

  /// Returns the nearer one of an address and a feature, if the layers include both; the address if both are equally
  /// near.
  ///
  /// - Parameters:
  ///   - grounded: the engine's result for the point.
  ///   - grounds: named areas that the engine does not know.
  func find(
    around point: FixedPoint, _ grounded: GroundedPlacemark, _ grounds: [MapObjectSketch], _ filter: LayerFilter
  ) throws(StoreError) -> FoundPlace? {
    let address = filter.wantsAddresses ? try address(around: point, grounded, grounds, filter.maximumRank) : nil
    let feature = filter.wantsFeatures ? try feature(around: point, grounded, filter) : nil
    guard let address, let feature else { return address ?? feature }
    return feature.distanceMeters < address.distanceMeters ? feature : address
  }

  // MARK: Addresses

  /// The finest area around the point, or a settlement that is finer still.
  private func address(
    around point: FixedPoint, _ grounded: GroundedPlacemark, _ grounds: [MapObjectSketch], _ maximumRank: UInt8
  ) throws(StoreError) -> FoundPlace? {
    let ranks = 5...min(maximumRank, 25)
    let area = try finestArea(grounded, grounds, ranks)
    let coarsest = area.map { $0.object.ranks.search + 1 } ?? ranks.lowerBound
    if let node = try finestSettlement(grounded, from: coarsest, to: ranks.upperBound) {
      let meters = LocalProjection(origin: point).project(node.center).squaredLength.squareRoot()
      return FoundPlace(thing: .object(node), distanceMeters: meters, grounded: grounded)
    }
    return area.map { FoundPlace(thing: .object($0), distanceMeters: 0, grounded: grounded) }
  }

  /// The area of the finest search rank; of several the smallest.
  private func finestArea(
    _ grounded: GroundedPlacemark, _ grounds: [MapObjectSketch], _ ranks: ClosedRange<UInt8>
  ) throws(StoreError) -> KnownObject? {
    var areas: [KnownObject] = []
    for area in grounded.surroundings.areas where area.kind != .postal {
      if let object = try linked.boundary(area) { areas.append(object) }
    }
    for ground in grounds { areas.append(try shelf.object(ground.id)) }
    return
      areas.filter {
        let rank = $0.object.ranks.address
        return ranks.contains($0.object.ranks.search) && (4...25).contains(rank) && rank != 5 && rank != 11
          && !$0.object.names.isEmpty
      }
      .min { ($1.object.ranks.search, $0.box.size) < ($0.object.ranks.search, $1.box.size) }
  }

  /// The settlement with the finest search rank among the city and its parts; nil when none is in the range of ranks.
  private func finestSettlement(
    _ grounded: GroundedPlacemark, from coarsest: UInt8, to finest: UInt8
  ) throws(StoreError) -> KnownObject? {
    var best: KnownObject?
    for place in grounded.settlements {
      guard let node = try shelf.settlement(place),
        (coarsest...max(coarsest, finest)).contains(node.object.ranks.search),
        node.object.ranks.search <= finest, node.object.ranks.address >= 4,
        node.object.ranks.search > best?.object.ranks.search ?? 0, try !isBoundary(node, place, grounded)
      else { continue }
      best = node
    }
    return best
  }

  /// Whether a settlement has a boundary that represents it.
  ///
  /// The city's boundary may end before the point, at the coast.
  private func isBoundary(
    _ node: KnownObject, _ place: StoredPlace, _ grounded: GroundedPlacemark
  ) throws(StoreError) -> Bool {
    guard try linked.isLinked(node) else { return false }
    guard place.id == grounded.city?.id else { return true }
    return try linked.isLinked(node, to: grounded.surroundings.areas)
  }

  // MARK: Features

  /// The finest named feature nearby; of several the nearest.
  ///
  /// An area must contain the point. For a line it is enough that its box is near, so that a river can be the answer
  /// for its valley.
  private func feature(
    around point: FixedPoint, _ grounded: GroundedPlacemark, _ filter: LayerFilter
  ) throws(StoreError) -> FoundPlace? {
    var best: MapObjectSketch?
    let ranks = 5...filter.maximumRank
    try shelf.store.objects(withBoxesAround: point, withinMeters: Reach.feature, ranks: ranks) { object in
      guard object.ranks.address == 0, object.hasName, filter.isWantedFeature(object.layers) else { return }
      if object.isArea, object.distanceMeters > 0 { return }
      if let best, (best.ranks.search, -best.distanceMeters) >= (object.ranks.search, -object.distanceMeters) { return }
      best = object
    }
    guard let best else { return nil }
    return FoundPlace(
      thing: .object(try shelf.object(best.id)), distanceMeters: best.distanceMeters, grounded: grounded)
  }
}

extension GroundedPlacemark {
  /// The city, if it is a settlement, and its parts, without coarse ones from the world layer.
  var settlements: [StoredPlace] { ((city.map { [$0] } ?? []) + parts).filter { !$0.isCoarse } }
}
