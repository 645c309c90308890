import GeoEngine
import GeoModel
import GeoStore
import GeoSupport

/// Finds the settlement whose boundary an area is, if it is mapped as a node, too. The two are one thing then: the area
/// answers, under the kind, the names and at the place of the node.
///
/// 1. The node that the boundary names as its label, if it bears the boundary's name.
/// 2. Else a node within with the same entry in Wikidata.
/// 3. Else a node within that is called the same and has the same rank in addresses.
final class LinkedPlaces {
  /// Objects that were read.
  private let shelf: ObjectShelf
  /// Tells which boundaries contain a settlement.
  private let engine: PlacemarkEngine
  /// Boundaries with their settlements.
  private var known = BoundedCache<MapObjectID, MapObjectID?>(capacity: 16_384)
  /// Whether settlements have boundaries.
  private var linked = BoundedCache<MapObjectID, Bool>(capacity: 16_384)
  /// Only boundaries as fine as municipalities are looked through: coarser ones are called the same either way.
  private static let coarsestRank: UInt8 = 13
  /// Nor are areas with a wider box, in meters.
  private static let widestMeters = 60_000.0

  /// Shares what it needs with the rest of a responder.
  init(shelf: ObjectShelf, engine: PlacemarkEngine) {
    self.shelf = shelf
    self.engine = engine
  }

  /// The settlement of a boundary; nil when there is none.
  func place(of boundary: KnownObject) throws(StoreError) -> KnownObject? {
    let id = try known.value(for: boundary.object.id) { () throws(StoreError) in try find(boundary)?.object.id }
    return try id.map { id throws(StoreError) in try shelf.object(id) }
  }

  /// Whether a settlement is that of a boundary around it, and so no answer of its own.
  func isLinked(_ place: KnownObject) throws(StoreError) -> Bool {
    guard place.isNode, place.object.mainTag.key == "place" else { return false }
    return try linked.value(for: place.object.id) { () throws(StoreError) in
      for boundary in try boundaries(around: place) {
        if try self.place(of: boundary)?.object.id == place.object.id { return true }
      }
      return false
    }
  }

  /// Whether a settlement is that of one of some boundaries.
  func isLinked(_ place: KnownObject, to areas: [StoredArea]) throws(StoreError) -> Bool {
    for area in areas where area.kind == .administrative {
      guard let boundary = try boundary(area) else { continue }
      if try self.place(of: boundary)?.object.id == place.object.id { return true }
    }
    return false
  }

  /// The objects of the areas around another one, coarse to fine: of administrative boundaries, unless others are wanted.
  func boundaries(
    around object: KnownObject, where isWanted: (StoredArea) -> Bool = { $0.kind == .administrative }
  ) throws(StoreError) -> [KnownObject] {
    var boundaries: [KnownObject] = []
    for area in try engine.surroundings(of: object.center).areas where isWanted(area) {
      if let boundary = try boundary(area) { boundaries.append(boundary) }
    }
    return boundaries
  }

  /// The object of an area of the engine; nil when the store has none.
  func boundary(_ area: StoredArea) throws(StoreError) -> KnownObject? {
    guard let source = area.source else { return nil }
    let objects = try shelf.objects(of: source)
    return objects.first { $0.object.mainTag.key == "boundary" || $0.object.mainTag.key == "place" } ?? objects.first
  }

  // MARK: Finding

  /// Looks for the settlement, see above.
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

  /// Whether one name is a part of the other.
  private func isNamed(_ node: KnownObject, like name: String) -> Bool {
    guard let own = node.name("name")?.lowercased() else { return false }
    return own == name || own.hasPrefix(name) || name.hasPrefix(own) || own.hasSuffix(name) || name.hasSuffix(own)
  }

  /// The settlements mapped as nodes in an area, nearest to its middle first.
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
