import GeoModel
import GeoStore
import GeoSupport

/// An object of the store with values derived from it.
///
/// Objects are needed repeatedly and are cached in ``ObjectShelf``.
final class KnownObject {
  /// The row with its tags. Only lines keep their shape.
  let object: MapObject
  /// Whether its shape is an area.
  let isArea: Bool
  /// The box of the shape.
  let box: FixedBox
  /// The node, the middle of the line, or a point within the area.
  let center: FixedPoint
  /// `addr:housenumber`, or else the number along the street or in the register.
  let houseNumber: String?
  /// `addr:street`.
  let street: String?
  /// `addr:place`.
  let place: String?

  /// Derives the values that addresses need.
  ///
  /// - Parameter object: the object with its complete shape.
  init(_ object: MapObject) {
    func address(_ key: String) -> String? { object.address.first { $0.key == key }?.value }
    houseNumber =
      address("housenumber")
      ?? object.address.first { $0.key == "streetnumber" || $0.key == "conscriptionnumber" }?.value
    (street, place) = (address("street"), address("place"))
    var known = object
    switch object.geometry {
    case .point(let point): (isArea, center, box) = (false, object.centroid, FixedBox(point))
    case .line(let line): (isArea, center, box) = (false, object.centroid, FixedBox(around: line))
    case .polygons(let polygons):
      (isArea, center) = (true, InteriorPoint.halfwayUp(polygons) ?? object.centroid)
      box = FixedBox(around: polygons.joined().joined())
      // Borders of countries are large, and their rings are hardly needed again.
      known.geometry = .point(center)
    }
    self.object = known
  }

  /// Whether it is a node.
  var isNode: Bool { object.source.type == .node }

  /// The vertices of a line; nil for other shapes.
  var line: [FixedPoint]? {
    if case .line(let line) = object.geometry { line } else { nil }
  }

  /// `admin_level` of an administrative boundary; nil for everything else.
  var boundaryLevel: UInt8? {
    let isBoundary = object.mainTag.key == "boundary" && object.mainTag.value == "administrative"
    return isBoundary && object.adminLevel < 15 ? object.adminLevel : nil
  }

  /// ISO 3166-2 code; nil when it has none.
  var subdivisionCode: String? { name("ISO3166-2") ?? extra("ISO3166-2") }

  /// The value of an extra tag.
  func extra(_ key: String) -> String? { object.extraTags.first { $0.key == key }?.value }

  /// The value of a name tag.
  func name(_ key: String) -> String? { object.names.first { $0.key == key }?.value }
}

/// A cache of recently read objects.
///
/// When it is full, it is emptied; objects in use return quickly.
final class ObjectShelf {
  let store: StoreReader
  private var objects = BoundedCache<MapObjectID, KnownObject>(capacity: 16_384)
  private var bySource = BoundedCache<SourceReference, [KnownObject]>(capacity: 16_384)

  /// Creates an empty cache for a store.
  init(store: StoreReader) { self.store = store }

  /// An object; areas come without their rings.
  func object(_ id: MapObjectID) throws(StoreError) -> KnownObject {
    try objects.value(for: id) { () throws(StoreError) in KnownObject(try store.object(id, withGeometry: true)) }
  }

  /// The object of one of the engine's settlements; nil when the store has none.
  func settlement(_ place: StoredPlace) throws(StoreError) -> KnownObject? {
    guard let source = place.source else { return nil }
    return try objects(of: source).first { $0.object.mainTag.key == "place" }
  }

  /// The objects of an OpenStreetMap object, one for each of its main tags, without those for roads alone.
  func objects(of source: SourceReference) throws(StoreError) -> [KnownObject] {
    try bySource.value(for: source) { () throws(StoreError) in
      var list: [KnownObject] = []
      for id in try store.objects(of: source) { list.append(try object(id)) }
      return list.filter { $0.object.ranks.search < MapObjectRanks.forRoadsAlone }
    }
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
}
