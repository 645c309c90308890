import GeoStore

/// What may be answered: layers and ranks of one request.
struct LayerFilter {
  /// The wanted layers.
  let layers: MapLayers
  /// The finest wanted rank.
  let maximumRank: UInt8

  /// Whether addresses may be answered.
  var wantsAddresses: Bool { layers.contains(.address) }
  /// Whether houses may be.
  var wantsHouses: Bool { maximumRank >= 30 }
  /// Whether any layer besides addresses and places of interest is wanted.
  var wantsFeatures: Bool { !layers.isDisjoint(with: [.railway, .natural, .manmade]) }

  /// Whether an object as fine as a street may be the closest one.
  ///
  /// 1. Streets, and houses with a number or name, in the address layer.
  /// 2. Places of interest.
  /// 3. What is no part of any address, in the other layers.
  func acceptsClosest(_ object: MapObjectSketch) -> Bool {
    if wantsAddresses {
      if (26...min(29, maximumRank)).contains(object.ranks.address) { return true }
      if wantsHouses, isAddressPoint(object) { return true }
    }
    if wantsHouses, layers.contains(.poi), object.layers.contains(.poi) { return true }
    return wantsFeatures && object.ranks.address == 0 && (26...maximumRank).contains(object.ranks.search)
      && isWantedFeature(object)
  }

  /// Whether an object has an address of its own.
  func isAddressPoint(_ object: MapObjectSketch) -> Bool { object.ranks.address == 30 && object.hasHouseNumber }

  /// Whether an object is in one of the layers besides addresses and places of interest. `manmade` takes what no other has.
  func isWantedFeature(_ object: MapObjectSketch) -> Bool {
    // Stretches between house numbers are found apart.
    if object.layers.contains(.address) { return false }
    let own = object.layers.intersection([.railway, .natural])
    return layers.contains(.manmade) && own.isEmpty || !layers.isDisjoint(with: own)
  }
}
