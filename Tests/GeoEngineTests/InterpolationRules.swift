import GeoModel
import Testing

@testable import GeoEngine

@Suite("Interpolated house numbers") struct InterpolationRules {
  @Test(
    "the numbers of a stretch",
    arguments: [
      ("1", "9", 2, ["1", "3", "5", "7", "9"]), ("10", "4", 2, ["10", "8", "6", "4"]),
      ("3", "6", 1, ["3", "4", "5", "6"]),
      ("12a", "12d", 0, ["12a", "12b", "12c", "12d"]), ("12d", "12b", 0, ["12d", "12c", "12b"]), ("7", "7", 2, ["7"]),
      ("10", "40", 10, ["10", "20", "30", "40"]),
    ])
  func series(first: String, last: String, step: Int, expected: [String]) throws {
    let series = try #require(NumberSeries(first: first, last: last, step: step))
    #expect((0..<series.count).map(series.text(at:)) == expected)
  }

  @Test(
    "ends that are no numbers make no series", arguments: [("x", "9", 2), ("", "", 2), ("1", "b", 1), ("12", "14", 0)])
  func noSeries(first: String, last: String, step: Int) {
    #expect(NumberSeries(first: first, last: last, step: step) == nil)
  }

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
}
