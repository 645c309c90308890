import GeoModel
import GeoSupport

/// A square of the Earth in an index of areas: a leaf of a quadtree.
///
/// Its key interleaves the bits of its south-western corner (Morton order) and has its level in the low five bits.
/// STORE.md describes its encoding.
struct AreaCell: Hashable {
  /// The finest level: a square of 256 units, 2.8 m.
  static let finestLevel: UInt64 = 24
  /// Its key, which identifies the square.
  let key: UInt64

  /// The whole Earth.
  static let root = AreaCell(key: 0)

  var level: UInt64 { key & 31 }
  /// Its side in 1e-7 degree.
  var side: Int64 { 1 << Int64(32 - level) }

  /// Its western and southern edges in 1e-7 degree, which belong to it; the opposite edges do not.
  ///
  /// It may extend beyond the Earth's edges.
  var minX: Int64 { Int64(InterleavedBits.part(key & ~31).x) - Int64(Globe.halfTurn) }
  var minY: Int64 { Int64(InterleavedBits.part(key & ~31).y) - Int64(Globe.pole) }

  /// One of its four quarters, in the order of their keys.
  func quarter(_ number: UInt64) -> AreaCell {
    let below = level + 1
    return AreaCell(key: (key & ~31) + number << (64 - 2 * below) + below)
  }

  /// The interleaved bits of a point. The cell that contains it has the greatest key not above `bits | 31`.
  static func bits(of point: FixedPoint) -> UInt64 {
    InterleavedBits.join(
      UInt32(truncatingIfNeeded: Int64(point.x) + Int64(Globe.halfTurn)),
      UInt32(truncatingIfNeeded: Int64(point.y) + Int64(Globe.pole)))
  }

  /// Whether a point with these bits lies in the cell.
  func contains(_ bits: UInt64) -> Bool { (bits ^ key) >> (64 - 2 * level) == 0 }
}

extension FixedPoint {
  /// The point at which areas are sought. None contains its northern edge, so the North Pole counts as south of it.
  var belowNorthPole: FixedPoint { FixedPoint(x: x, y: min(y, Globe.pole - 1)) }
}

extension AreaCell {
  /// Calls `body` with the areas that contain a point of the cell, ascending.
  ///
  /// - Parameter bytes: the bytes of the cell.
  /// - Returns: false when the bytes are damaged.
  func forEachArea(
    containing point: FixedPoint, _ bytes: UnsafeBufferPointer<UInt8>, _ body: (UInt32) -> Void
  ) -> Bool {
    var reader = ByteReader(bytes)
    var last: UInt32?
    var area: UInt64 = 0
    for _ in 0..<reader.count() {
      let head = reader.varint()
      area &+= head >> 1
      let number = UInt32(truncatingIfNeeded: area)
      let isInside = head & 1 == 0 || contains(point, &reader)
      // An area of several polygons has an entry for each of them.
      if isInside, number != last, !reader.isDamaged {
        body(number)
        last = number
      }
    }
    return !reader.isDamaged
  }

  /// Whether a point is inside one polygon, exactly, by the even-odd rule: counts the edges west of it.
  ///
  /// The edges west of the whole cell are stored only as the latitudes at which their number changes from even to odd
  /// or back.
  private func contains(_ point: FixedPoint, _ reader: inout ByteReader) -> Bool {
    let head = reader.varint()
    var isInside = head & 1 != 0
    var latitude = minY
    for _ in 0..<Int(truncatingIfNeeded: min(head >> 1, UInt64(reader.remaining))) {
      latitude &+= Int64(truncatingIfNeeded: reader.varint())
      if latitude <= point.y { isInside.toggle() }
    }
    for _ in 0..<reader.count() {
      let vertices = reader.count()
      var (x, y) = (minX, minY)
      var from = FixedPoint(x: 0, y: 0)
      for vertex in 0..<vertices {
        x &+= reader.signed()
        y &+= reader.signed()
        guard abs(x) <= Int64(Globe.halfTurn), abs(y) <= Int64(Globe.pole) else {
          reader.reportDamage()
          return false
        }
        let to = FixedPoint(x: Int32(truncatingIfNeeded: x), y: Int32(truncatingIfNeeded: y))
        if vertex > 0, (from.y > point.y) != (to.y > point.y), Tile.crossesWest(from, to, of: point) {
          isInside.toggle()
        }
        from = to
      }
    }
    return isInside
  }
}
