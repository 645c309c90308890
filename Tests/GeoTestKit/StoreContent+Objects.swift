import GeoModel
import GeoStore
import GeoStoreWriting

extension StoreContent {
  /// Adds a map object with its shape.
  ///
  /// - Parameters:
  ///   - main: the main tag, such as `amenity=cafe`.
  ///   - name: the name; nil for none.
  ///   - tags: other tags by part.
  package mutating func object(
    _ main: String, name: String? = nil, rank: UInt8 = 30, address: UInt8 = 30, layers: MapLayers = .poi,
    tags: [(MapTagPart, String, String)] = [], houseNumber: Bool = false, adminLevel: UInt8 = 15,
    _ shape: MapObjectRecord.Shape, id: Int64? = nil, type: SourceReference.ObjectType? = nil
  ) {
    let parts = main.split(separator: "=").map { String($0) }
    let start = objectTags.count
    for (part, key, value) in [(MapTagPart.main, parts[0], parts[1])] + tags {
      objectTags.append(PackedMapTag(part: part, key: objectTexts.intern(key), value: objectTexts.intern(value)))
    }
    let kind: SourceReference.ObjectType = if case .point = shape { .node } else { .way }
    objects.append(
      MapObjectRecord(
        source: SourceReference(type: type ?? kind, id: id ?? Int64(objects.count) + 1),
        ranks: MapObjectRanks(search: rank, address: address), layers: layers, hasName: name != nil,
        hasHouseNumber: houseNumber, adminLevel: adminLevel, name: name.map { names.intern($0) },
        tags: TagRange(start: start, count: objectTags.count - start), shape: shape))
  }
}
