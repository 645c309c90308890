import GeoModel
import GeoSupport
import GeoTestKit
import Testing

@testable import GeoImport

@Suite("Rings without doubtful points are found without sorting")
struct SimpleRingsTests {
  /// A ring around a place, cut into ways in random order and direction.
  private func ways(
    around place: FixedPoint, corners: Int, using generator: inout SeededGenerator
  ) -> [RingAssembler.Member] {
    let ring = (0..<corners).map { corner in
      // Out to the east and back, so that most corners have another one equally far west.
      FixedPoint(x: place.x + Int32(min(corner, corners - corner)) * 10, y: place.y + Int32(corner))
    }
    var cuts = Set([0, corners])
    for _ in 0..<3 { cuts.insert(Int.random(in: 1..<corners, using: &generator)) }
    let sorted = cuts.sorted()
    return zip(sorted, sorted.dropFirst()).map { from, to in
      let line = (from...to).map { ring[$0 % corners] }
      let isInner = Bool.random(using: &generator)
      return RingAssembler.Member(
        points: (Bool.random(using: &generator) ? line : line.reversed())[...], isInner: isInner)
    }
  }

  private func rings(ofSorted members: [RingAssembler.Member]) -> [SegmentGraph.WalkedRing] {
    var segments: [Segment] = []
    for member in members {
      for (from, to) in zip(member.points, member.points.dropFirst()) {
        segments.append(Segment(from, to, isInner: member.isInner))
      }
    }
    return SegmentGraph(SegmentGraph.withoutPairs(segments.sorted())).walkRings()
  }

  @Test("they are the rings of the graph, corner by corner")
  func sameRings() throws {
    var generator = SeededGenerator(seed: 3)
    for _ in 0..<100 {
      let count = Int.random(in: 1...4, using: &generator)
      let members = (0..<count).flatMap { number in
        ways(
          around: FixedPoint(x: Int32.random(in: -9...9, using: &generator), y: Int32(number) * 100_000 - 200_000),
          corners: Int.random(in: 3...40, using: &generator), using: &generator)
      }.shuffled(using: &generator)
      let simple = try #require(SimpleRings.rings(of: members))
      let sorted = rings(ofSorted: members)
      #expect(simple.map(\.points) == sorted.map(\.points))
      #expect(simple.map(\.hasInnerRole) == sorted.map(\.hasInnerRole))
    }
  }

  @Test("where other than two edges meet, or an edge is there twice, they are left to the graph")
  func doubtful() {
    let grid = Grid(
      """
      A B E
      D C F
      """)
    func rings(_ ways: String...) -> Int? {
      SimpleRings.rings(of: ways.map { RingAssembler.Member(points: grid.line($0)[...], isInner: false) })?.count
    }
    #expect(rings("ABCDA") == 1 && rings("ABC", "ADC") == 1)
    for ways in [
      ["ABC", "CD"], ["ABCDA", "BE"], ["ABCDA", "BEFCB"], ["AB", "BA"], ["ABCDA", "E"], ["ABCDA", "AB"],
    ] {
      #expect(SimpleRings.rings(of: ways.map { .init(points: grid.line($0)[...], isInner: false) }) == nil)
    }
    #expect(SimpleRings.rings(of: [])?.isEmpty == true)
  }

  @Test("points that were chosen to want the same slot are left to the graph before they take long")
  func chosenPoints() {
    let any = (0..<200).map { FixedPoint(x: Int32($0), y: Int32($0 * $0)) }
    // A table for this many points has 512 slots.
    var chosen: [FixedPoint] = []
    var x: Int32 = 0
    while chosen.count < any.count {
      let point = FixedPoint(x: x, y: 0)
      if Hashing.mix(point.sortKey) & 511 == 7 { chosen.append(point) }
      x += 1
    }
    func rings(_ points: [FixedPoint]) -> Int? {
      SimpleRings.rings(of: [RingAssembler.Member(points: (points + [points[0]])[...], isInner: false)])?.count
    }
    #expect(rings(any) == 1)
    #expect(rings(chosen) == nil)
  }
}
