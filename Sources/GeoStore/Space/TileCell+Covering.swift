import GeoModel

extension TileCell {
  /// The squares of the finest level whose side is at least that of the box, which together cover it: one to four, in the
  /// order of the curve.
  static func squares(covering box: FixedBox) -> [TileCell] {
    let extent = max(Int64(box.maxX) - Int64(box.minX), Int64(box.maxY) - Int64(box.minY)) + 1
    var level = TileCell.finestLevel
    while level > 0, Int64(1) << Int64(32 - level) < extent { level -= 1 }
    var squares: [TileCell] = []
    for x in [box.minX, box.maxX] {
      for y in [box.minY, box.maxY] {
        let square = TileCell(containing: FixedPoint(x: x, y: y), level: level)
        if !squares.contains(where: { $0.index == square.index }) { squares.append(square) }
      }
    }
    return squares.sorted { $0.index < $1.index }
  }
}
