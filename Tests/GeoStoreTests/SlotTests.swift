import GeoSupport
import Testing

@testable import GeoStore

@Suite("Values that are kept in slots")
struct SlotTests {
  @Test("a table gives back what was kept last in a slot, for key 0 as for others, and nothing from empty slots")
  func table() {
    let table = SlotTable<Int>(slotBits: 4)
    for key in UInt64(0)..<1_000 {
      #expect(table[key] == nil)
      table.keep(Int(key) * 2, for: key)
      #expect(table[key] == Int(key) * 2)
    }
    let kept = (UInt64(0)..<1_000).filter { table[$0] != nil }
    #expect(kept.count == 16 && kept.allSatisfy { table[$0] == Int($0) * 2 })
  }

  @Test("two numbers that share their slots are both kept, and of three the two that were kept last")
  func neighbors() throws {
    let table = SlotTable<Int>(slotBits: 4)
    let slot = Hashing.slot(of: 1, slotBits: 4)
    let same = (UInt64(1)..<1_000).filter { Hashing.slot(of: $0, slotBits: 4) == slot }
    let (a, b, c) = (same[0], same[1], same[2])
    table.keep(1, for: a)
    table.keep(2, for: b)
    #expect(table[a] == 1 && table[b] == 2)
    table.keep(3, for: c)
    #expect(table[a] == nil && table[b] == 2 && table[c] == 3)
    // Keeping it again neither stores it twice nor evicts anything else.
    table.keep(4, for: c)
    #expect(table[b] == 2 && table[c] == 4)
  }

  @Test("a cache reads what it does not have, and lets go of every value once, when it is replaced or with the cache")
  func cache() throws {
    final class Counted {
      let id: UInt32
      let counter: Counter
      init(_ id: UInt32, _ counter: Counter) { (self.id, self.counter) = (id, counter) }
      deinit { counter.freed += 1 }
    }
    final class Counter { var (read, freed) = (0, 0) }
    let counter = Counter()
    func make(_ id: UInt32) -> Counted {
      counter.read += 1
      return Counted(id, counter)
    }
    do {
      let cache = SlotCache<Counted>(bits: 3)
      for id in [0, 8, 8, 1, 0, .max] as [UInt32] {
        #expect(try cache.value(id) { make(id) }.id == id)
      }
      #expect(counter.read == 5 && counter.freed == 2)
      // A cached value is not read again.
      for id in [0, 1, .max] as [UInt32] { #expect(try cache.value(id) { make(id) }.id == id) }
      #expect(counter.read == 5 && counter.freed == 2)
      withExtendedLifetime(cache) {}
    }
    #expect(counter.freed == 5)
  }
}
