import GeoModel

/// A square of the quadtree, identified by its level and the position of its first point on the Hilbert curve.
public struct TileCell: BitwiseCopyable, Sendable {
  /// The Hilbert index of the square's first point.
  public var index: UInt64
  /// 0 for the root, whose side is 2^32 units; each level halves the side.
  public var level: Int
  /// The south-western corner in unsigned units.
  public var x: UInt32, y: UInt32
  /// The orientation of the curve in the square.
  public var orientation: UInt8

  /// The finest level. Its squares have sides of 2^9 units (5.7 m), and its indices end in eighteen zero bits.
  public static let finestLevel = 23
  /// The low bits of a key, which hold the level.
  public static let levelMask: Int64 = 31
  /// The root square, which contains the whole Earth.
  public static let root = TileCell(index: 0, level: 0, x: 0, y: 0, orientation: HilbertCurve.rootOrientation)

  /// The quarter that comes `digit`-th (0 to 3) along the curve.
  public func child(_ digit: Int) -> TileCell {
    let quarter = HilbertCurve.quarter(orientation: orientation, digit: digit)
    let shift = UInt32(31 - level)
    return TileCell(
      index: index | UInt64(digit) << (2 * UInt64(31 - level)), level: level + 1, x: x | quarter.x << shift,
      y: y | quarter.y << shift, orientation: quarter.orientation)
  }

  /// The square's key in the table `tile`: its index with the level in the low five bits.
  public var key: Int64 { Int64(index) | Int64(level) }

  /// The Hilbert index of the square's last point.
  public var lastIndex: UInt64 { index | (level == 0 ? .max : (1 << (64 - 2 * UInt64(level))) - 1) }

  /// The Hilbert index of the last point of a key's square; nil for a number that is no square's key.
  ///
  /// Such a number is negative, or its level is too fine, or its index is not that of a square's first point.
  @inline(__always) public static func lastIndex(ofKey key: Int64) -> UInt64? {
    let level = UInt64(truncatingIfNeeded: key & levelMask)
    guard key >= 0, level <= UInt64(finestLevel) else { return nil }
    let index = UInt64(truncatingIfNeeded: key & ~levelMask)
    let within = level == 0 ? UInt64.max : (1 &<< (64 &- 2 &* level)) &- 1
    return index & within == 0 ? index | within : nil
  }

  /// The box of a level's square that contains a point, computed without the curve.
  public static func box(containing point: FixedPoint, level: Int) -> FixedBox {
    let mask: UInt32 = level == 0 ? 0 : ~0 << UInt32(32 - level)
    let (x, y) = HilbertCurve.grid(point)
    return box(x: x & mask, y: y & mask, level: level)
  }

  /// The part of the square that lies on the Earth, edges included.
  public var box: FixedBox { TileCell.box(x: x, y: y, level: level) }

  private static func box(x: UInt32, y: UInt32, level: Int) -> FixedBox {
    let side = Int64(1) << Int64(32 - level)
    let west = Int64(x) - Int64(Globe.halfTurn)
    let south = Int64(y) - Int64(Globe.pole)
    return FixedBox(
      minX: Int32(clamping: west), minY: Int32(clamping: south),
      maxX: Int32(min(west + side - 1, Int64(Globe.halfTurn))), maxY: Int32(min(south + side - 1, Int64(Globe.pole))))
  }

  /// The square of a level that contains a point.
  public init(containing point: FixedPoint, level: Int) {
    let mask: UInt64 = level == 0 ? 0 : ~((1 << (64 - 2 * UInt64(level))) - 1)
    self.init(key: Int64(HilbertCurve.index(point) & mask) | Int64(level))
  }

  /// The square of a key for which ``lastIndex(ofKey:)`` is not nil.
  public init(key: Int64) {
    var cell = TileCell.root
    for level in 0..<Int(key & TileCell.levelMask) {
      cell = cell.child(Int(truncatingIfNeeded: UInt64(bitPattern: key) >> (2 * UInt64(31 - level))) & 3)
    }
    self = cell
  }

  /// A square with all its properties.
  public init(index: UInt64, level: Int, x: UInt32, y: UInt32, orientation: UInt8) {
    self.index = index
    self.level = level
    self.x = x
    self.y = y
    self.orientation = orientation
  }

  /// The one to four squares that cover a box, in the order of the curve.
  ///
  /// Their level is the finest one whose side is at least that of the box.
  public static func squares(covering box: FixedBox) -> [TileCell] {
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
