import GeoModel

extension StoreReader {
  /// Whether the import kept map objects. Without them, ``objects(around:withinMeters:ranks:_:)`` finds nothing.
  public var hasObjects: Bool { info.counts.contains { $0.table == "object" && $0.rows > 0 } }

  /// Visits the objects with a search rank in `ranks` whose shape comes within a distance of a point, in no particular
  /// order.
  ///
  /// - Parameter body: called once for each object.
  public func objects(
    around point: FixedPoint, withinMeters distance: Double, ranks: ClosedRange<UInt8>,
    _ body: (MapObjectSketch) throws(StoreError) -> Void
  ) throws(StoreError) {
    try visit(ObjectSearch(point, distance, ranks), { _, _, _ in true }, body)
  }

  /// Visits the wanted objects among those around a point.
  ///
  /// - Parameters:
  ///   - isWanted: called for each object before its distance is computed, which is the most expensive step.
  ///   - body: called once for each object.
  public func objects(
    around point: FixedPoint, withinMeters distance: Double, ranks: ClosedRange<UInt8>,
    where isWanted: (MapObjectID, MapObjectRanks, MapLayers) -> Bool,
    _ body: (MapObjectSketch) throws(StoreError) -> Void
  ) throws(StoreError) {
    try visit(ObjectSearch(point, distance, ranks), isWanted, body)
  }

  /// Visits the objects with a search rank in `ranks` whose box comes within a distance of a point, regardless of the
  /// distance of their shape.
  ///
  /// For example, the boxes of long rivers contain places that the rivers do not touch.
  ///
  /// - Parameter body: called once for each object.
  public func objects(
    withBoxesAround point: FixedPoint, withinMeters distance: Double, ranks: ClosedRange<UInt8>,
    _ body: (MapObjectSketch) throws(StoreError) -> Void
  ) throws(StoreError) {
    try visit(ObjectSearch(point, distance, ranks, isShapeAnywhere: true), { _, _, _ in true }, body)
  }

  /// An object with its tags and, if requested, its whole shape. Otherwise ``MapObject/geometry`` is its centroid.
  public func object(_ id: MapObjectID, withGeometry: Bool) throws(StoreError) -> MapObject {
    let index = try objectIndex()
    guard let place = index.place(of: id) else { throw damaged("no object \(id.rawValue)") }
    let page = try objectPage(place.page)
    guard place.position < page.entries.count, let kind = index.kind(of: page.entries[place.position]),
      let geometry = try objectShape(place.position, page, place.page).geometry
    else { throw damaged("object \(id.rawValue)") }
    let centroid = geometry.centroid
    var object = try objectRow(id)
    object.ranks = kind.ranks
    object.adminLevel = kind.adminLevel
    object.centroid = centroid
    object.geometry = withGeometry ? geometry : .point(centroid)
    return object
  }

  /// The rows of an OpenStreetMap object, one for each of its main tags; empty when the store has none.
  ///
  /// This finds the objects of the boundaries and place nodes that the engine's areas and places refer to by their
  /// source.
  public func objects(of source: SourceReference) throws(StoreError) -> [MapObjectID] {
    let key = source.sortKey
    let sources = try openObjects().sources
    let row = try undamaged("objects") { () throws(TableTree.Damage) in try sources.lastRow(notAfter: key) }
    guard let row else { return [] }
    guard var columns = RowCursor(row.record) else { throw damaged("objects") }
    columns.skip()
    guard let found = columns.bytes().flatMap({ ObjectSources.objects(key, in: $0, first: row.key) }) else {
      throw damaged("objects of \(source.type.rawValue) \(source.id)")
    }
    return found
  }

  // MARK: Search

  private func visit(
    _ search: ObjectSearch, _ isWanted: (MapObjectID, MapObjectRanks, MapLayers) -> Bool,
    _ body: (MapObjectSketch) throws(StoreError) -> Void
  ) throws(StoreError) {
    let index = try objectIndex()
    let everywhere = FixedBox(minX: .min, minY: .min, maxX: .max, maxY: .max)
    for group in index.groups where group.ranks.overlaps(search.ranks) {
      try visit(index, group, level: group.levels.count - 1, node: 0, in: everywhere, search, isWanted, body)
    }
  }

  /// Visits the objects below a node of a group's tree that are near the point.
  ///
  /// - Parameter outer: the node's box in its parent, which must contain the node. Without this check, damaged boxes
  ///   could lead to every object of a store.
  private func visit(
    _ index: ObjectIndex, _ group: ObjectIndex.Group, level: Int, node: UInt32, in outer: FixedBox,
    _ search: ObjectSearch,
    _ isWanted: (MapObjectID, MapObjectRanks, MapLayers) -> Bool,
    _ body: (MapObjectSketch) throws(StoreError) -> Void
  ) throws(StoreError) {
    try forEachChild(index, group, level: level, node: node, in: outer) { (child, box) throws(StoreError) in
      guard search.touches(box) else { return }
      if level > 0 {
        try visit(index, group, level: level - 1, node: child, in: box, search, isWanted, body)
      } else {
        let first = group.firstObject + Int64(child) * Int64(ObjectTree.pageSize)
        try visit(index, page: group.firstPage &+ child, in: box, firstID: first, search, isWanted, body)
      }
    }
  }

