import GeoModel
import GeoStore

/// Finds the street, or the settlement that stands for one, that a house or place of interest belongs to.
///
/// 1. `addr:street`: the nearest street of that name.
/// 2. `addr:place`: the nearest settlement of that name.
/// 3. Without either, the nearest street that has a name.
///
/// Houses are asked about again and again, so what was found is kept.
final class ParentFinder {
  /// Objects that were read.
  private let shelf: ObjectShelf
  private var known: [MapObjectID: MapObjectID?] = [:]
  /// Houses whose parent is kept.
  private static let capacity = 65_536
  /// Circles that are searched for a street, in meters: most houses have theirs in the first one.
  private static let rings = [60.0, 250, Reach.parentStreet]

  /// Shares the objects with the rest of a responder.
  init(shelf: ObjectShelf) { self.shelf = shelf }

  /// The parent of a house or place of interest; nil when there is none within reach.
  func parent(of object: KnownObject) throws(StoreError) -> KnownObject? {
    if let known = known[object.object.id] {
      return try known.map { id throws(StoreError) in try shelf.object(id) }
    }
    let parent = try find(object)
    if known.count >= ParentFinder.capacity { known.removeAll(keepingCapacity: true) }
    known[object.object.id] = .some(parent?.object.id)
    return parent
  }

  /// The building or ground with a house number that a place of interest stands in which has no address of its own; nil for all others.
  func building(around object: KnownObject) throws(StoreError) -> KnownObject? {
    guard object.isNode, object.object.ranks.search == 30, object.object.address.isEmpty else { return nil }
    var found: MapObjectSketch?
    try shelf.store.objects(around: object.center, withinMeters: 0, ranks: 30...30) { sketch in
      if found == nil, sketch.isArea, sketch.hasHouseNumber, sketch.distanceMeters == 0 { found = sketch }
    }
    return try found.map { sketch throws(StoreError) in try shelf.object(sketch.id) }
  }

  /// Whether a house belongs to a street, or to this part of it where it is mapped in parts.
  func isParent(_ street: KnownObject, of house: KnownObject) throws(StoreError) -> Bool {
    // Most houses name their street: then the name decides without a search.
    if let name = house.street, !ParentFinder.isCalled(street, name) { return false }
    return try parent(of: house)?.object.id == street.object.id
  }

  /// Looks for the parent, see above.
  private func find(_ object: KnownObject) throws(StoreError) -> KnownObject? {
    if let name = object.street, let street = try street(named: name, near: object.center) { return street }
    if let name = object.place, let place = try place(named: name, near: object.center) { return place }
    // A house of a place that nobody has mapped belongs to no street.
    if object.place != nil, object.street == nil { return nil }
    return try street(named: nil, near: object.center)
  }

  /// The nearest street, of a name if one is given.
  func street(named name: String?, near point: FixedPoint) throws(StoreError) -> KnownObject? {
    for ring in ParentFinder.rings {
      let streets = try candidates(around: point, ring, ranks: 26...27) { (26...27).contains($0.ranks.address) }
      for sketch in streets {
        let street = try shelf.object(sketch.id)
        guard street.object.mainTag.key == "highway", name.map({ ParentFinder.isCalled(street, $0) }) ?? true else {
          continue
        }
        return street
      }
    }
    return nil
  }

  /// The nearest settlement of a name.
  private func place(named name: String, near point: FixedPoint) throws(StoreError) -> KnownObject? {
    let places = try candidates(around: point, Reach.parentPlace, ranks: 13...25) {
      (16...25).contains($0.ranks.address)
    }
    for sketch in places {
      let place = try shelf.object(sketch.id)
      if ParentFinder.isCalled(place, name) { return place }
    }
    return nil
  }

  /// Named objects of a circle, nearest first.
  private func candidates(
    around point: FixedPoint, _ radius: Double, ranks: ClosedRange<UInt8>, _ accept: (MapObjectSketch) -> Bool
  ) throws(StoreError) -> [MapObjectSketch] {
    var found: [MapObjectSketch] = []
    try shelf.store.objects(around: point, withinMeters: radius, ranks: ranks) { object in
      if object.hasName, accept(object) { found.append(object) }
    }
    return found.sorted { ($0.distanceMeters, $0.id.rawValue) < ($1.distanceMeters, $1.id.rawValue) }
  }

  /// Whether any of the names of an object is the given one.
  static func isCalled(_ object: KnownObject, _ name: String) -> Bool {
    if object.object.names.contains(where: { $0.value == name }) { return true }
    return object.object.names.contains { StreetName.isSame($0.value, name) }
  }
}
