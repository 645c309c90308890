import GeoModel

/// Boxes in a tile with a byte for each edge: 256ths of the side of the tile's square, rounded outwards.
///
/// What sticks out of the tile is left out: the neighbors know it. Western, southern, eastern and northern edge follow one another;
/// 255, 255, 0, 0 is an empty box.
public struct TileScale {
  /// The tile's box.
  public let tile: FixedBox
  /// A 256th of the square's side is 2 to the power of this, in units. (Where the Earth ends a tile is not as wide as its square.)
  private let shiftX: Int64
  private let shiftY: Int64

  /// The box that is empty.
  public static var empty: SIMD4<UInt8> { SIMD4(255, 255, 0, 0) }

  /// The scale of a tile.
  @inline(__always) public init(_ tile: FixedBox) {
    self.tile = tile
    shiftX = TileScale.shift(tile.minX, tile.maxX)
    shiftY = TileScale.shift(tile.minY, tile.maxY)
  }

  @inline(__always) private static func shift(_ low: Int32, _ high: Int32) -> Int64 {
    Int64(max(0, Int64.bitWidth - (Int64(high) - Int64(low)).leadingZeroBitCount - 8))
  }

  /// The bytes of a box; empty if it misses the tile.
  @inline(__always) public func bytes(of box: FixedBox) -> SIMD4<UInt8> {
    let part = box.clipped(to: tile)
    guard !part.isEmpty else { return TileScale.empty }
    return SIMD4(x(part.minX), y(part.minY), x(part.maxX), y(part.maxY))
  }

  @inline(__always) private func x(_ value: Int32) -> UInt8 {
    UInt8(truncatingIfNeeded: (Int64(value) - Int64(tile.minX)) &>> shiftX)
  }

  @inline(__always) private func y(_ value: Int32) -> UInt8 {
    UInt8(truncatingIfNeeded: (Int64(value) - Int64(tile.minY)) &>> shiftY)
  }

  /// The box of bytes.
  @inline(__always) public func box(_ bytes: SIMD4<UInt8>) -> FixedBox {
    guard bytes.x <= bytes.z, bytes.y <= bytes.w else { return .empty }
    return FixedBox(
      minX: edge(tile.minX, bytes.x, shiftX, tile.maxX), minY: edge(tile.minY, bytes.y, shiftY, tile.maxY),
      maxX: end(tile.minX, bytes.z, shiftX, tile.maxX), maxY: end(tile.minY, bytes.w, shiftY, tile.maxY))
  }

  @inline(__always) private func edge(_ low: Int32, _ byte: UInt8, _ shift: Int64, _ most: Int32) -> Int32 {
    Int32(truncatingIfNeeded: min(Int64(most), Int64(low) &+ Int64(byte) &<< shift))
  }

  @inline(__always) private func end(_ low: Int32, _ byte: UInt8, _ shift: Int64, _ most: Int32) -> Int32 {
    Int32(truncatingIfNeeded: min(Int64(most), Int64(low) &+ (Int64(byte) &+ 1) &<< shift &- 1))
  }
}

/// The boxes of many things of a tile, all western edges first, then all southern, eastern and northern ones: eight things are compared
/// with a box at once.
struct TileBoxes {
  private let start: UnsafePointer<UInt8>
  /// How many there are.
  let count: Int
  /// Bytes that may be read behind the last one.
  static let room = 8

  /// Boxes from their first byte on, with ``room`` behind them.
  init(_ start: UnsafePointer<UInt8>, count: Int) {
    self.start = start
    self.count = count
  }

  /// No boxes.
  static var none: TileBoxes { TileBoxes(UnsafePointer(bitPattern: 1)!, count: 0) }

  /// The bytes of one.
  @inline(__always) subscript(position: Int) -> SIMD4<UInt8> {
    SIMD4(start[position], start[count + position], start[2 * count + position], start[3 * count + position])
  }

  /// Calls with the positions of those that touch a box, ascending.
  @inline(__always) func forEach<Failure: Error>(
    touching box: SIMD4<UInt8>, in range: Range<Int>, _ body: (Int) throws(Failure) -> Void
  ) throws(Failure) {
    let (west, south) = (ByteLanes(repeating: box.x), ByteLanes(repeating: box.y))
    let (east, north) = (ByteLanes(repeating: box.z), ByteLanes(repeating: box.w))
    var position = range.lowerBound
    while position < range.upperBound {
      var open = ~ByteLanes.less(edges(2, position), west) & ~ByteLanes.less(edges(3, position), south)
      open &= ~ByteLanes.less(east, edges(0, position)) & ~ByteLanes.less(north, edges(1, position)) & ByteLanes.top
      while open != 0 {
        let found = position &+ open.trailingZeroBitCount &>> 3
        if found >= range.upperBound { return }
        try body(found)
        open &= open &- 1
      }
      position &+= 8
    }
  }

  @inline(__always) private func edges(_ side: Int, _ position: Int) -> ByteLanes {
    ByteLanes(UnsafeRawPointer(start + side * count + position).loadUnaligned(as: UInt64.self))
  }
}

/// Eight bytes that are compared at once. (Swift's SIMD types compare bytes one after the other.)
private struct ByteLanes {
  private let bytes: UInt64
  /// The top bit of each byte.
  static var top: UInt64 { 0x8080_8080_8080_8080 }

  /// Eight bytes, the first one lowest.
  @inline(__always) init(_ bytes: UInt64) { self.bytes = UInt64(littleEndian: bytes) }

  /// One byte eight times.
  @inline(__always) init(repeating byte: UInt8) { bytes = UInt64(byte) &* 0x0101_0101_0101_0101 }

  /// The top bit of each byte that is less than the other; the bits below mean nothing.
  @inline(__always) static func less(_ a: ByteLanes, _ b: ByteLanes) -> UInt64 {
    // Without their top bits bytes are subtracted from bytes with one, so that none borrows from the next.
    let isNotLessBelow = (a.bytes | top) &- (b.bytes & ~top)
    return (~a.bytes & b.bytes) | (~(a.bytes ^ b.bytes) & ~isNotLessBelow)
  }
}
