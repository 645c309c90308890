import GeoSupport
import Testing

@Suite("Figures") struct FiguresTests {
  @Test("whole numbers are grouped by thousands")
  func grouped() {
    #expect(
      [0, 999, 1000, 2_148_594, -12345].map { Figures.grouped($0) } == ["0", "999", "1,000", "2,148,594", "-12,345"])
    #expect(Figures.grouped(Int64.min) == "-9,223,372,036,854,775,808")
  }

  @Test("large numbers are shortened to three figures")
  func short() {
    let numbers = [0, 7.4, 950, 999.6, 12_345, 99_960, 683_000, 1_234_567, 2e9, 5e12]
    #expect(numbers.map(Figures.short) == ["0", "7", "950", "1.0k", "12.3k", "100k", "683k", "1.2M", "2.0G", "5T"])
  }

  @Test("sizes have a unit")
  func bytes() {
    #expect([0, 812, 26_680_000, 90_000_000_000].map(Figures.bytes) == ["0 bytes", "812 bytes", "26.7 MB", "90.0 GB"])
  }

  @Test("durations read like a clock")
  func clock() {
    #expect(
      [0, 0.2, 7, 59.5, 754, 3723, -1].map(Figures.clock) == [
        "0:00", "0:01", "0:07", "1:00", "12:34", "1:02:03", "0:00",
      ])
  }

  @Test("decimals are fixed and rounded half away from zero")
  func fixed() {
    #expect(Figures.fixed(1.25, 1) == "1.3")
    #expect(Figures.fixed(-0.04, 1) == "0.0")
    #expect(Figures.fixed(12.005, 0) == "12")
    #expect(Figures.fixed(0.5, 3) == "0.500")
    #expect(Figures.fixed(.nan, 1) == "nan")
  }
}
