import GeoModel

extension StoreReader {
  /// Visits groups of houses with a postal code, those with the nearest box first, while their box is nearer than a bound that
  /// the visitor may lower as it finds houses.
  ///
  /// 1. A queue holds nodes and rows of the R-tree by the distance to their boxes; it starts with the root.
  /// 2. The nearest is taken out: a node puts what it holds, and what is near enough, into the queue; a row is visited.
  /// 3. The search ends when the nearest is farther than the bound. Boxes beyond the antimeridian count the short way round.
  /// 4. Each node and each row is looked at once at most, so a search that looks at more than there is goes round in a damaged tree.
  /// 5. What the nodes have within reach is kept for the next searches around the same point that go no farther, as an answer asks up to
  ///    four times.
  /// 6. Of most groups that were visited before ``StreetBits`` know that they have no house on the street.
  ///
  /// - Parameters:
  ///   - projection: around the asked point.
  ///   - street: the name of a street: groups without it may be left out; nil visits all.
  ///   - squaredBound: the square of the distance in meters below which a group is of interest.
  ///   - body: gets a group and the bound.
  public func forEachPostalGroup(
    near projection: LocalProjection, on street: NameID? = nil, squaredBound: Double,
    _ body: (PostalGroup, _ squaredBound: inout Double) throws(StoreError) -> Void
  ) throws(StoreError) {
    var bound = squaredBound
    var (nodes, bytes) = (tables.postalGroupNodes, file.bytes.count)
    postalQueue.removeAll()
    postalNodes.begin(around: projection, squaredReach: squaredBound)
    try expand(1, level: nil, projection, street, bound)
    while let entry = postalQueue.removeFirst(), entry.squaredMeters < bound {
      if entry.level >= 0 {
        nodes -= 1
        guard nodes > 0 else { throw damaged("postal group nodes") }
        try expand(entry.id, level: entry.level, projection, street, bound)
      } else {
        var row = try row(tables.postalGroup, UInt32(truncatingIfNeeded: entry.id), "postal group")
        guard let group = PostalGroup(&row), bytes >= group.byteCount else { throw damaged("postal group \(entry.id)") }
        bytes -= group.byteCount
        if street != nil { postalStreets.keep(group.streets, for: UInt64(bitPattern: entry.id)) }
        try body(group, &bound)
      }
    }
  }

  /// Puts the cells of a node into the queue.
  ///
  /// - Parameter level: levels below the node; nil for the root, which says it itself.
  private func expand(
    _ node: Int64, level: Int?, _ projection: LocalProjection, _ street: NameID?, _ squaredBound: Double
  ) throws(StoreError) {
    var cells = postalNodes.cells(of: node)
    if cells == nil {
      try read(node, level: level, projection)
      cells = postalNodes.cells(of: node)
    }
    for position in cells ?? 0..<0 where postalNodes.cells[position].squaredMeters < squaredBound {
      let cell = postalNodes.cells[position]
      if let street, cell.level < 0, let streets = postalStreets[UInt64(bitPattern: cell.id)],
        !streets.mayContain(street)
      {
        continue
      }
      postalQueue.insert(cell)
    }
  }

  /// Reads the cells of a node that are within reach. The layout of a node is SQLite's; see ``RTreeWriter``.
  private func read(_ node: Int64, level: Int?, _ projection: LocalProjection) throws(StoreError) {
    guard let row = try? tables.postalGroupNode.row(node), var columns = RowCursor(row.record) else {
      throw damaged("postal group node \(node)")
    }
    columns.skip()
    guard let bytes = columns.bytes().map({ UnsafeRawBufferPointer($0) }), bytes.count >= 4 else {
      throw damaged("postal group node \(node)")
    }
    func number<Value: FixedWidthInteger>(_ offset: Int, as type: Value.Type) -> Value {
      Value(bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: Value.self))
    }
    let level = level ?? Int(number(0, as: UInt16.self))
    let count = Int(number(2, as: UInt16.self))
    guard 4 + count * 24 <= bytes.count, level < 64 else { throw damaged("postal group node \(node)") }
    let squaredReach = postalNodes.squaredReach
    let window = postalNodes.window
    postalNodes.append(node)
    for cell in 0..<count {
      let start = 4 + cell * 24
      // Most cells are too far north or south already, most others too far east or west.
      if number(start + 16, as: Int32.self) > window.maxY || number(start + 20, as: Int32.self) < window.minY
        || number(start + 8, as: Int32.self) > window.maxX || number(start + 12, as: Int32.self) < window.minX
      {
        continue
      }
      let box = FixedBox(
        minX: number(start + 8, as: Int32.self), minY: number(start + 16, as: Int32.self),
        maxX: number(start + 12, as: Int32.self), maxY: number(start + 20, as: Int32.self))
      let squared = projection.squaredDistance(to: box)
      guard squared < squaredReach else { continue }
      postalNodes.append(
        NearestQueue.Entry(squaredMeters: squared, id: number(start, as: Int64.self), level: level - 1))
    }
  }
}

