import GeoModel
import GeoStore
import GeoStoreWriting
import GeoTestKit
import Testing

@testable import GeoImport

struct NodeIndexTests {
  @Test("ids have their ranks however dense they are, with repetitions and in any order")
  func densities() {
    var generator = SeededGenerator(seed: 7)
    for bits in [1, 12, 17, 33, 63] {
      let ids = (0..<20_000).map { _ in Int64.random(in: -3...(Int64.max >> Int64(63 - bits)), using: &generator) }
      let index = NodeIndex(MappedArray(ids + ids.reversed()))
      let sorted = Set(ids).sorted()
      #expect(index.count == sorted.count)
      #expect(sorted.enumerated().allSatisfy { index.position(of: $1) == $0 })
    }
    let ends = NodeIndex([Int64.max, Int64.min, 0, -1])
    #expect([Int64.min, -1, 0, .max].map { ends.position(of: $0) } == [0, 1, 2, 3] && ends.position(of: 1) == nil)
    #expect(NodeIndex([]).count == 0)
  }

  @Test("ways have their nodes again, however far apart their ids are")
  func refs() {
    let ways: [[Int64]] = [[1, 2, 3], [], [.max, .min, 0], [-1, 12_000_000_000, 12_000_000_001, -1]]
    var refs = WayRefs()
    for way in ways { refs.append(way) }
    for copy in [refs, refs.packed(in: MappedArena(in: nil))] {
      for (way, nodes) in ways.enumerated() {
        var read: [Int64] = []
        copy.forEach(of: way) { read.append($0) }
        #expect(read == nodes && copy.count(of: way) == nodes.count)
      }
      var all: [Int64] = []
      copy.forEach { all.append($0) }
      #expect(all == ways.flatMap { $0 })
    }
  }

  @Test("every id is found at its rank and no other is")
  func positions() {
    var generator = SeededGenerator(seed: 8)
    let ids = Set((0..<3_000).map { _ in Int64.random(in: -50_000...50_000_000_000, using: &generator) }).sorted()
    let index = NodeIndex(MappedArray(ids.shuffled(using: &generator)))
    for (rank, id) in ids.enumerated() { #expect(index.position(of: id) == rank) }
    let others = Set(ids)
    for id in ids where !others.contains(id + 1) { #expect(index.position(of: id + 1) == nil) }
    #expect(index.position(of: .min) == nil && index.position(of: .max) == nil && NodeIndex([]).position(of: 0) == nil)
  }

  @Test("an id is found at the same rank wherever the one before was")
  func cursors() {
    var generator = SeededGenerator(seed: 9)
    let ids = Set((0..<500).map { _ in Int64.random(in: 0...2_000, using: &generator) }).sorted()
    let index = NodeIndex(MappedArray(ids))
    var cursor = 0
    for step in 0..<5_000 {
      let id = step < 2_000 ? Int64(step) : Int64.random(in: -10...2_010, using: &generator)
      #expect(index.position(of: id, at: &cursor) == ids.firstIndex(of: id))
    }
  }

  @Test("the newest version of a node gives its place, in whatever order versions come")
  func versions() {
    let old = ObjectVersion(number: 1, order: 0, isVisible: true)
    let new = ObjectVersion(number: 2, order: 0, isVisible: true)
    let deleted = ObjectVersion(number: 3, order: 0, isVisible: false)
    let (here, there) = (FixedPoint(x: 1, y: 1), FixedPoint(x: 2, y: 2))
    for order in [[(old, here), (new, there)], [(new, there), (old, here)]] {
      var locations = NodeLocations(NodeIndex([5]), keepsVersions: true)
      for (version, point) in order { locations.set(0, point, version) }
      #expect(locations.point(of: 5) == there && locations.isCurrent(5, new) && !locations.isCurrent(5, old))
      locations.set(0, here, deleted)
      #expect(locations.point(of: 5) == nil && !locations.isCurrent(5, new))
    }
  }

  @Test("of equal versions the later file wins; a newer version that is not kept still replaces")
  func supersession() {
    func version(_ number: Int32, _ order: Int32, _ isVisible: Bool = true) -> ObjectVersion {
      ObjectVersion(number: number, order: order, isVisible: isVisible)
    }
    var first = WayBatch()
    first.ids = [10, 11, 12, 14]
    // A deletion counts even if the file with the older version comes first.
    first.history = BatchHistory(
      versions: [version(1, 0), version(1, 0), version(1, 0), version(1, 0)],
      tombstones: [.init(id: 15, version: version(3, 0, false), position: 0)])
    var second = WayBatch()
    second.ids = [10, 13, 15]
    second.isChange = true
    second.history = BatchHistory(
      versions: [version(1, 1), version(1, 1), version(3, 1)],
      tombstones: [
        .init(id: 11, version: version(2, 1), position: 0), .init(id: 12, version: version(1, 1, false), position: 0),
      ])
    let settled = Supersession.settled([first, second])
    #expect(settled.map { Array($0.dropped) } == [[true, true, true, false], [false, false, true]])
    #expect(settled.map { Array($0.strangers) } == [[], [false, true, false]])
  }
}
