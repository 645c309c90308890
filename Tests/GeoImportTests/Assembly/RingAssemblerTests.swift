import GeoModel
import GeoTestKit
import Testing

@testable import GeoImport

struct RingAssemblerTests {
  private let grid = Grid(
    """
    A . . . . . B . . G
    . E . F . . . . . .
    . . . . . M . . . .
    . H . I . . . . . .
    D . . . . . C . . J
    """)

  private func assemble(_ ways: [String], inner: Set<String> = [], isMissing: Bool = false) -> RingAssembler.Result {
    var assembler = RingAssembler()
    assembler.hasMissingMembers = isMissing
    return assembler.assemble(
      ways.map { RingAssembler.Member(points: grid.line($0)[...], isInner: inner.contains($0)) })
  }

  private func text(_ ways: String...) -> String { Normalized([ways.map { grid.line($0) }]).text }

  @Test("ways in any order and direction make one ring")
  func unordered() {
    for ways in [["ABC", "CDA"], ["CBA", "CDA"], ["DA", "BC", "AB", "DC"]] {
      let result = assemble(ways)
      #expect(Normalized(result.polygons).text == text("ABCDA") && result.isComplete)
    }
  }

  @Test("a ring inside is a hole, whatever its role says")
  func holes() {
    let result = assemble(["ABCDA", "EFIHE"])
    #expect(Normalized(result.polygons).text == text("ABCDA", "EFIHE"))
    #expect(result.faults.counts.isEmpty)
  }

  @Test("areas side by side that share an edge melt into one")
  func neighbors() {
    let result = assemble(["ABCDA", "BGJCB"])
    #expect(Normalized(result.polygons).text == text("AGJDA"))
    #expect(result.faults[.segmentDuplicate] == 1)
  }

  @Test("an open line beside a ring is left out and counted")
  func openLine() {
    let result = assemble(["ABCDA", "BG"])
    #expect(Normalized(result.polygons).text == text("ABCDA") && !result.isComplete)
    #expect(result.faults[.ringNotClosed] == 2)
  }

  @Test("a boundary that does not close is nothing, not a guess")
  func notClosed() {
    let result = assemble(["ABC", "CD"])
    #expect(result.polygons.isEmpty && !result.isComplete && result.faults[.ringNotClosed] == 2)
  }

  @Test("with parts missing, what was meant as a hole does not pass for an area")
  func holeOfMissingOuter() {
    #expect(assemble(["EFIHE"], inner: ["EFIHE"], isMissing: true).polygons.isEmpty)
    #expect(assemble(["EFIHE"], inner: ["EFIHE"]).polygons.count == 1)
  }

  @Test("a line that turns back on itself leaves no spike")
  func spike() {
    let result = assemble(["ABGBCDA"])
    #expect(Normalized(result.polygons).text == text("ABCDA"))
  }

  @Test("crossing edges are kept and counted")
  func crossing() { #expect(assemble(["ACBDA"]).faults[.ringSelfIntersecting] == 1) }

  @Test("too few corners make no ring")
  func tooShort() {
    #expect(assemble(["AB", "BA"]).polygons.isEmpty)
    #expect(assemble([]).polygons.isEmpty)
    #expect(assemble(["A"]).polygons.isEmpty)
  }

  @Test("a point inside is the middle, or on the widest stretch where the middle is outside")
  func interior() throws {
    let square = grid.line("ABCDA")
    let middle = try #require(InteriorPoint.of([square[...]]))
    #expect(abs(middle.y - grid["M"].y) < 10)
    // A frame, whose center of mass is in the hole.
    let frame = [grid.line("AGJDA"), grid.line("EBCHE")]
    let point = try #require(InteriorPoint.of(frame.map { $0[...] }))
    #expect(contains(frame[0], point))
    #expect(!contains(frame[1], point))
  }

  private func contains(_ ring: [FixedPoint], _ point: FixedPoint) -> Bool {
    EvenOdd.contains(ring[...], doubledX: Int64(point.x) * 2, doubledY: Int64(point.y) * 2)
  }
}

struct AntimeridianTests {
  private func point(_ longitude: Double, _ latitude: Double) -> FixedPoint {
    FixedPoint(x: Int32((longitude * 1e7).rounded()), y: Int32((latitude * 1e7).rounded()))
  }

  @Test("a line over the antimeridian becomes two that end on it")
  func lines() {
    let parts = Antimeridian.parts(of: [point(179.9, -17), point(-179.9, -16.8)])
    #expect(parts == [[point(179.9, -17), point(180, -16.9)], [point(-180, -16.9), point(-179.9, -16.8)]])
  }

  @Test("a line elsewhere stays as it is, however long")
  func otherLines() {
    let line = [point(-100, 0), point(0, 0), point(100, 0)]
    #expect(Antimeridian.parts(of: line) == [line])
  }

  @Test("an area over the antimeridian becomes two that hold the same points")
  func areas() {
    let ring = [point(179, -1), point(-179, -1), point(-179, 1), point(179, 1), point(179, -1)]
    let parts = Antimeridian.parts(of: [[ring]])
    #expect(parts.count == 2)
    for (longitude, isInside) in [(179.5, true), (-179.5, true), (178.5, false), (0, false), (-178.5, false)] {
      let inside = parts.count { EvenOdd.contains($0[0][...], doubledX: Int64(longitude * 2e7), doubledY: 1) }
      #expect(inside == (isInside ? 1 : 0), "longitude \(longitude)")
    }
  }
}
