import GeoModel
import Testing

@Suite("House numbers between two known ones") struct HouseNumberRangeTests {
  @Test(
    "numbers are counted in steps, letters behind one number, either way",
    arguments: [
      ("1", "9", 2, ["1", "3", "5", "7", "9"]), ("10", "4", 2, ["10", "8", "6", "4"]),
      ("3", "6", 1, ["3", "4", "5", "6"]), ("10", "40", 10, ["10", "20", "30", "40"]), ("7", "7", 2, ["7"]),
      ("12a", "12d", 0, ["12a", "12b", "12c", "12d"]), ("12d", "12b", 0, ["12d", "12c", "12b"]),
      ("12", "12c", 0, ["12", "12a", "12b", "12c"]), ("12c", "12", 0, ["12c", "12b", "12a", "12"]),
      ("12A", "12C", 0, ["12A", "12B", "12C"]), ("12", "12C", 0, ["12", "12A", "12B", "12C"]),
      ("3/7a", "3/7c", 0, ["3/7a", "3/7b", "3/7c"]), ("08", "12", 2, ["08", "10", "12"]),
    ])
  func series(first: String, last: String, step: Int32, expected: [String]) throws {
    let range = try #require(HouseNumberRange(from: first, to: last, step: step))
    #expect((0..<range.count).map(range.text(at:)) == expected)
  }

  @Test(
    "ends that cannot be counted through have no numbers between them",
    arguments: [
      ("x", "9", 2), ("", "", 2), ("1", "b", 1), ("12a", "14", 1), ("2", "9", 2), ("1", "12", 4), ("-4", "4", 2),
      ("2", "1000002", 2), ("12", "14", 0), ("12a", "14c", 0), ("a", "d", 0), ("12ä", "12c", 0), ("", "", 0),
      ("2", "8", -2),
    ])
  func noSeries(first: String, last: String, step: Int32) {
    #expect(HouseNumberRange(from: first, to: last, step: step) == nil)
  }

  @Test("the words of addr:interpolation")
  func kinds() {
    #expect(["odd", "even", "all", "4", "100"].map(HouseNumberRange.step) == [2, 2, 1, 4, 100])
    #expect(HouseNumberRange.step(ofKind: "alphabetic") == HouseNumberRange.letters)
    #expect(["sometimes", "0", "101", "-2", ""].map(HouseNumberRange.step) == [nil, nil, nil, nil, nil])
  }

  @Test("numbers stand evenly along the stretch, the ends at its ends")
  func places() throws {
    let range = try #require(HouseNumberRange(from: "1", to: "9", step: 2))
    let parts = [0, 0.1, 0.3, 0.55, 0.9, 1].map { range.nearest(toPart: $0) }
    #expect(parts.map(\.text) == ["1", "1", "3", "5", "9", "9"])
    #expect(parts.map(\.part) == [0, 0, 0.25, 0.5, 1, 1])
    let single = try #require(HouseNumberRange(from: "7", to: "7", step: 2))
    #expect(single.nearest(toPart: 0.4) == ("7", 0.4))
  }
}
