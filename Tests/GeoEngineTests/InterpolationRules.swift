import Foundation
import GeoModel
@testable import GeoStore
import GeoTestKit
import Testing

@testable import GeoEngine

@Suite("Interpolated house numbers") struct InterpolationRules {
  @Test("the number grows along the line and keeps its parity")
  func alongTheLine() throws {
    var town = Town(
      """
      a                         b
      c     p     q             d
      """)
    town.street("Long Street", "ab")
    town.interpolation("1", "27", step: 2, "Long Street", "cd")
    let first = try town.ask("c")
    #expect(first.subThoroughfare == "1")
    #expect(first.match == .interpolation)
    #expect(first.thoroughfare == "Long Street")
    #expect(try town.ask("p").subThoroughfare == "7")
    #expect(try town.ask("q").subThoroughfare == "13")
    #expect(try town.ask("d").subThoroughfare == "27")
  }

  @Test("a house that is nearer than the stretch wins")
  func nearerHouse() throws {
    var town = Town(
      """
      a              b
             h
      c              d
      """, metersPerCell: 8)
    town.street("Long Street", "ab")
    town.house("100", "Long Street", at: "h")
    town.interpolation("1", "9", step: 2, "Long Street", "cd")
    #expect(try town.ask("h").subThoroughfare == "100")
    #expect(try town.ask("d").subThoroughfare == "9")
  }

  @Test("a stretch of another street does not number the street that is answered")
  func otherStreet() throws {
    var town = Town(
      """
      a              b
             p

      c              d
      """, metersPerCell: 8)
    town.street("Long Street", "ab")
    town.interpolation("1", "9", step: 2, "Other Street", "cd")
    #expect(try town.ask("p").subThoroughfare == nil)
  }

  @Test("an address range of a census numbers its street only where no mapped house or stretch does")
  func ranges() throws {
    let drawing = """
      a              b
      c              d
          p     h
      e              f

      i              j
      """
    func town(_ draw: (inout Town) -> Void) -> Town {
      var town = Town(drawing, metersPerCell: 8)
      town.street("Long Street", "ab")
      town.interpolation("101", "131", step: 2, "Long Street", "cd", origin: .range)
      draw(&town)
      return town
    }
    let found = try town { _ in }.ask("p") { $0.includesTrace = true }
    #expect(found.match == .interpolation && found.thoroughfare == "Long Street")
    #expect(found.subThoroughfare == "109")
    #expect(found.trace?.contains { $0.field == "houseNumber" && $0.rule.contains("address range") } == true)
    #expect(try town { _ in }.ask("p") { $0.detail = .street }.subThoroughfare == nil)
    // A house of the street wins although the range is nearer, and so does a mapped interpolation.
    #expect(try town { $0.house("7", "Long Street", at: "h") }.ask("p").subThoroughfare == "7")
    #expect(try town { $0.interpolation("1", "31", step: 2, "Long Street", "ef") }.ask("p").subThoroughfare == "9")
    // A range of another street does not count, however near.
    let other = try town { $0.street("Other Street", "ef") }.ask("p")
    #expect(other.thoroughfare == "Other Street" && other.subThoroughfare == nil)
  }

  @Test("numbers stand where PostGIS puts them, to seven decimals")
  func positions() throws {
    var random = SeededGenerator(seed: 7)
    for _ in 0..<2_000 {
      func point(_ spread: Int32) -> FixedPoint {
        FixedPoint(
          x: -864_670_000 + Int32.random(in: -spread...spread, using: &random),
          y: 324_290_000 + Int32.random(in: -spread...spread, using: &random))
      }
      let line = (0..<Int.random(in: 2...6, using: &random)).map { _ in point(20_000) }
      let (start, end, asked) = (101, 101 + 2 * Int.random(in: 1...40, using: &random), point(25_000))
      let stretch = StoredInterpolation(
        source: SourceReference(type: .way, id: 1), street: nil, streetOrigin: .range, first: "\(start)",
        last: "\(end)", step: 2, postalCode: nil, city: nil, line: line)
      let number = try #require(InterpolatedNumber(on: stretch, nearestTo: asked))
      let (expected, x, y) = postGIS(line, start, end, 2, asked)
      #expect(number.text == "\(expected)")
      #expect(abs(Double(number.place.x) - x) <= 0.5001 && abs(Double(number.place.y) - y) <= 0.5001)
    }
  }

