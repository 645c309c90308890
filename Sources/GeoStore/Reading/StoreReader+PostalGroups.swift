import GeoModel

extension StoreReader {
  /// Visits groups of houses with a postal code, those with the nearest box first, while their box is nearer than a bound that
  /// the visitor may lower as it finds houses.
  ///
  /// 1. A queue holds nodes and rows of the R-tree by the distance to their boxes; it starts with the root.
  /// 2. The nearest is taken out: a node puts what it holds, and what is near enough, into the queue; a row is visited.
  /// 3. The search ends when the nearest is farther than the bound. Boxes beyond the antimeridian count the short way round.
  ///
  /// - Parameters:
  ///   - projection: around the asked point.
  ///   - squaredBound: the square of the distance in meters below which a group is of interest.
  ///   - body: gets a group and the bound.
  public func forEachPostalGroup(
    near projection: LocalProjection, squaredBound: Double,
    _ body: (PostalGroup, _ squaredBound: inout Double) throws(StoreError) -> Void
  ) throws(StoreError) {
    var bound = squaredBound
    postalQueue.removeAll()
    try expand(1, level: nil, projection, bound)
    while let entry = postalQueue.removeFirst(), entry.squaredMeters < bound {
      if entry.level >= 0 {
        try expand(entry.id, level: entry.level, projection, bound)
      } else {
        var row = try row(tables.postalGroup, UInt32(truncatingIfNeeded: entry.id), "postal group")
        guard let group = PostalGroup(&row) else { throw damaged("postal group \(entry.id)") }
        try body(group, &bound)
      }
    }
  }

  /// Puts the cells of a node into the queue. The layout of a node is SQLite's; see ``RTreeWriter``.
  ///
  /// - Parameter level: levels below the node; nil for the root, which says it itself.
  private func expand(
    _ node: Int64, level: Int?, _ projection: LocalProjection, _ squaredBound: Double
  ) throws(StoreError) {
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
    let height = Int64(squaredBound.squareRoot() / LocalProjection.metersPerUnitY) + 1
    for cell in 0..<count {
      let start = 4 + cell * 24
      // Most cells are too far north or south already.
      let south = Int64(number(start + 16, as: Int32.self)) - Int64(projection.origin.y)
      let north = Int64(projection.origin.y) - Int64(number(start + 20, as: Int32.self))
      if max(south, north) > height { continue }
      let box = FixedBox(
        minX: number(start + 8, as: Int32.self), minY: number(start + 16, as: Int32.self),
        maxX: number(start + 12, as: Int32.self), maxY: number(start + 20, as: Int32.self))
      let squared = projection.squaredDistance(to: box)
      guard squared < squaredBound else { continue }
      postalQueue.insert(
        NearestQueue.Entry(squaredMeters: squared, id: number(start, as: Int64.self), level: level - 1))
    }
  }
}
