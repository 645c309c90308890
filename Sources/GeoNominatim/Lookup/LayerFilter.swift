import GeoEngine
import GeoStore

/// The possible answers of one request, by layers and ranks.
struct LayerFilter {
  /// The wanted layers.
  let layers: MapLayers
  /// The finest wanted rank.
  let maximumRank: UInt8

  /// Whether addresses are possible answers.
  var wantsAddresses: Bool { layers.contains(.address) }
  /// Whether houses are possible answers.
  var wantsHouses: Bool { maximumRank >= 30 }
  /// Whether any layer besides addresses and places of interest is wanted.
  var wantsFeatures: Bool { !layers.isDisjoint(with: [.railway, .natural, .manmade]) }

  /// Whether anything as fine as a street, other than streets and houses, is a possible answer.
  var wantsOthersThanAddresses: Bool { wantsFeatures || wantsHouses && layers.contains(.poi) }

  /// The kind of address that the engine searches for.
  var policy: GeographyPolicy {
    switch maximumRank {
    case ...26: .street(.roads)
    case 27: .street(.all)
    default: .placemark
    }
  }

  /// Whether an object as fine as a street may be the closest thing: a place of interest, or a feature of the other
  /// layers that belongs to no address.
  ///
  /// The engine finds streets and houses.
  func acceptsClosest(_ ranks: MapObjectRanks, _ layers: MapLayers) -> Bool {
    if wantsHouses, self.layers.contains(.poi), layers.contains(.poi) { return true }
    return wantsFeatures && ranks.address == 0 && (26...maximumRank).contains(ranks.search) && isWantedFeature(layers)
  }

  /// Whether an object is in one of the layers besides addresses and places of interest.
  ///
  /// `manmade` includes everything that no other layer has.
  func isWantedFeature(_ layers: MapLayers) -> Bool {
    // Ranges between house numbers are searched separately.
    if layers.contains(.address) { return false }
    let own = layers.intersection([.railway, .natural])
    return self.layers.contains(.manmade) && own.isEmpty || !self.layers.isDisjoint(with: own)
  }
}
