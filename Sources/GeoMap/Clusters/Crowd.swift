import GeoModel

/// The annotations of one template whose views do not cluster. They all look alike, so the ones in front can be found
/// without visiting each annotation.
final class Crowd {
  /// The look of their views.
  let look: ViewKind
  let index: SpatialIndex

  init(look: ViewKind, index: SpatialIndex) {
    self.look = look
    self.index = index
  }

  /// The lowest index number of a crowd; lower numbers are those of loners and cluster groups.
  static let firstIndex = UInt16(1) << 15
}

/// The order of placement: higher priority first, then nearer to the middle of the map, then the lower number.
struct FrontOrder: Comparable {
  /// Priority and rounded distance in one number; lower is placed earlier.
  var rank: UInt64
  /// The squared distance from the middle.
  var square: Double
  var number: Int

  init(rank: UInt64, square: Double, number: Int) {
    self.rank = rank
    self.square = square
    self.number = number
  }

  init(_ look: ViewKind, _ offset: ScreenMiddle.Offset, _ number: Int) {
    self.init(rank: FrontOrder.rank(look, offset), square: offset.square, number: number)
  }

  /// Combines the effective priority with the distance from the middle of the map.
  @inline(__always) static func rank(_ look: ViewKind, _ offset: ScreenMiddle.Offset) -> UInt64 {
    let priority: Float = look.collides ? look.priority : 1000
    return (UInt64(~priority.bitPattern) &<< 32) &+ UInt64(Float(offset.square).bitPattern)
  }

  static func < (a: FrontOrder, b: FrontOrder) -> Bool {
    if a.rank != b.rank { return a.rank < b.rank }
    if a.square != b.square { return a.square < b.square }
    return a.number < b.number
  }
}