/// The cells within reach of one point, by the nodes of a tree that have them.
struct NearNodes {
  private var origin: FixedPoint?
  /// The square of the reach, in square meters.
  private(set) var squaredReach = 0.0
  /// Nothing that lies beyond one of its edges is within reach.
  private(set) var window = FixedBox.empty
  private var nodes: [(number: Int64, firstCell: Int)] = []
  /// The cells of all nodes, one node after the other.
  private(set) var cells: [NearestQueue.Entry] = []

  /// Forgets everything, unless it is about the same point and reaches as far.
  mutating func begin(around projection: LocalProjection, squaredReach: Double) {
    let point = projection.origin
    if origin == point, self.squaredReach >= squaredReach { return }
    origin = point
    self.squaredReach = squaredReach
    window = NearNodes.window(around: projection, meters: squaredReach.squareRoot())
    nodes.removeAll(keepingCapacity: true)
    cells.removeAll(keepingCapacity: true)
  }

  private static func window(around projection: LocalProjection, meters: Double) -> FixedBox {
    let (x, y) = (Int64(projection.origin.x), Int64(projection.origin.y))
    let height = Int64(min(meters * LocalProjection.unitsPerMeterY * 1.000_001, 4e9)) + 1
    let width = Int64(min(meters * projection.unitsPerMeterX * 1.000_001, 4e9)) + 1
    // Near the antimeridian what is beyond it may be within reach.
    let isWhole = abs(x) + width > Int64(Globe.halfTurn)
    return FixedBox(
      minX: isWhole ? .min : Int32(x - width), minY: Int32(clamping: y - height),
      maxX: isWhole ? .max : Int32(x + width), maxY: Int32(clamping: y + height))
  }

  /// Positions in ``cells`` of those of a node; nil when it was not read.
  func cells(of number: Int64) -> Range<Int>? {
    guard let index = nodes.firstIndex(where: { $0.number == number }) else { return nil }
    return nodes[index].firstCell..<(index + 1 < nodes.count ? nodes[index + 1].firstCell : cells.count)
  }

  /// Begins with the next node.
  mutating func append(_ number: Int64) { nodes.append((number, cells.count)) }

  /// Adds a cell of the last node.
  mutating func append(_ cell: NearestQueue.Entry) { cells.append(cell) }
}

/// What is still to be looked at in a search of a tree, the nearest first: a binary heap that keeps its room.
struct NearestQueue {
  /// A node of the tree, or a row.
  struct Entry {
    /// Square of the distance to its box, in square meters.
    var squaredMeters: Double
    /// Number of the node or id of the row.
    var id: Int64
    /// Levels of nodes below; -1 for a row.
    var level: Int
  }

  private var entries: [Entry] = []

  /// Forgets everything.
  mutating func removeAll() { entries.removeAll(keepingCapacity: true) }

  /// Adds an entry.
  mutating func insert(_ entry: Entry) {
    var position = entries.count
    entries.append(entry)
    while position > 0 {
      let parent = (position - 1) / 2
      if entries[parent].squaredMeters <= entry.squaredMeters { break }
      entries[position] = entries[parent]
      position = parent
    }
    entries[position] = entry
  }

  /// Takes the nearest entry out; nil when there is none.
  mutating func removeFirst() -> Entry? {
    guard let first = entries.first, let last = entries.popLast() else { return nil }
    if entries.isEmpty { return first }
    var position = 0
    while true {
      var child = 2 * position + 1
      if child >= entries.count { break }
      if child + 1 < entries.count, entries[child + 1].squaredMeters < entries[child].squaredMeters { child += 1 }
      if last.squaredMeters <= entries[child].squaredMeters { break }
      entries[position] = entries[child]
      position = child
    }
    entries[position] = last
    return first
  }
}
