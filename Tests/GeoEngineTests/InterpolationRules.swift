import GeoModel
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
