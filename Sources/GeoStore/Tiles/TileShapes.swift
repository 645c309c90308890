import GeoModel

/// The position of a tile's line, for ``Tile/vertices(of:)``.
public struct TileLine: BitwiseCopyable, Sendable {
  /// The position in the bytes of the tile's shapes.
  let start: Int32
}

/// The vertices of all lines of a tile, decoded one line at a time.
///
/// Nothing in the bytes is trusted: a damaged line is empty, and the damage is reported to the tile's reader. Lines may
/// be shared by many pieces, but ``SearchLimits`` keeps a query from taking seconds.
struct TileShapes {
  private let bytes: UnsafeBufferPointer<UInt8>
  private let tile: FixedBox
  /// Memory for the longest line. Its vertices are valid until the next line is read.
  private let room: UnsafeMutableBufferPointer<FixedPoint>
  private let limits: Unmanaged<SearchLimits>?

  /// No lines.
  static var none: TileShapes { TileShapes() }

  private init() {
    (bytes, tile, limits) = (.none, .empty, nil)
    room = UnsafeMutableBufferPointer(start: nil, count: 0)
  }

  /// The lines in bytes of a tile, which owns all of the memory.
  init(
    _ bytes: UnsafeBufferPointer<UInt8>, in tile: FixedBox, room: UnsafeMutableBufferPointer<FixedPoint>,
    _ limits: SearchLimits
  ) {
    self.bytes = bytes
    self.tile = tile
    self.room = room
    self.limits = Unmanaged.passUnretained(limits)
  }

  /// The number of bytes.
  var count: Int { bytes.count }

  /// Reports inconsistent data.
  func reportDamage() { limits?._withUnsafeGuaranteedRef { $0.areBroken = true } }

  /// A reader that begins at a position.
  @inline(__always) func reader(at position: Int) -> ByteReader {
    guard position >= 0, position <= bytes.count else {
      reportDamage()
      return ByteReader(.none)
    }
    return ByteReader(UnsafeBufferPointer(rebasing: bytes[position...]))
  }

  /// The position of a reader of these bytes.
  @inline(__always) func position(of reader: ByteReader) -> Int { bytes.count - reader.remaining }

  /// The vertices of a line.
  @inline(__always) func vertices(at position: Int) -> UnsafeBufferPointer<FixedPoint> {
    var reader = reader(at: position)
    return vertices(&reader)
  }

  /// The vertices of the line at the reader, which then moves past it; see `TileEncoder.place(line:count:_:)`.
  @inline(__always) func vertices(_ reader: inout ByteReader) -> UnsafeBufferPointer<FixedPoint> {
    let head = reader.varint()
    let count = Int(truncatingIfNeeded: head >> 3)
    let total = head & 4 == 0 ? count : count &+ 1
    guard count > 0, total <= room.count,
      let limits, limits._withUnsafeGuaranteedRef({ $0.read(vertices: total) })
    else { return damaged() }
    var first = FixedPoint(x: tile.minX, y: tile.minY)
    room[0] = reader.point(after: &first)
    let width = Int(head & 3) + 1
    guard let steps = reader.block((count - 1) * width * 2), !reader.isDamaged else { return damaged() }
    VertexSteps(bytes: steps, width: width).add(to: room, count: count)
    if head & 4 != 0 { room[count] = room[0] }
    return UnsafeBufferPointer(rebasing: room[..<total])
  }

  @inline(never) private func damaged() -> UnsafeBufferPointer<FixedPoint> {
    reportDamage()
    return .none
  }
}

/// The differences between the vertices of a line: x and y as little-endian numbers of 1 to 4 bytes each.
///
/// Both differences of a vertex are read and added at once, as all processors that Swift runs on are little-endian.
private struct VertexSteps {
  let bytes: UnsafeRawPointer
  let width: Int

  /// Adds the vertices after the first one, which is already there.
  @inline(__always) func add(to points: UnsafeMutableBufferPointer<FixedPoint>, count: Int) {
    switch width {
    case 1:
      add(to: points, count) {
        SIMD2(truncatingIfNeeded: bytes.loadUnaligned(fromByteOffset: $0 * 2, as: SIMD2<Int8>.self))
      }
    case 2:
      add(to: points, count) {
        SIMD2(truncatingIfNeeded: bytes.loadUnaligned(fromByteOffset: $0 * 4, as: SIMD2<Int16>.self))
      }
    case 3:
      add(to: points, count) { index in
        let low = bytes.loadUnaligned(fromByteOffset: index * 6, as: UInt32.self)
        let high = bytes.loadUnaligned(fromByteOffset: index * 6 + 2, as: UInt32.self)
        return SIMD2(Int32(bitPattern: low << 8), Int32(bitPattern: high)) &>> 8
      }
    default: add(to: points, count) { bytes.loadUnaligned(fromByteOffset: $0 * 8, as: SIMD2<Int32>.self) }
    }
  }

  @inline(__always) private func add(
    to points: UnsafeMutableBufferPointer<FixedPoint>, _ count: Int, _ step: (Int) -> SIMD2<Int32>
  ) {
    let target = UnsafeMutableRawBufferPointer(points)
    var vertex = SIMD2(points[0].x, points[0].y)
    for index in 1..<max(1, count) {
      vertex &+= step(index - 1)
      target.storeBytes(of: vertex, toByteOffset: index * MemoryLayout<FixedPoint>.stride, as: SIMD2<Int32>.self)
    }
  }
}
