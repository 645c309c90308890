import GeoModel
import GeoStore

/// Objects that were read lately. When it is full it starts over: what is in use comes back at once.
final class ObjectShelf {
  let store: StoreReader
  private var objects: [MapObjectID: KnownObject] = [:]
  private var rows: [SourceReference: [MapObjectID]] = [:]
  /// Objects that are kept, and sources whose rows are.
  private static let capacity = 16_384

  /// Reads from a store.
  init(store: StoreReader) { self.store = store }

  /// An object, without the rings of areas.
  func object(_ id: MapObjectID) throws(StoreError) -> KnownObject {
    if let known = objects[id] { return known }
    let object = KnownObject(try store.object(id, withGeometry: true))
    if objects.count >= ObjectShelf.capacity { objects.removeAll(keepingCapacity: true) }
    objects[id] = object
    return object
  }

  /// The objects that an OpenStreetMap object makes, one for each of its main tags.
  func objects(of source: SourceReference) throws(StoreError) -> [KnownObject] {
    var list: [KnownObject] = []
    for id in try ids(of: source) { list.append(try object(id)) }
    return list
  }

  /// Whether an area contains a point.
  func contains(_ area: KnownObject, _ point: FixedPoint) throws(StoreError) -> Bool {
    guard area.box.contains(point) else { return false }
    let rank = area.object.ranks.search
    var isInside = false
    try store.objects(around: point, withinMeters: 0, ranks: rank...rank) { object in
      if object.id == area.object.id, object.distanceMeters == 0 { isInside = true }
    }
    return isInside
  }

  /// The rows of an OpenStreetMap object.
  private func ids(of source: SourceReference) throws(StoreError) -> [MapObjectID] {
    if let known = rows[source] { return known }
    let ids = try store.objects(of: source)
    if rows.count >= ObjectShelf.capacity { rows.removeAll(keepingCapacity: true) }
    rows[source] = ids
    return ids
  }
}
