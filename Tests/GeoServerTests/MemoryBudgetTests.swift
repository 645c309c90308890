import Testing

@testable import GeoServer

@Suite struct MemoryBudgetTests {
  private let budget = MemoryBudget(limit: 8 << 20)

  @Test("levels are left an eighth below where they are entered, so that nobody is told at each answer")
  func levels() {
    func hold(_ megabytes: Int) -> [Bool] {
      let (rose, fell) = budget.hold(megabytes << 20)
      return [rose, fell]
    }
    #expect(budget.level == .plenty)
    #expect(hold(3) == [false, false])
    #expect(hold(1) == [true, false] && budget.level == .short)
    #expect(hold(-1) == [false, false] && budget.level == .short)
    #expect(hold(-1) == [false, true] && budget.level == .plenty)
    #expect(hold(6) == [true, false] && budget.level == .spent)
    #expect(hold(-1) == [false, false] && budget.level == .spent)
    #expect(hold(-1) == [false, true] && budget.level == .short)
    #expect(hold(-6) == [false, true] && budget.level == .plenty)
    #expect(budget.answerBytes == 0)
  }

  @Test("what clients send has a quarter of it, and what finds no room takes none")
  func input() {
    #expect(budget.reserve(0) && budget.reserve(-5))
    #expect(budget.reserve(2 << 20))
    #expect(!budget.reserve(1))
    budget.release(1 << 20)
    #expect(budget.reserve(1 << 20))
    #expect(!budget.reserve(1))
    budget.release(2 << 20)
    #expect(budget.level == .plenty, "input makes nobody wait")
  }

  @Test("a peak is told once, when most of it is gone")
  func relief() {
    #expect(!budget.wasRelieved())
    _ = budget.hold(4 << 20)
    #expect(!budget.wasRelieved())
    _ = budget.hold(-(4 << 20))
    #expect(budget.wasRelieved())
    #expect(!budget.wasRelieved())
    budget.connect(100)
    budget.connect(-100)
    #expect(budget.wasRelieved(), "connections count 16 KB each")
  }
}
