import GeoModel

/// Finds and reads map objects of one store. Groups and kinds are kept in memory; nodes and pages are read when needed.
final class ObjectIndex {
  /// A group of objects with the levels of its tree, leaves first.
  struct Group {
    var ranks: ClosedRange<UInt8>
    var firstObject: Int64
    var objects: Int64
    var firstPage: UInt32
    /// The first node and the number of nodes of each level, the root last.
    var levels: [(first: UInt32, count: UInt32)]

    /// The number of pages.
    var pages: UInt32 { UInt32((objects + Int64(ObjectTree.pageSize) - 1) / Int64(ObjectTree.pageSize)) }
  }

  /// The number of cached pages, as a power of two.
  ///
  /// Each page takes about 3 kilobytes.
  private static let pageBits = 10

  let groups: [Group]
  /// Kinds by their id. The first entry is nil, as ids begin with 1.
  private let kinds: [ObjectKind?]
  private let pageTable: TableTree
  private let nodeTable: TableTree
  @exclusivity(unchecked) private var nodes = SlotCache<Node>(bits: 10)
  @exclusivity(unchecked) private var pageNumbers = [UInt32](repeating: 0, count: 1 << pageBits)
  @exclusivity(unchecked) private var pages = [ObjectPage?](repeating: nil, count: 1 << pageBits)
  @exclusivity(unchecked) private var longShapes = SlotCache<ObjectShape>(bits: 8)
  /// The last short shape.
  private let shortShape = ObjectShape()

  /// Opens the objects of a store.
  init(_ database: Database, _ roots: TableRoots) throws(StoreError) {
    pageTable = try roots.tree("object_page")
    nodeTable = try roots.tree("object_node")
    groups = try ObjectIndex.groups(database)
    kinds = try ObjectIndex.kinds(database)
  }

  // MARK: Reading

  /// A node of the tree of a group.
  struct Node {
    /// The boxes of its children.
    var boxes: [FixedBox]
    /// The box around them.
    var box: FixedBox
  }

  /// Returns a node, cached or read.
  func node(_ id: UInt32, _ damaged: (String) -> StoreError) throws(StoreError) -> Node {
    try nodes.value(id) { () throws(StoreError) in
      let bytes = try ObjectIndex.bytes(nodeTable, id) { damaged("object node \(id)") }
      guard let boxes = ObjectTree.decode(bytes) else { throw damaged("object node \(id)") }
      return Node(boxes: boxes, box: FixedBox(around: boxes))
    }
  }

  /// Returns a page, cached or decoded.
  func page(
    _ number: UInt32, areaBox: (UInt32) throws(StoreError) -> FixedBox, _ damaged: (String) -> StoreError
  ) throws(StoreError) -> ObjectPage {
    let slot = Int(number) & (pages.count - 1)
    if pageNumbers[slot] == number, let page = pages[slot] { return page }
    pageNumbers[slot] = 0
    // A page that a caller still holds is replaced, not reused.
    if pages[slot] == nil || !isKnownUniquelyReferenced(&pages[slot]) { pages[slot] = ObjectPage() }
    guard let page = pages[slot] else { throw damaged("object page \(number)") }
    let bytes = try ObjectIndex.bytes(pageTable, number) { damaged("object page \(number)") }
    guard try page.decode(bytes, areaBox: areaBox) else { throw damaged("object page \(number)") }
    pageNumbers[slot] = number
    return page
  }

  /// The shape of an object on the page with this number, valid until the next call.
  func shape(
    of position: Int, on page: ObjectPage, _ number: UInt32, boundary: (UInt32) throws(StoreError) -> [[[FixedPoint]]]
  ) throws(StoreError) -> ObjectShape {
    let entry = page.entries[position]
    guard entry.isLong else {
      try shortShape.decode(entry, on: page, boundary: boundary)
      return shortShape
    }
    return try longShapes.value(number &* UInt32(ObjectTree.pageSize) &+ UInt32(position)) { () throws(StoreError) in
      let shape = ObjectShape()
      try shape.decode(entry, on: page, boundary: boundary)
      return shape
    }
  }

