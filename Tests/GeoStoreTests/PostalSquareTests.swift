import GeoModel
import GeoTestKit
import Testing

@testable import GeoStore

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
      squares.add(PostalSquares.Group(id: 7, bits: PostalBits(streets: [], areas: [])), FixedBox(point))
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
    squares.add(PostalSquares.Group(id: 1, bits: PostalBits(streets: [], areas: [])), FixedBox(point))
    let kept = squares.keep(PostalSquare(around: point, reachMeters: 300), from: 0)
    #expect(kept == 0..<1)
    #expect(squares.positions(of: PostalSquare(around: point, reachMeters: 100)) == kept)
    #expect(squares.positions(of: PostalSquare(around: point, reachMeters: 310)) == nil)
    #expect(squares.positions(of: PostalSquare(around: point, reachMeters: 1_500)) == nil)
  }

  @Test("of too many groups the last square's stay")
  func capacity() {
    var squares = PostalSquares()
    let group = PostalSquares.Group(id: 1, bits: PostalBits(streets: [], areas: []))
    var last = 0..<0
    for number in 0..<300 {
      let first = squares.groups.count
      for _ in 0..<1_000 { squares.add(group, FixedBox(FixedPoint(x: 0, y: 0))) }
      let square = PostalSquare(around: FixedPoint(x: Int32(number) << 16, y: 0), reachMeters: 300)
      last = squares.keep(square, from: first)
      #expect(last.count == 1_000)
      #expect(squares.positions(of: square) == last)
    }
    #expect(squares.boxes.count == squares.groups.count)
    #expect(last.upperBound == squares.groups.count && squares.groups.count < 200_000)
    #expect(squares.positions(of: PostalSquare(around: FixedPoint(x: 0, y: 0), reachMeters: 300)) == nil)
  }
}
