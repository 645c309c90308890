import GeoModel
import GeoStore

/// The encoded rows of all tables of map objects, except for what depends on the numbers of names.
struct ObjectRows: Sendable {
  /// A group with the numbers of its first page and node, counted from 1.
  struct Group {
    var objects: ObjectOrder.Group
    var firstPage: Int, firstNode: Int
  }

  /// The order of the objects.
  let order: ObjectOrder
  /// Their keys and tags.
  let dictionary: ObjectDictionary
  /// The encoded tags of each object, except its main tag, in the new order.
  private(set) var tags: PackedRows
  /// The kinds, the most frequent first.
  private(set) var kinds: [ObjectKind]
  private(set) var groups: [Group] = []
  /// Pages and nodes of all groups.
  private(set) var pages: PackedRows
  private(set) var nodes: PackedRows
  /// The index from OpenStreetMap objects to rows, and the first key of each of its pages.
  private(set) var sources: PackedRows
  private(set) var firstSources: MappedArray<Int64>

  /// Encodes the rows of a content's objects.
  ///
  /// - Parameter areas: the order of its areas, whose boundaries objects refer to.
  init(_ content: StoreContent, areas: StoreNumbering.Order) {
    let workspace = content.workspace
    order = ObjectOrder(content)
    dictionary = ObjectDictionary(content)
    tags = PackedRows(in: workspace)
    pages = PackedRows(in: workspace)
    nodes = PackedRows(in: workspace)
    sources = PackedRows(in: workspace)
    firstSources = MappedArray(in: workspace)
    let kinds = ObjectKinds(content, order)
    self.kinds = kinds.sorted
    packTags(content)
    packPages(content, kinds, areas)
    packSources(content)
  }

  private mutating func packTags(_ content: StoreContent) {
    var writer = ByteWriter()
    for position in order.old {
      writer.removeAll()
      let object = content.objects[Int(position)]
      dictionary.encode(content.tags(object.tags).dropFirst(), content.objectTexts, into: &writer)
      tags.append(writer.bytes)
    }
  }

  /// Encodes the pages and the tree of their boxes.
  private mutating func packPages(_ content: StoreContent, _ kinds: ObjectKinds, _ areas: StoreNumbering.Order) {
    var encoder = ObjectPageEncoder(content, areas: ObjectRows.idsByRing(areas, content))
    for group in order.groups {
      groups.append(Group(objects: group, firstPage: pages.count + 1, firstNode: nodes.count + 1))
      var boxes = MappedArray<FixedBox>(in: content.workspace)
      for start in stride(from: group.range.lowerBound, to: group.range.upperBound, by: ObjectTree.pageSize) {
        let range = start..<min(start + ObjectTree.pageSize, group.range.upperBound)
        let objects = range.lazy.map { [order] position in
          (kind: kinds.id(ofObject: position), shape: content.objects[Int(order.old[position])].shape)
        }
        pages.append(encoder.page(objects))
        boxes.append(FixedBox(around: order.boxes[range]))
      }
      ObjectTree.forEachNode(over: boxes) { nodes.append(ObjectTree.encode($0)) }
    }
  }

  /// The new ids of areas by the position of their first ring, for objects that refer to their boundaries.
  private static func idsByRing(_ areas: StoreNumbering.Order, _ content: StoreContent) -> [Int: UInt32] {
    var ids: [Int: UInt32] = [:]
    for (new, position) in areas.old.enumerated() where content.areas[Int(position)].rings.count > 0 {
      ids[content.areas[Int(position)].rings.start] = UInt32(new) + 1
    }
    return ids
  }

  private mutating func packSources(_ content: StoreContent) {
    var entries = MappedArray<KeyedPosition>(in: content.workspace)
    for (new, position) in order.old.enumerated() {
      let key = content.objects[Int(position)].source.sortKey
      entries.append(KeyedPosition(key: UInt64(bitPattern: key), position: new + 1))
    }
    ObjectSources.forEachPage(of: entries) { first, bytes in
      firstSources.append(first)
      sources.append(bytes)
    }
  }
}

/// The kinds of all objects.
private struct ObjectKinds {
  /// The kinds, the most frequent first.
  let sorted: [ObjectKind]
  /// For each object in the new order, the number of its kind. Kinds are numbered in the order of their first objects.
  private var numbers: MappedArray<UInt32>
  /// The ids of the kinds by these numbers.
  private let ids: [Int]

  init(_ content: StoreContent, _ order: ObjectOrder) {
    numbers = MappedArray(in: content.workspace)
    numbers.reserveCapacity(order.old.count)
    var known: [ObjectKind: UInt32] = [:]
    var uses: [(kind: ObjectKind, count: Int)] = []
    for position in order.old {
      let kind = content.objects[Int(position)].kind
      // Neighboring objects are often of the same kind.
      let number = numbers.last.flatMap { uses[Int($0)].kind == kind ? $0 : nil } ?? known[kind] ?? UInt32(uses.count)
      if number == uses.count {
        known[kind] = number
        uses.append((kind, 0))
      }
      uses[Int(number)].count += 1
      numbers.append(number)
    }
    // Equally frequent kinds keep the order of their first objects.
    let byUse = uses.indices.sorted { uses[$0].count > uses[$1].count }
    sorted = byUse.map { uses[$0].kind }
    var ids = [Int](repeating: 0, count: uses.count)
    for (position, number) in byUse.enumerated() { ids[number] = position + 1 }
    self.ids = ids
  }

  /// The id of the kind of an object in the new order.
  func id(ofObject position: Int) -> Int { ids[Int(numbers[position])] }
}
