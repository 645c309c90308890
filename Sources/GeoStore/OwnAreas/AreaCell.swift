import GeoModel
import GeoSupport

/// A square of the Earth in an index of areas: a leaf of a quadtree, by the bits of its south-western corner in turn (Morton order) with its level in
/// the low five bits. STORE.md describes its bytes.
struct AreaCell: Hashable {
  /// The finest level: a square of 256 units, 2.8 m.
  static let finestLevel: UInt64 = 24
  /// Which square it is.
  let key: UInt64

  /// The whole Earth.
  static let root = AreaCell(key: 0)

  var level: UInt64 { key & 31 }
  /// Its side in 1e-7 degree.
  var side: Int64 { 1 << Int64(32 - level) }

  /// Its edges in 1e-7 degree, the eastern and northern one outside. They may lie beyond the Earth's.
  var minX: Int64 { Int64(InterleavedBits.part(key & ~31).x) - Int64(Globe.halfTurn) }
  var minY: Int64 { Int64(InterleavedBits.part(key & ~31).y) - Int64(Globe.pole) }

  /// One of its four quarters, in the order of their keys.
  func quarter(_ number: UInt64) -> AreaCell {
    let below = level + 1
    return AreaCell(key: (key & ~31) + number << (64 - 2 * below) + below)
  }

  /// The bits of a point; the cell that contains it has the greatest key up to `bits | 31`.
  static func bits(of point: FixedPoint) -> UInt64 {
    InterleavedBits.join(
      UInt32(truncatingIfNeeded: Int64(point.x) + Int64(Globe.halfTurn)),
      UInt32(truncatingIfNeeded: Int64(point.y) + Int64(Globe.pole)))
  }

  /// Whether a point with these bits lies in the cell.
  func contains(_ bits: UInt64) -> Bool { (bits ^ key) >> (64 - 2 * level) == 0 }
}

extension AreaCell {
  /// Calls with the areas that contain a point of the cell, ascending.
  ///
  /// - Parameter bytes: those of the cell.
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
      // Of an area in several parts each is there by itself.
      if isInside, number != last, !reader.isDamaged {
        body(number)
        last = number
      }
    }
    return !reader.isDamaged
  }

  /// Whether a point is inside one polygon, by the even-odd rule, exactly: counts the edges west of it. Those west of the whole cell are summed up
  /// in latitudes at which their number changes from even to odd or back.
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