  /// The kind of an object; nil when the store does not have it.
  func kind(of entry: ObjectPage.Entry) -> ObjectKind? {
    kinds.indices.contains(Int(entry.kind)) ? kinds[Int(entry.kind)] : nil
  }

  /// The bytes of a row whose only other column is its id, valid until the next row is read.
  private static func bytes(
    _ table: TableTree, _ id: UInt32, _ damaged: () -> StoreError
  ) throws(StoreError) -> UnsafeBufferPointer<UInt8> {
    do throws(TableTree.Damage) {
      guard let row = try table.row(Int64(id)), var columns = RowCursor(row.record) else { throw TableTree.Damage() }
      columns.skip()
      guard let bytes = columns.bytes() else { throw TableTree.Damage() }
      return bytes
    } catch { throw damaged() }
  }

  /// The page of an object and its position there; nil for an id that the store does not have.
  func place(of id: MapObjectID) -> (page: UInt32, position: Int)? {
    for group in groups where id.rawValue >= group.firstObject && id.rawValue < group.firstObject + group.objects {
      let offset = Int(id.rawValue - group.firstObject)
      return (group.firstPage &+ UInt32(offset / ObjectTree.pageSize), offset % ObjectTree.pageSize)
    }
    return nil
  }

  // MARK: Opening

  private static func groups(_ database: Database) throws(StoreError) -> [Group] {
    let row = try Statement(
      database,
      "SELECT first_rank, last_rank, first_object, objects, first_page, first_node FROM object_group ORDER BY id")
    var groups: [Group] = []
    while try row.step() {
      // A cyclic B-tree in a damaged file would return rows endlessly.
      guard groups.count < ObjectTree.mostGroups else {
        throw StoreError(.damaged, "\(database.path) is damaged (groups of objects); import its extracts again")
      }
      let (low, high) = (UInt8(clamping: row.integer(0)), UInt8(clamping: row.integer(1)))
      // The limit of the numbers below: no store has more objects.
      let ids = 1...Int64(Int32.max)
      guard low <= high, ids.contains(row.integer(2)), ids.contains(row.integer(3)) else { continue }
      var group = Group(
        ranks: low...high, firstObject: row.integer(2), objects: row.integer(3),
        firstPage: UInt32(truncatingIfNeeded: row.integer(4)), levels: [])
      var (first, count) = (UInt32(truncatingIfNeeded: row.integer(5)), group.pages)
      repeat {
        count = (count + UInt32(ObjectTree.pageSize) - 1) / UInt32(ObjectTree.pageSize)
        group.levels.append((first, count))
        first &+= count
      } while count > 1
      groups.append(group)
    }
    return groups
  }

  private static func kinds(_ database: Database) throws(StoreError) -> [ObjectKind?] {
    let row = try Statement(
      database,
      "SELECT id, search_rank, address_rank, layers, has_name, has_house_number, admin_level FROM object_kind ORDER BY id"
    )
    var kinds: [ObjectKind?] = [nil]
    while try row.step() {
      // Ids without gaps are positions in the list. A gap is damage, which is reported when a missing kind is needed.
      guard row.integer(0) == kinds.count else { break }
      kinds.append(
        ObjectKind(
          ranks: MapObjectRanks(search: UInt8(clamping: row.integer(1)), address: UInt8(clamping: row.integer(2))),
          layers: MapLayers(rawValue: UInt8(truncatingIfNeeded: row.integer(3))), hasName: row.integer(4) != 0,
          hasHouseNumber: row.integer(5) != 0, adminLevel: UInt8(clamping: row.integer(6))))
    }
    return kinds
  }
}

/// The facts that a search needs about an object besides its shape.
///
/// There are a few hundred distinct kinds, each stored once.
public struct ObjectKind: Hashable, Sendable {
  package var ranks: MapObjectRanks
  package var layers: MapLayers
  package var hasName: Bool
  package var hasHouseNumber: Bool
  package var adminLevel: UInt8

  /// A kind with all its columns.
  public init(ranks: MapObjectRanks, layers: MapLayers, hasName: Bool, hasHouseNumber: Bool, adminLevel: UInt8) {
    self.ranks = ranks
    self.layers = layers
    self.hasName = hasName
    self.hasHouseNumber = hasHouseNumber
    self.adminLevel = adminLevel
  }
}
