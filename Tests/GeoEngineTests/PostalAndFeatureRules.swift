import GeoModel
import Testing

@testable import GeoEngine

@Suite("Postal codes, water, places of interest") struct PostalAndFeatureRules {
  private static let drawing = """
    a                 b
    s     p  h        t

    d                 c
    """

  @Test("the house's postal code comes first, then the postal area, then the street's, then the nearest house's")
  func postalCodes() throws {
    var town = Town(PostalAndFeatureRules.drawing)
    town.house("2", "Other Street", at: "h", postalCode: "4000")
    town.street("Street", "st")
    #expect(try town.ask("p").postalCode == "4000")
    town.content.streets = []
    town.street("Street", "st", postalCode: "3000")
    #expect(try town.ask("p").postalCode == "3000")
    town.area("2000", "abcd", kind: .postal)
    #expect(try town.ask("p").postalCode == "2000")
    town.house("1", "Street", at: "p", postalCode: "1000")
    #expect(try town.ask("p").postalCode == "1000")
  }

  @Test("a house of another country or city lends no postal code, nor does half a code")
  func foreignPostalCodes() throws {
    var town = Town(
      """
      a          b          c
      s     p   y  x        t
      f          e          d
      """)
    town.area("West", "abef", level: 2, country: "GB")
    town.area("East", "bcde", level: 2, country: "FR")
    town.street("Street", "st")
    town.house("1", "Other Street", at: "x", postalCode: "98000")
    #expect(try town.ask("p").postalCode == nil)
    #expect(try town.ask("x").postalCode == "98000")
    town.house("2", "Other Street", at: "y", postalCode: "EC1")
    #expect(try town.ask("p").postalCode == nil)
    town.house("3", "Other Street", at: "y", postalCode: "EC1A 7BA")
    #expect(try town.ask("p").postalCode == "EC1A 7BA")
  }

  @Test("a point on a lake says so and keeps its country, but takes no house from the shore")
  func lakes() throws {
    var town = Town(
      """
      a                        b
         e               f
                p               x
         h               g      y
      d                        c
      """)
    town.area("Land", "abcd", level: 2, country: "CH")
    town.area("Blue Lake", "efgh", kind: .inlandWater)
    town.street("Shore Road", "xy")
    town.house("1", "Shore Road", at: "x")
    let found = try town.ask("p")
    #expect(found.match == .water)
    #expect(found.inlandWater == "Blue Lake")
    #expect(found.isoCountryCode == "CH")
    #expect(found.thoroughfare == nil)
    #expect(try town.ask("x").inlandWater == nil)
  }

  @Test("a bridge over the lake is the street of the points on it")
  func bridges() throws {
    var town = Town(
      """
      e               f
      s      p        t
      h               g
      """)
    town.area("Blue Lake", "efgh", kind: .inlandWater)
    town.street("Long Bridge", "st", layer: 1)
    let found = try town.ask("p")
    #expect(found.thoroughfare == "Long Bridge")
    #expect(found.inlandWater == "Blue Lake")
  }

  @Test("places of interest around the point are listed smallest first and leave the address alone")
  func features() throws {
    var town = Town(
      """
      a               b
         e    f
      s    p          t
         h    g
      d               c
      """)
    town.street("Street", "st")
    town.feature("Park", "leisure=park", outline: "abcd")
    town.feature("Museum", "tourism=museum", outline: "efgh")
    let found = try town.ask("p")
    #expect(found.areasOfInterest == ["Museum", "Park"])
    #expect(found.name == "Museum")
    #expect(found.thoroughfare == "Street")
  }

  @Test("the trace names field, rule, distance and runner-up, and is absent unless asked for")
  func trace() throws {
    var town = Town(
      """
      a            b
           p
      c            d
      """, metersPerCell: 12)
    town.area("Land", "abdc", level: 2, country: "CH")
    town.street("Near", "ab", kind: .residential)
    town.street("Next", "cd", kind: .motorway)
    #expect(try town.ask("p").trace == nil)
    let trace = try #require(try town.ask("p") { $0.includesTrace = true }.trace)
    let street = try #require(trace.first { $0.field == "street" })
    #expect(street.value == "Near")
    #expect(street.runnerUp == "Next at 12.0 m")
    #expect(trace.contains { $0.field == "country" && $0.value == "Land" })
  }

  @Test("the overlay is the line of the street, or the boundary of the finest area")
  func overlays() throws {
    var town = Town(
      """
      a            b
      s    p       t
      d            c
      """)
    town.area("City", "abcd", level: 8)
    let area = try #require(try town.ask("p") { $0.includesOverlay = true }.overlay)
    #expect(area.title == "City")
    guard case .polygon(let rings) = area.shape else {
      return #expect(Bool(false), "the city's boundary is one polygon")
    }
    #expect(rings[0].count == 5)
    town.street("Street", "st")
    let street = try #require(try town.ask("p") { $0.includesOverlay = true }.overlay)
    #expect(street.shape == .polyline([town.coordinate("s"), town.coordinate("t")]))
  }
}