  @Test("a point west of the antimeridian is nearest to the near end of a line east of it")
  func antimeridian() throws {
    let line = [FixedPoint(x: -1_800_000_000, y: -175_000_000), FixedPoint(x: -1_799_999_000, y: -175_000_000)]
    let stretch = StoredInterpolation(
      source: SourceReference(type: .way, id: 1), street: nil, streetOrigin: .tag, first: "11", last: "21", step: 2,
      postalCode: nil, city: nil, line: line)
    let asked = FixedPoint(x: 1_799_999_900, y: -175_000_000)
    let number = try #require(InterpolatedNumber(on: stretch, nearestTo: asked))
    #expect(number.text == "11" && abs(number.place.x) == 1_800_000_000)
  }

  /// `ST_LineLocatePoint`, the rounding of Nominatim's query, and `ST_LineInterpolatePoint`, in plain degrees.
  private func postGIS(
    _ line: [FixedPoint], _ start: Int, _ end: Int, _ step: Int, _ asked: FixedPoint
  ) -> (number: Int, x: Double, y: Double) {
    let vertices = line.map { (x: Double($0.x), y: Double($0.y)) }
    let segments = Array(zip(vertices, vertices.dropFirst()))
    let lengths = segments.map { hypot($1.x - $0.x, $1.y - $0.y) }
    let total = lengths.reduce(0, +)
    var (best, located, before) = (Double.infinity, 0.0, 0.0)
    for ((a, b), length) in zip(segments, lengths) {
      let along = ((Double(asked.x) - a.x) * (b.x - a.x) + (Double(asked.y) - a.y) * (b.y - a.y)) / (length * length)
      let part = min(1, max(0, along))
      let distance = hypot(a.x + part * (b.x - a.x) - Double(asked.x), a.y + part * (b.y - a.y) - Double(asked.y))
      if distance < best { (best, located) = (distance, (before + part * length) / total) }
      before += length
    }
    let factor = Double(step) / Double(end - start)
    let rounded = (located / factor).rounded() * factor
    var rest = rounded * total
    for ((a, b), length) in zip(segments, lengths) {
      if rest <= length {
        return (
          start + Int((rounded / factor).rounded()) * step, a.x + rest / length * (b.x - a.x),
          a.y + rest / length * (b.y - a.y)
        )
      }
      rest -= length
    }
    return (end, vertices.last!.x, vertices.last!.y)
  }

  @Test("letters answer, also from the bare number on")
  func letters() throws {
    var town = Town(
      """
      a                         b
      c       p       q         d
      """)
    town.street("Long Street", "ab")
    town.interpolation("12", "12c", step: 0, "Long Street", "cd")
    #expect(try "cpqd".map { try town.ask($0).subThoroughfare } == ["12", "12a", "12b", "12c"])
  }

  @Test("a stretch without numbers leaves the answer, and its reason, to the street")
  func withoutNumbers() throws {
    var town = Town(
      """
      a              b
      c    p         d
      """, metersPerCell: 8)
    town.street("Long Street", "ab")
    town.interpolation("12a", "14c", step: 0, "Long Street", "cd")
    let answer = try town.ask("p") { $0.includesTrace = true }
    #expect(answer.match == .street && answer.subThoroughfare == nil)
    let reason = try #require(answer.trace?.first { $0.field == "street" })
    #expect(reason.rule == "nearest named way")
  }
}
