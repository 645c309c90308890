/// What a search needs to know of an object besides its shape. There are few hundred different ones, each stored once.
struct ObjectKind: Hashable {
  var ranks: MapObjectRanks
  var layers: MapLayers
  var hasName: Bool
  var hasHouseNumber: Bool
  var adminLevel: UInt8
}

extension MapObjectRecord {
  /// The object's kind.
  var kind: ObjectKind {
    ObjectKind(
      ranks: ranks, layers: layers, hasName: hasName, hasHouseNumber: hasHouseNumber, adminLevel: adminLevel)
  }
}
