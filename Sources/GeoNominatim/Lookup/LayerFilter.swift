import GeoEngine
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

  /// Whether anything may be answered that is as fine as a street and no street or house.
  var wantsOthersThanAddresses: Bool { wantsFeatures || wantsHouses && layers.contains(.poi) }

  /// What the engine is to look for.
  var policy: GeographyPolicy {
    switch maximumRank {
    case ...26: .street(.roads)
    case 27: .street(.all)
    default: .placemark
    }
  }

  /// Whether an object as fine as a street may be the closest one: places of interest, and what is not part of any address in the other
  /// layers. Streets and houses are the engine's.
  func acceptsClosest(_ ranks: MapObjectRanks, _ layers: MapLayers) -> Bool {
    if wantsHouses, self.layers.contains(.poi), layers.contains(.poi) { return true }
    return wantsFeatures && ranks.address == 0 && (26...maximumRank).contains(ranks.search) && isWantedFeature(layers)
  }

  /// Whether an object is in one of the layers besides addresses and places of interest. `manmade` takes what no other has.
  func isWantedFeature(_ layers: MapLayers) -> Bool {
    // Stretches between house numbers are found apart.
    if layers.contains(.address) { return false }
    let own = layers.intersection([.railway, .natural])
    return self.layers.contains(.manmade) && own.isEmpty || !self.layers.isDisjoint(with: own)
  }
}
