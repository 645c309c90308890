import GeoModel
import GeoSupport

/// A square of the Earth for which the groups of houses within reach of any of its points are cached.
struct PostalSquare {
  /// The reach of the queries that it serves, in meters.
  fileprivate let reachMeters: Float
  /// The base-2 logarithm of its side in 1e-7 degree.
  private let bits: UInt64
  /// Its position among the squares of this size, from the world's south-western corner.
  private let column: UInt64
  private let row: UInt64

  /// The least and greatest reach of a square, in meters.
  ///
  /// Nearly all queries reach no farther than the least, and no two points of the Earth are farther apart than the
  /// greatest.
  private static let (leastReach, farthest) = (300.0, 21_000_000.0)

  /// The greatest reach of a small square and the reach of a larger one, in meters.
  ///
  /// The groups of a small square are selected from those of a larger one.
  private static let (smallReach, largeReach) = (500.0, 1_500.0)

  /// The square around a point. Its side is one to two times as long as the reach.
  init(around point: FixedPoint, reachMeters: Double) {
    let reach = min(max(reachMeters, PostalSquare.leastReach), PostalSquare.farthest)
    self.reachMeters = Float(reach).nextUp
    bits = UInt64(64 - UInt64(reach * LocalProjection.unitsPerMeterY).leadingZeroBitCount)
    column = UInt64(Int64(point.x) + Int64(Globe.halfTurn)) >> bits
    row = UInt64(Int64(point.y) + Int64(Globe.pole)) >> bits
  }

  /// A larger square around a point of this one, which covers everything within this one's reach; nil when this one is
  /// not small.
  func larger(around point: FixedPoint) -> PostalSquare? {
    reachMeters <= Float(PostalSquare.smallReach)
      ? PostalSquare(around: point, reachMeters: PostalSquare.largeReach) : nil
  }

  /// The cache key, made of its size and position. Column and row take at most 17 bits each.
  fileprivate var key: UInt64 { bits << 40 | column << 20 | row }

  /// The boxes of everything within reach of any point of the square.
  var surroundings: SearchBoxes {
    let half = Int64(1) << Int64(bits - 1)
    let x = Int64(column << bits) + half - Int64(Globe.halfTurn)
    let y = Int64(row << bits) + half - Int64(Globe.pole)
    let middle = FixedPoint(x: Int32(clamping: x), y: Int32(clamping: min(y, Int64(Globe.pole))))
    // The distance from the middle to a corner at the equator; elsewhere corners are nearer.
    let radius = Double(half) * 2.0.squareRoot() / LocalProjection.unitsPerMeterY
    return SearchBoxes(around: middle, radiusMeters: Double(reachMeters) + radius)
  }
}

/// The cached groups of houses with a postal code around the squares that were queried recently.
///
/// Without the cache, a walk through the groups' R-tree takes a twentieth of a query. A query needs up to four walks,
/// and around most points there is no group.
struct PostalSquares {
  private struct Square: BitwiseCopyable {
    var reachMeters: Float
    var first: Int32
    var end: Int32
  }

  /// The most groups to keep, 40 bytes each. The smallest squares of a town have a dozen.
  private static let capacity = 131_072
  /// The number of groups that are scanned as fast as a smaller square is looked up.
  static let few = 48
  private static func noSquares() -> SlotTable<Square> { SlotTable(slotBits: 13) }

  private var squares = PostalSquares.noSquares()
  // The groups of all squares, one square after the other, with an array for each field. Most groups are rejected by
  // one field, and many values of one field fit in a cache line.
  private var ids: [UInt32] = []
  private var codes: [NameID] = []
  private var streets: [UInt64] = []
  private var areas: [UInt64] = []
  private var boxes: [FixedBox] = []

  /// The positions of the groups around a square; nil when they are not cached.
  @inline(__always) func positions(of square: PostalSquare) -> Range<Int>? {
    guard let known = squares[square.key], known.reachMeters >= square.reachMeters else { return nil }
    return Int(known.first)..<Int(known.end)
  }

  /// Whether this is at least the second time that a larger square is needed. Records that it is needed.
  mutating func isMetAgain(_ square: PostalSquare) -> Bool {
    guard squares[square.key] == nil else { return true }
    // With no reach, it serves no query.
    squares.keep(Square(reachMeters: -1, first: 0, end: 0), for: square.key)
    return false
  }

  /// Visits the groups at some positions that may have a wanted house. They need not have one.
  ///
  /// - Parameters:
  ///   - street: the name of the street that the house must be on; nil for any house within `near`.
  ///   - area: the area that the house must be in; nil for any.
  ///   - body: called with the group's row, position, code and box.
  @inline(__always) func forEach(
    at positions: Range<Int>, on street: NameID?, in area: AreaID?, near: SearchBoxes,
    _ body: (_ id: UInt32, _ position: Int, _ code: NameID, _ box: FixedBox) throws(StoreError) -> Void
  ) throws(StoreError) {
    let wantedAreas = area.map { PostalEntry.bit(of: $0.rawValue) } ?? .max
    guard let street else {
      // The boxes are tested first, as they reject most groups.
      for position in positions where near.intersects(boxes[position]) {
        if area == nil || areas[position] & wantedAreas != 0 {
          try body(ids[position], position, codes[position], boxes[position])
        }
      }
      return
    }
    let wantedStreets = PostalEntry.bit(of: street.rawValue)
    for position in positions where streets[position] & wantedStreets != 0 {
      if area == nil || areas[position] & wantedAreas != 0 {
        try body(ids[position], position, codes[position], boxes[position])
      }
    }
  }

  /// The box of a visited group.
  func box(at position: UInt32) -> FixedBox { boxes[Int(position)] }

  /// The code of a visited group.
  func code(at position: UInt32) -> NameID { codes[Int(position)] }

  /// The position of the group that is added next.
  var end: Int { ids.count }

  /// Adds a group to the square that is kept next.
  mutating func add(_ id: UInt32, _ entry: PostalEntry, _ box: FixedBox) {
    ids.append(id)
    codes.append(entry.code)
    streets.append(entry.streets)
    areas.append(entry.areas)
    boxes.append(box)
  }

  /// Adds copies of the groups at some positions whose boxes intersect `near`.
  mutating func add(_ positions: Range<Int>, touching near: SearchBoxes) {
    for position in positions where near.intersects(boxes[position]) {
      ids.append(ids[position])
      codes.append(codes[position])
      streets.append(streets[position])
      areas.append(areas[position])
      boxes.append(boxes[position])
    }
  }

  /// Keeps the groups from a position on as those around a square.
  ///
  /// - Returns: their positions, valid until another square is kept.
  mutating func keep(_ square: PostalSquare, from first: Int) -> Range<Int> {
    var first = first
    if end > PostalSquares.capacity {
      squares = PostalSquares.noSquares()
      remove(..<first)
      first = 0
    }
    squares.keep(Square(reachMeters: square.reachMeters, first: Int32(first), end: Int32(end)), for: square.key)
    return first..<end
  }

  /// Removes the groups of a square that could not be read completely.
  mutating func giveUp(from first: Int) { remove(first..<end) }

  private mutating func remove(_ positions: some RangeExpression<Int>) {
    ids.removeSubrange(positions)
    codes.removeSubrange(positions)
    streets.removeSubrange(positions)
    areas.removeSubrange(positions)
    boxes.removeSubrange(positions)
  }
}
