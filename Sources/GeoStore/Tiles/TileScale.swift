import GeoModel

/// Encodes boxes in a tile with one byte for each edge: 256ths of the side of the tile's square, rounded outwards.
///
/// A box is clipped to the tile, as neighboring tiles have the rest. The order is west, south, east, north; 255, 255,
/// 0, 0 is an empty box.
public struct TileScale {
  /// The tile's box.
  public let tile: FixedBox
  /// The base-2 logarithm of a 256th of the square's side, in units.
  ///
  /// At the Earth's edge, a tile is narrower than its square.
  private let shiftX: Int64
  private let shiftY: Int64

  /// The empty box.
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

  /// Encodes a box; empty if it lies outside of the tile.
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

  /// Decodes a box.
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

/// The encoded boxes of many items of a tile: all western edges first, then all southern, eastern and northern ones.
///
/// This layout allows eight items to be compared with a box at once.
struct TileBoxes {
  private let start: UnsafePointer<UInt8>
  /// The number of boxes.
  let count: Int
  /// Bytes after the last box that must be readable.
  static let room = 8

  /// Boxes that begin at an address and have ``room`` readable bytes after them.
  init(_ start: UnsafePointer<UInt8>, count: Int) {
    self.start = start
    self.count = count
  }

  /// No boxes.
  static var none: TileBoxes { TileBoxes(UnsafePointer(bitPattern: 1)!, count: 0) }

  /// The encoded box of one item.
  @inline(__always) subscript(position: Int) -> SIMD4<UInt8> {
    SIMD4(start[position], start[count + position], start[2 * count + position], start[3 * count + position])
  }

  /// Calls `body` with the positions of the boxes that touch a box, ascending.
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

  /// The top bit of each byte of `a` that is less than that of `b`; the other bits mean nothing.
  @inline(__always) static func less(_ a: ByteLanes, _ b: ByteLanes) -> UInt64 {
    // The subtraction uses the low seven bits, with the top bits of the minuend set, so that no byte borrows from the
    // next.
    let isNotLessBelow = (a.bytes | top) &- (b.bytes & ~top)
    return (~a.bytes & b.bytes) | (~(a.bytes ^ b.bytes) & ~isNotLessBelow)
  }
}
