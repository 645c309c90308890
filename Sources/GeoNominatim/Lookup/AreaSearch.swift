import GeoEngine
import GeoModel
import GeoStore

/// Finds answers that are coarser than streets: the finest area around the point, or a settlement or feature in it.
struct AreaSearch {
  let shelf: ObjectShelf
  let engine: PlacemarkEngine
  let linked: LinkedPlaces

  /// Something that was found, and how far it is.
  struct Found {
    let object: KnownObject
    /// Meters; 0 within an area.
    var distanceMeters: Double
  }

  /// The nearer one of an address and a feature, as far as the layers want them; the address if both are at the point.
  func find(around point: FixedPoint, _ filter: LayerFilter) throws(StoreError) -> Found? {
    let address = filter.wantsAddresses ? try address(around: point, filter.maximumRank) : nil
    let feature = filter.wantsFeatures ? try feature(around: point, filter) : nil
    guard let address, let feature else { return address ?? feature }
    return feature.distanceMeters < address.distanceMeters ? feature : address
  }

  // MARK: Addresses

  /// The finest area of an address around the point, or a settlement in it that is finer.
  private func address(around point: FixedPoint, _ maximumRank: UInt8) throws(StoreError) -> Found? {
    guard let area = try finestArea(around: point, maximumRank) else { return nil }
    let (rank, finest) = (area.object.ranks.search, min(maximumRank, 25))
    if rank < finest {
      let node = try settlement(around: point, ranks: rank + 1...finest) { (node) throws(StoreError) in
        try shelf.contains(area, node.center)
      }
      if let node { return node }
    }
    return Found(object: area, distanceMeters: 0)
  }

  /// The area of the finest search rank around the point; of several the smallest.
  private func finestArea(around point: FixedPoint, _ maximumRank: UInt8) throws(StoreError) -> KnownObject? {
    var sketches: [MapObjectSketch] = []
    try shelf.store.objects(around: point, withinMeters: 0, ranks: 5...min(maximumRank, 25)) { object in
      guard object.isArea, object.distanceMeters == 0, object.hasName else { return }
      guard (4...25).contains(object.ranks.address), ![5, 11].contains(object.ranks.address) else { return }
      sketches.append(object)
    }
    guard let finest = sketches.map(\.ranks.search).max() else { return nil }
    var best: KnownObject?
    for sketch in sketches where sketch.ranks.search == finest {
      let object = try shelf.object(sketch.id)
      if object.box.size < best?.box.size ?? .infinity { best = object }
    }
    return best
  }

  /// The finest settlement mapped as a node whose reach goes up to the point, of several the nearest.
  func settlement(
    around point: FixedPoint, ranks: ClosedRange<UInt8>, _ accept: (KnownObject) throws(StoreError) -> Bool
  ) throws(StoreError) -> Found? {
    for rank in ranks.reversed() {
      var sketches: [MapObjectSketch] = []
      try shelf.store.objects(around: point, withinMeters: Reach.settlement(rank), ranks: rank...rank) { object in
        if !object.isArea, object.hasName, (4...25).contains(object.ranks.address) { sketches.append(object) }
      }
      sketches.sort { ($0.distanceMeters, $0.id.rawValue) < ($1.distanceMeters, $1.id.rawValue) }
      for sketch in sketches {
        let node = try shelf.object(sketch.id)
        guard node.isNode, node.object.mainTag.value != "postcode", try accept(node), try !linked.isLinked(node) else {
          continue
        }
        return Found(object: node, distanceMeters: sketch.distanceMeters)
      }
    }
    return nil
  }

  // MARK: Features

  /// The finest feature with a name that is near; an area must contain the point, and of a line it is enough that its box comes
  /// near, so that a river answers for its valley. Of several the nearest.
  private func feature(around point: FixedPoint, _ filter: LayerFilter) throws(StoreError) -> Found? {
    var best: MapObjectSketch?
    let ranks = 5...filter.maximumRank
    try shelf.store.objects(withBoxesAround: point, withinMeters: Reach.feature, ranks: ranks) { object in
      guard object.ranks.address == 0, object.hasName, filter.isWantedFeature(object) else { return }
      if object.isArea, object.distanceMeters > 0 { return }
      if let best, (best.ranks.search, -best.distanceMeters) >= (object.ranks.search, -object.distanceMeters) { return }
      best = object
    }
    guard let best else { return nil }
    return Found(object: try shelf.object(best.id), distanceMeters: best.distanceMeters)
  }
}
