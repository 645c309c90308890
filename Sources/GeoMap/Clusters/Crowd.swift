import GeoModel

/// The annotations of one template that do not cluster. They all look alike, so what is in front of others can be found without a look at
/// each of them.
final class Crowd {
  /// How their views look.
  let look: ViewKind
  let index: SpatialIndex

  init(look: ViewKind, index: SpatialIndex) {
    self.look = look
    self.index = index
  }

  /// From this number of an index on they are those of crowds.
  static let firstIndex = UInt16(1) << 15
}

/// What is placed before what: the higher priority, then what is nearer to the middle of the map, then the lower number.
struct FrontOrder: Comparable {
  /// Priority and distance, rounded; lower for what is placed earlier.
  var rank: UInt64
  /// The square of the distance from the middle.
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

  /// The priority that counts, then the distance from the middle of the map.
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
