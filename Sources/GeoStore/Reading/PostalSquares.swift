import GeoModel
import GeoSupport

/// A square of the Earth that is asked about groups of houses within reach of any of its points.
struct PostalSquare {
  /// How far the question reaches, in meters.
  fileprivate let reachMeters: Float
  /// Bits of the side in 1e-7 degree.
  private let bits: UInt64
  /// The place among the squares of this size, from the south-western end of the world.
  private let column: UInt64
  private let row: UInt64

  /// Nearly all questions reach as far as this or less, in meters; and no two points of the Earth are farther from one another.
  private static let (leastReach, farthest) = (300.0, 21_000_000.0)

  /// The reach of the squares whose groups are picked from those of larger ones, at most, and of those larger ones, in meters.
  private static let (smallReach, largeReach) = (500.0, 1_500.0)

  /// The square of a point. Its side is one to two times as long as the reach.
  init(around point: FixedPoint, reachMeters: Double) {
    let reach = min(max(reachMeters, PostalSquare.leastReach), PostalSquare.farthest)
    self.reachMeters = Float(reach).nextUp
    bits = UInt64(64 - UInt64(reach * LocalProjection.unitsPerMeterY).leadingZeroBitCount)
    column = UInt64(Int64(point.x) + Int64(Globe.halfTurn)) >> bits
    row = UInt64(Int64(point.y) + Int64(Globe.pole)) >> bits
  }

  /// A larger square around a small one, with all that is within reach of this one and more; nil when it is not small.
  func larger(around point: FixedPoint) -> PostalSquare? {
    reachMeters <= Float(PostalSquare.smallReach)
      ? PostalSquare(around: point, reachMeters: PostalSquare.largeReach) : nil
  }

  /// The square by its size and place, with 17 bits or less for each place.
  fileprivate var key: UInt64 { bits << 40 | column << 20 | row }

  /// The boxes of everything within reach of any point of the square.
  var surroundings: SearchBoxes {
    let half = Int64(1) << Int64(bits - 1)
    let x = Int64(column << bits) + half - Int64(Globe.halfTurn)
    let y = Int64(row << bits) + half - Int64(Globe.pole)
    let middle = FixedPoint(x: Int32(clamping: x), y: Int32(clamping: min(y, Int64(Globe.pole))))
    // To a corner, at the equator; elsewhere it is nearer.
    let radius = Double(half) * 2.0.squareRoot() / LocalProjection.unitsPerMeterY
    return SearchBoxes(around: middle, radiusMeters: Double(reachMeters) + radius)
  }
}

/// The groups of houses with a postal code around the squares that were asked about lately.
///
/// A walk through their R-tree takes a twentieth of an answer, an answer asks up to four times, and around most points there is none.
struct PostalSquares {
  private struct Square: BitwiseCopyable {
    var reachMeters: Float
    var first: Int32
    var end: Int32
  }

  /// Groups kept at most, 40 bytes each, a dozen for the smallest squares of a town.
  private static let capacity = 131_072
  /// So many are looked through as fast as a smaller square is looked up.
  static let few = 48
  private static func noSquares() -> SlotTable<Square> { SlotTable(slotBits: 13) }

  private var squares = PostalSquares.noSquares()
  // What is known of the groups of all squares, one square after the other, each part in an array of its own: of most groups one look tells
  // that they are elsewhere, and many are looked at in one line of memory.
  private var ids: [UInt32] = []
  private var codes: [NameID] = []
  private var streets: [UInt64] = []
  private var areas: [UInt64] = []
  private var boxes: [FixedBox] = []

  /// Positions of the groups around a square; nil when they are not kept.
  @inline(__always) func positions(of square: PostalSquare) -> Range<Int>? {
    guard let known = squares[square.key], known.reachMeters >= square.reachMeters else { return nil }
    return Int(known.first)..<Int(known.end)
  }

  /// Visits the groups at some positions that may have a house where one is wanted; they need not have one.
  ///
  /// - Parameters:
  ///   - street: the name of the street that the house must be on; nil for any house, which must be near.
  ///   - area: the area that the house must be in; nil for any.
  ///   - body: gets the group's row, position, code and box.
  @inline(__always) func forEach(
    at positions: Range<Int>, on street: NameID?, in area: AreaID?, near: SearchBoxes,
    _ body: (_ id: UInt32, _ position: Int, _ code: NameID, _ box: FixedBox) throws(StoreError) -> Void
  ) throws(StoreError) {
    let wantedAreas = area.map { PostalEntry.bit(of: $0.rawValue) } ?? .max
    guard let street else {
      // Their boxes leave few.
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

  /// The box of a group that was visited.
  func box(at position: UInt32) -> FixedBox { boxes[Int(position)] }

  /// The code of a group that was visited.
  func code(at position: UInt32) -> NameID { codes[Int(position)] }

  /// Where the group that is added next stands.
  var end: Int { ids.count }

  /// Adds a group to those of the square that is kept next.
  mutating func add(_ id: UInt32, _ entry: PostalEntry, _ box: FixedBox) {
    ids.append(id)
    codes.append(entry.code)
    streets.append(entry.streets)
    areas.append(entry.areas)
    boxes.append(box)
  }

  /// Adds those of some groups that touch some boxes.
  mutating func add(_ positions: Range<Int>, touching near: SearchBoxes) {
    for position in positions where near.intersects(boxes[position]) {
      ids.append(ids[position])
      codes.append(codes[position])
      streets.append(streets[position])
      areas.append(areas[position])
      boxes.append(boxes[position])
    }
  }

  /// Keeps the groups behind a position as those around a square.
  ///
  /// - Returns: their positions, which are good until another square is kept.
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

  /// Gives up the groups of a square that could not be read.
  mutating func giveUp(from first: Int) { remove(first..<end) }

  private mutating func remove(_ positions: some RangeExpression<Int>) {
    ids.removeSubrange(positions)
    codes.removeSubrange(positions)
    streets.removeSubrange(positions)
    areas.removeSubrange(positions)
    boxes.removeSubrange(positions)
  }
}
