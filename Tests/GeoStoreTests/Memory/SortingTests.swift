@testable import GeoStoreWriting
import GeoTestKit
import Testing

@testable import GeoStore

struct SortingTests {
  @Test("sorting by bits equals sorting by comparison, keeps the order of equal keys, whatever the keys")
  func radix() {
    var generator = SeededGenerator(seed: 3)
    for (bits, count) in [(0, 3_000), (1, 3_000), (11, 3_000), (12, 200), (40, 3_000), (40, 200), (64, 3_000)] {
      let mask = bits == 64 ? UInt64.max : (1 << UInt64(bits)) - 1
      let entries = (0..<count).map { KeyedPosition(key: generator.next() & mask, position: $0) }
      var sorted = MappedArray(entries)
      RadixSort.sort(&sorted) { $0.key }
      let expected = entries.sorted { ($0.key, $0.position) < ($1.key, $1.position) }
      #expect(sorted.elementsEqual(expected) { $0.key == $1.key && $0.position == $1.position })
      for key in [0, entries[7].key, mask] {
        #expect(sorted.firstIndex(notBelow: key) == expected.firstIndex { $0.key >= key } ?? expected.count)
      }
    }
  }

  @Test("a table of numbers gives back what was put in, and nothing for other keys")
  func numbers() {
    var generator = SeededGenerator(seed: 4)
    let keys = Set((0..<5_000).map { _ in generator.next() & 0xFFFF_FFFF_0000_FFFF } + [0, .max])
    var table = NumberTable(capacity: keys.count, in: nil)
    for (position, key) in keys.enumerated() { table[key] = position + 1 }
    for (position, key) in keys.enumerated() { #expect(table[key] == position + 1) }
    for _ in 0..<1_000 {
      let key = generator.next()
      if !keys.contains(key) { #expect(table[key] == nil) }
    }
  }

  @Test("results that come in any order are passed on in theirs")
  func sink() async {
    let seen = Seen()
    let sink = OrderedSink<Int> { seen.add($0) }
    await withTaskGroup(of: Void.self) { group in
      for number in (0..<500).shuffled() { group.addTask { sink.deliver(number, at: number) } }
    }
    #expect(seen.numbers == Array(0..<500))
  }

  @Test("results are held until they may be passed on, and who brings too many waits")
  func heldSink() async {
    let seen = Seen()
    let sink = OrderedSink<Int>(holding: 10) { seen.add($0) }
    for number in (0..<10).reversed() { sink.deliver(number, at: number) }
    #expect(seen.numbers.isEmpty)
    async let more: Void = bring(10..<30, to: sink)
    sink.passOn()
    await more
    #expect(seen.numbers == Array(0..<30))
  }

  private func bring(_ numbers: Range<Int>, to sink: OrderedSink<Int>) async {
    for number in numbers { sink.deliver(number, at: number) }
  }

  /// Numbers in order of arrival. The sink guarantees that calls do not overlap.
  private final class Seen: @unchecked Sendable {
    private(set) var numbers: [Int] = []
    func add(_ number: Int) { numbers.append(number) }
  }
}
