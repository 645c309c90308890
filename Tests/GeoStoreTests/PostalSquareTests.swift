import GeoModel
import GeoTestKit
import Testing

@testable import GeoStore
@testable import GeoStoreWriting

@Suite("Squares that are asked about groups of houses")
struct PostalSquareTests {
  private func anywhere(_ generator: inout SeededGenerator) -> FixedPoint {
    FixedPoint(
      x: Int32.random(in: -Globe.halfTurn...Globe.halfTurn, using: &generator),
      y: Int32.random(in: -Globe.pole...Globe.pole, using: &generator))
  }

  @Test(
    "whatever is within reach of a point of the square is in its surroundings", arguments: [1.0, 300, 1_500, 40_000])
  func surroundings(reach: Double) {
    var generator = SeededGenerator(seed: 31)
    var shared = 0
    for round in 0..<2_000 {
      var point = anywhere(&generator)
      if round % 4 == 0 { point.x = (point.x < 0 ? -1 : 1) * (Globe.halfTurn - abs(point.x % 1_000)) }
      if round % 5 == 0 { point.y = (point.y < 0 ? -1 : 1) * (Globe.pole - abs(point.y % 200_000)) }
      var squares = PostalSquares()
      let square = PostalSquare(around: point, reachMeters: reach)
      squares.add(7, PostalEntry(code: NameID(9), streets: [], areas: []), FixedBox(point))
      _ = squares.keep(square, from: 0)
      for _ in 0..<8 {
        let other = FixedPoint(
          x: point.x &+ Int32.random(in: -20_000...20_000, using: &generator),
          y: point.y &+ Int32.random(in: -20_000...20_000, using: &generator))
        guard abs(other.x) <= Globe.halfTurn, abs(other.y) <= Globe.pole else { continue }
        guard squares.positions(of: PostalSquare(around: other, reachMeters: reach)) != nil else { continue }
        shared += 1
        let projection = LocalProjection(origin: other)
        let near = projection.unproject(
          LocalPoint(
            x: Double.random(in: -0.7...0.7, using: &generator) * reach,
            y: Double.random(in: -0.7...0.7, using: &generator) * reach))
        guard abs(near.y) <= Globe.pole, projection.squaredDistance(to: FixedBox(near)) <= reach * reach else {
          continue
        }
        #expect(square.surroundings.intersects(FixedBox(near)), "\(near) near \(other) in the square of \(point)")
      }
    }
    #expect(shared > 1_000)
  }

  @Test("a square is known for the reach that it was kept with, and for less")
  func reach() {
    var squares = PostalSquares()
    let point = FixedPoint(x: 95_000_000, y: 471_000_000)
    squares.add(1, PostalEntry(code: NameID(9), streets: [], areas: []), FixedBox(point))
    let kept = squares.keep(PostalSquare(around: point, reachMeters: 300), from: 0)
    #expect(kept == 0..<1)
    #expect(squares.positions(of: PostalSquare(around: point, reachMeters: 100)) == kept)
    #expect(squares.positions(of: PostalSquare(around: point, reachMeters: 310)) == nil)
    #expect(squares.positions(of: PostalSquare(around: point, reachMeters: 1_500)) == nil)
  }

  @Test("a square that was only met serves no query, and is kept when it is read")
  func met() {
    var squares = PostalSquares()
    let square = PostalSquare(around: FixedPoint(x: 95_000_000, y: 471_000_000), reachMeters: 1_500)
    #expect(!squares.isMetAgain(square) && squares.positions(of: square) == nil)
    #expect(squares.isMetAgain(square) && squares.positions(of: square) == nil)
    #expect(squares.keep(square, from: 0).isEmpty && squares.positions(of: square) != nil)
  }

  /// The groups at some positions that may contain a house.
  private func found(
    _ squares: PostalSquares, _ positions: Range<Int>, street: UInt32?, area: UInt32?, near meters: Double = 1_000
  ) throws -> [UInt32] {
    let near = SearchBoxes(around: FixedPoint(x: 0, y: 0), radiusMeters: meters)
    var ids: [UInt32] = []
    try squares.forEach(at: positions, on: street.map { NameID($0) }, in: area.map { AreaID($0) }, near: near) {
      (id, _, code, _) throws(StoreError) in
      #expect(code == NameID(9))
      ids.append(id)
    }
    return ids
  }

  @Test("groups are told apart by their streets and areas, and where no street is asked for by their boxes")
  func groups() throws {
    var squares = PostalSquares()
    let (here, away) = (FixedBox(FixedPoint(x: 0, y: 0)), FixedBox(FixedPoint(x: 90_000_000, y: 0)))
    squares.add(1, PostalEntry(code: NameID(9), streets: [5, 6], areas: [1]), here)
    squares.add(2, PostalEntry(code: NameID(9), streets: [6], areas: [2]), away)
    squares.add(3, PostalEntry(code: NameID(9), streets: [7], areas: [1, 2]), here)
    let all = squares.keep(PostalSquare(around: FixedPoint(x: 0, y: 0), reachMeters: 300), from: 0)
    #expect(try found(squares, all, street: 6, area: nil) == [1, 2])
    #expect(try found(squares, all, street: 6, area: 2) == [2])
    #expect(try found(squares, all, street: 8, area: nil) == [])
    #expect(try found(squares, all, street: nil, area: nil) == [1, 3])
    #expect(try found(squares, all, street: nil, area: 2) == [3])
    // A smaller square gets the groups that touch its surroundings, unchanged.
    let first = squares.end
    squares.add(all, touching: SearchBoxes(around: FixedPoint(x: 0, y: 0), radiusMeters: 500))
    #expect(try found(squares, first..<squares.end, street: 7, area: 1) == [3])
    #expect(try found(squares, first..<squares.end, street: nil, area: nil) == [1, 3])
  }

  @Test("of too many groups the last square's stay")
  func capacity() throws {
    var squares = PostalSquares()
    let bits = PostalEntry(code: NameID(9), streets: [3], areas: [4])
    var last = 0..<0
    for number in 0..<300 {
      let first = squares.end
      for _ in 0..<1_000 { squares.add(1, bits, FixedBox(FixedPoint(x: 0, y: 0))) }
      let square = PostalSquare(around: FixedPoint(x: Int32(number) << 16, y: 0), reachMeters: 300)
      last = squares.keep(square, from: first)
      #expect(last.count == 1_000)
      #expect(squares.positions(of: square) == last)
    }
    #expect(try found(squares, last, street: 3, area: 4) == Array(repeating: 1, count: 1_000))
    #expect(last.upperBound == squares.end && squares.end < 200_000)
    #expect(squares.positions(of: PostalSquare(around: FixedPoint(x: 0, y: 0), reachMeters: 300)) == nil)
  }
}
