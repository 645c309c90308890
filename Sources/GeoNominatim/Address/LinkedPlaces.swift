import GeoEngine
import GeoModel
import GeoStore
import GeoSupport

/// Finds the settlement of a boundary if it is also mapped as a node.
///
/// The two then count as one thing: the area is returned with the kind, the names and the position of the node.
///
/// 1. A node within the boundary that shares the boundary's `place` kind and at least part of its name.
/// 2. Else a node within the boundary with the same entry in Wikidata, preferably of the same name.
/// 3. Else a node within the boundary with the same name and the same address rank.
final class LinkedPlaces {
  /// The cache of objects.
  private let shelf: ObjectShelf
  /// Finds the boundaries that contain a settlement.
  private let engine: PlacemarkEngine
  /// The settlement of each boundary; nil for none.
  private var known = BoundedCache<MapObjectID, MapObjectID?>(capacity: 16_384)
  /// Whether each settlement has a boundary.
  private var linked = BoundedCache<MapObjectID, Bool>(capacity: 16_384)
  /// Only boundaries as fine as municipalities or finer are searched.
  ///
  /// Coarser ones have the same name either way.
  private static let coarsestRank: UInt8 = 13
  /// Areas whose box has a longer diagonal, in meters, are not searched either.
  private static let widestMeters = 60_000.0

  /// Shares its caches with the rest of a responder.
  init(shelf: ObjectShelf, engine: PlacemarkEngine) {
    self.shelf = shelf
    self.engine = engine
  }

  /// The settlement of a boundary; nil when there is none.
  func place(of boundary: KnownObject) throws(StoreError) -> KnownObject? {
    let id = try known.value(for: boundary.object.id) { () throws(StoreError) in try find(boundary)?.object.id }
    return try id.map { id throws(StoreError) in try shelf.object(id) }
  }

  /// Whether a settlement belongs to a boundary around it, which represents it in answers.
  func isLinked(_ place: KnownObject) throws(StoreError) -> Bool {
    guard place.isNode, place.object.mainTag.key == "place" else { return false }
    return try linked.value(for: place.object.id) { () throws(StoreError) in
      for boundary in try boundaries(around: place) {
        if try self.place(of: boundary)?.object.id == place.object.id { return true }
      }
      return false
    }
  }

  /// Whether a settlement belongs to one of these boundaries.
  func isLinked(_ place: KnownObject, to areas: [StoredArea]) throws(StoreError) -> Bool {
    for area in areas where area.kind == .administrative {
      guard let boundary = try boundary(area) else { continue }
      if try self.place(of: boundary)?.object.id == place.object.id { return true }
    }
    return false
  }

  /// The objects of the areas around another object, coarse to fine; by default only administrative boundaries.
  func boundaries(
    around object: KnownObject, where isWanted: (StoredArea) -> Bool = { $0.kind == .administrative }
  ) throws(StoreError) -> [KnownObject] {
    var boundaries: [KnownObject] = []
    for area in try engine.surroundings(of: object.center).areas where isWanted(area) {
      if let boundary = try boundary(area) { boundaries.append(boundary) }
    }
    return boundaries
  }

  /// The object of one of the engine's areas; nil when the store has none.
  func boundary(_ area: StoredArea) throws(StoreError) -> KnownObject? {
    guard let source = area.source else { return nil }
    let objects = try shelf.objects(of: source)
    return objects.first { $0.object.mainTag.key == "boundary" || $0.object.mainTag.key == "place" } ?? objects.first
  }

  // MARK: Finding

  /// Searches for the settlement by the rules of this class.
  private func find(_ boundary: KnownObject) throws(StoreError) -> KnownObject? {
    guard boundary.isArea, boundary.object.ranks.search < 26,
      boundary.object.ranks.address >= LinkedPlaces.coarsestRank,
      boundary.object.mainTag.value != "postal_code"
    else { return nil }
    let nodes = try nodes(in: boundary)
    let name = boundary.name("name")?.lowercased()
    let kind = boundary.extra("place")
    if let kind, let name,
      let found = nodes.first(where: { isNamed($0, like: name) && $0.object.mainTag.value == kind })
    {
      return found
    }
    if let wikidata = boundary.extra("wikidata") {
      let same = nodes.filter { $0.extra("wikidata") == wikidata }
      if let found = same.first(where: { $0.name("name")?.lowercased() == name }) ?? same.first { return found }
    }
    guard let name else { return nil }
    return nodes.first {
      $0.name("name")?.lowercased() == name && $0.object.ranks.address == boundary.object.ranks.address
    }
  }

  /// Whether one name begins or ends with the other.
  private func isNamed(_ node: KnownObject, like name: String) -> Bool {
    guard let own = node.name("name")?.lowercased() else { return false }
    return own == name || own.hasPrefix(name) || name.hasPrefix(own) || own.hasSuffix(name) || name.hasSuffix(own)
  }

  /// The settlements mapped as nodes in an area, nearest to its center first.
  private func nodes(in boundary: KnownObject) throws(StoreError) -> [KnownObject] {
    let box = boundary.box
    let middle = LocalProjection(origin: box.middle)
    let radius = middle.project(FixedPoint(x: box.maxX, y: box.maxY)).squaredLength.squareRoot()
    guard radius * 2 <= LinkedPlaces.widestMeters else { return [] }
    var sketches: [MapObjectSketch] = []
    try shelf.store.objects(around: box.middle, withinMeters: radius, ranks: 13...25) { object in
      if !object.isArea, object.hasName, (4...25).contains(object.ranks.address) { sketches.append(object) }
    }
    sketches.sort { ($0.distanceMeters, $0.id.rawValue) < ($1.distanceMeters, $1.id.rawValue) }
    var nodes: [KnownObject] = []
    for sketch in sketches {
      let node = try shelf.object(sketch.id)
      guard node.isNode, node.object.mainTag.key == "place", box.contains(node.center) else { continue }
      let areas = try engine.surroundings(of: node.center).areas
      if areas.contains(where: { $0.source == boundary.object.source }) { nodes.append(node) }
    }
    return nodes
  }
}