  /// Calls `body` with the children of a node and their boxes: nodes, or pages below a node of the lowest level.
  ///
  /// - Parameter outer: the node's box in its parent, which must contain the node.
  func forEachChild(
    _ index: ObjectIndex, _ group: ObjectIndex.Group, level: Int, node: UInt32, in outer: FixedBox,
    _ body: (_ child: UInt32, _ box: FixedBox) throws(StoreError) -> Void
  ) throws(StoreError) {
    let found = try index.node(group.levels[level].first &+ node) { damaged($0) }
    guard outer.contains(found.box) else { throw damaged("an object node") }
    for (position, box) in found.boxes.enumerated() {
      let child = node &* UInt32(ObjectTree.pageSize) &+ UInt32(position)
      guard child < (level > 0 ? group.levels[level - 1].count : group.pages) else { throw damaged("an object node") }
      try body(child, box)
    }
  }

  /// Visits the objects of a page that are near the point.
  func visit(
    _ index: ObjectIndex, page number: UInt32, in outer: FixedBox, firstID: Int64, _ search: ObjectSearch,
    _ isWanted: (MapObjectID, MapObjectRanks, MapLayers) -> Bool,
    _ body: (MapObjectSketch) throws(StoreError) -> Void
  ) throws(StoreError) {
    let page = try objectPage(number)
    guard outer.contains(page.box) else { throw damaged("object page \(number)") }
    for (position, entry) in page.entries.enumerated() where search.touches(entry.box) {
      guard let kind = index.kind(of: entry) else { throw damaged("an object's kind") }
      let id = MapObjectID(rawValue: firstID + Int64(position))
      guard search.ranks.contains(kind.ranks.search), isWanted(id, kind.ranks, kind.layers),
        let nearest = try objectShape(position, page, number).nearest(search.projection, within: search.squaredMeters)
      else { continue }
      try body(
        MapObjectSketch(
          id: id, ranks: kind.ranks, layers: kind.layers,
          hasName: kind.hasName, hasHouseNumber: kind.hasHouseNumber, isArea: entry.isArea,
          distanceMeters: nearest.squaredMeters.squareRoot(), nearest: search.projection.unproject(nearest.point)))
    }
  }

  private func objectPage(_ number: UInt32) throws(StoreError) -> ObjectPage {
    try objectIndex().page(
      number, areaBox: { (id) throws(StoreError) in try self.area(AreaID(id)).box }, { damaged($0) })
  }

  private func objectShape(
    _ position: Int, _ page: ObjectPage, _ number: UInt32
  ) throws(StoreError) -> ObjectShape {
    try objectIndex().shape(of: position, on: page, number) { (id) throws(StoreError) in
      try self.boundary(of: AreaID(id))
    }
  }

  /// Opens the objects at their first use, as most queries do not need them.
  func objectIndex() throws(StoreError) -> ObjectIndex { try openObjects().index }

  func openObjects() throws(StoreError) -> OpenObjects {
    if let objectStore { return objectStore }
    let opened = try OpenObjects(database, tables.roots)
    objectStore = opened
    return opened
  }
}

/// The tables and statements for reading objects, opened at their first use.
final class OpenObjects {
  let index: ObjectIndex
  let objects: TableTree
  let tags: TableTree
  let keys: TableTree
  let sources: TableTree
  let entrances: Statement

  fileprivate init(_ database: Database, _ roots: TableRoots) throws(StoreError) {
    index = try ObjectIndex(database, roots)
    objects = try roots.tree("object")
    tags = try roots.tree("object_tag")
    keys = try roots.tree("object_key")
    sources = try roots.tree("object_source")
    entrances = try Statement(
      database, "SELECT node_id, x, y, tag_id, tags FROM entrance WHERE way_id = ? ORDER BY node_id")
  }
}

/// The criteria of a search for objects.
struct ObjectSearch {
  let projection: LocalProjection
  let squaredMeters: Double
  let ranks: ClosedRange<UInt8>
  private let boxes: SearchBoxes

  /// A search around a point.
  ///
  /// - Parameter isShapeAnywhere: whether it is enough for the object's box to come within the distance.
  init(_ point: FixedPoint, _ distance: Double, _ ranks: ClosedRange<UInt8>, isShapeAnywhere: Bool = false) {
    projection = LocalProjection(origin: point)
    squaredMeters = isShapeAnywhere ? .infinity : distance * distance
    self.ranks = ranks
    boxes = SearchBoxes(around: point, radiusMeters: distance)
  }

  /// Whether something in a box could be near enough.
  @inline(__always) func touches(_ box: FixedBox) -> Bool { boxes.intersects(box) }
}
