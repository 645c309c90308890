import GeoModel
import GeoStore
import GeoStoreWriting
import Testing

@testable import GeoEngine

@Suite("Areas") struct AreaRules {
  /// A country with a hole that is another country.
  private func enclave() -> Town {
    var town = Town(
      """
      a                    b

            e     f
               p
            h     g
         q
      d                    c
      """, metersPerCell: 1_000)
    town.area("Outer Land", "abcd", holes: ["efgh"], level: 2, country: "IT")
    town.area("Outer Region", "abcd", level: 4, subdivision: "IT-62")
    town.area("Outer County", "abcd", holes: ["efgh"], level: 6)
    town.area("Inner Land", "efgh", level: 2, country: "VA")
    return town
  }

  @Test("a hole in a country belongs to the other country")
  func holes() throws {
    #expect(try enclave().ask("p").isoCountryCode == "VA")
    #expect(try enclave().ask("q").isoCountryCode == "IT")
  }

  @Test("the region and county around an enclave do not leak into it")
  func noLeaks() throws {
    let inside = try enclave().ask("p") { $0.includesAreas = true }
    #expect(inside.administrativeArea == nil)
    #expect(inside.subAdministrativeArea == nil)
    // The region's boundary runs around the enclave: it is listed as containing the point, but is not a field of its
    // address.
    #expect(inside.areas?.map(\.name) == ["Inner Land", "Outer Region"])
    let outside = try enclave().ask("q") { $0.includesAreas = true }
    #expect(outside.administrativeArea == "Outer Region")
    #expect(outside.administrativeAreaCode == "IT-62")
    #expect(outside.areas?.map(\.name) == ["Outer Land", "Outer Region", "Outer County"])
  }

  @Test("a street that crosses a border leaves each point in its own municipality")
  func roadAcrossBorder() throws {
    var town = Town(
      """
      a          b          c
      s     p    x    q     t
      f          e          d
      """, metersPerCell: 50)
    town.area("West", "abef", level: 8)
    town.area("East", "bcde", level: 8)
    town.street("Border Road", "st")
    town.house("1", "Border Road", at: "x")
    #expect(try town.ask("p").locality == "West")
    #expect(try town.ask("q").locality == "East")
    #expect(try town.ask("p").thoroughfare == "Border Road")
  }

  @Test("real areas win over coarse ones of the same code")
  func realBeforeCoarse() throws {
    var town = Town.squares(metersPerCell: 1_000)
    town.area("Coarse Land", "abcd", level: 2, country: "AT", isCoarse: true)
    town.area("Coarse State", "abcd", level: 4, country: "AT", subdivision: "AT-8", isCoarse: true)
    let coarse = try town.ask("p")
    #expect(coarse.administrativeArea == "Coarse State")
    #expect(coarse.coarseFields.contains("state"))
    #expect(coarse.source == nil)
    #expect(coarse.coarseBorderDistanceMeters != nil)
    town.area("Real State", "efgh", level: 4, subdivision: "AT-8")
    let real = try town.ask("p") { $0.includesAreas = true }
    #expect(real.administrativeArea == "Real State")
    #expect(!real.coarseFields.contains("state"))
    #expect(real.areas?.map(\.name) == ["Coarse Land", "Real State"])
    #expect(real.areas?.map(\.kind) == [.world, .administrative])
  }

  @Test("a coarse country is not believed where the real one does not contain the point")
  func overriddenCoarse() throws {
    var town = Town(
      """
      a        b        c
          e      p
          h
      f        g        i
      """, metersPerCell: 1_000)
    // The coarse border lies 2 km too far east; the real one ends at b-g.
    town.area("Coarse West", "apif", level: 2, country: "CH", isCoarse: true)
    town.area("Coarse East", "bcig", level: 2, country: "AT", isCoarse: true)
    town.area("Real West", "abgf", level: 2, country: "CH")
    #expect(try town.ask("p").isoCountryCode == "AT")
    #expect(try town.ask("e").isoCountryCode == "CH")
    #expect(try town.ask("e").country == "Real West")
    // West has no states; East has one.
    town.area("East's State", "bcig", level: 4, country: "AT", subdivision: "AT-8", isCoarse: true)
    let east = try town.ask("p")
    #expect(east.administrativeArea == "East's State" && east.administrativeAreaCode == "AT-8")
    #expect(east.coarseFields.contains("state"))
    #expect(try town.ask("e").administrativeArea == nil)
  }

  @Test("without a municipality the nearest settlement for its reach is the city")
  func settlements() throws {
    var town = Town(
      """
      t                        p  h
      """, metersPerCell: 100)
    town.place("Town", .town, at: "t", reach: 8_000)
    town.place("Village", .village, at: "h", reach: 4_000)
    #expect(try town.ask("p").locality == "Village")
    #expect(try town.ask("t").locality == "Town")
  }

  @Test("a hamlet is the city only where no larger settlement is within reach; else it names the part")
  func hamlets() throws {
    var town = Town(
      """
      v                        p  h
      """, metersPerCell: 100)
    town.place("Hamlet", .hamlet, at: "h", reach: 2_000)
    #expect(try town.ask("p").locality == "Hamlet")
    town.place("Village", .village, at: "v", reach: 4_000)
    let found = try town.ask("p")
    #expect(found.locality == "Village")
    #expect(found.subLocality == "Hamlet")
  }

  @Test("a hamlet goes before a village at the edge of its reach, if it is not half as far")
  func hamletBeforeEdge() throws {
    func city(at village: Character) throws -> String? {
      var town = Town("v     w                      p        h", metersPerCell: 120)
      town.place("Hamlet", .hamlet, at: "h", reach: 2_000)
      town.place("Village", .village, at: village, reach: 4_000)
      return try town.ask("p").locality
    }
    #expect(try city(at: "v") == "Hamlet")
    #expect(try city(at: "w") == "Village")
  }

  @Test("the settlement that the house names in its address is the city")
  func namedSettlement() throws {
    var town = Town(
      """
      t                        p  v
      """, metersPerCell: 100)
    town.place("Town", .town, at: "t", reach: 8_000)
    town.place("Village", .village, at: "v", reach: 4_000)
    #expect(try town.ask("p").locality == "Village")
    town.house("1", "Street", at: "p", city: "Town")
    let found = try town.ask("p")
    #expect(found.locality == "Town")
    #expect(found.subLocality == "Village")
  }

  @Test("of two settlements of the name that a house gives, the real one goes before a nearer coarse one")
  func realNamesakeBeforeCoarse() throws {
    var town = Town("p c . . t")
    town.place("Town", .town, at: "c", reach: 8_000, isCoarse: true)
    town.place("Town", .town, at: "t", reach: 8_000)
    town.house("1", "Street", at: "p", city: "Town")
    let found = try town.ask("p")
    #expect(found.locality == "Town")
    #expect(!found.coarseFields.contains("city"))
  }

  @Test("a settlement in another municipality is never the city")
  func settlementsStayInTheirAreas() throws {
    var town = Town(
      """
      a          b          c
            p    x  v
      f          e          d
         w
      """, metersPerCell: 100)
    town.area("East", "bcde", level: 8)
    town.place("Village in the East", .village, at: "v", reach: 4_000)
    town.place("Village in the West", .village, at: "w", reach: 4_000)
    #expect(try town.ask("p").locality == "Village in the West")
  }

  @Test("a village inside a municipality names the part of it")
  func partsOfTheCity() throws {
    var town = Town(
      """
      a          b
         v p
      d          c
      """, metersPerCell: 100)
    town.area("Municipality", "abcd", level: 8)
    town.place("Village", .village, at: "v", reach: 4_000)
    let found = try town.ask("p")
    #expect(found.locality == "Municipality")
    #expect(found.subLocality == "Village")
  }

  @Test("a city that is its own county is the city, and no county repeats it")
  func countyCity() throws {
    var town = Town(
      """
      a      b
         p
      d      c
      """, metersPerCell: 1_000)
    town.area("Deutschland", "abcd", level: 2, country: "DE")
    town.area("Bayern", "abcd", level: 4, subdivision: "DE-BY")
    town.area("München", "abcd", level: 6, placeKind: .city)
    let found = try town.ask("p")
    #expect(found.locality == "München")
    #expect(found.subAdministrativeArea == nil)
    #expect(found.administrativeArea == "Bayern")
  }

  @Test("a county without municipalities is not a city")
  func countyIsNoCity() throws {
    var town = Town(
      """
      a      b
         p
      d      c
      """, metersPerCell: 1_000)
    town.area("Deutschland", "abcd", level: 2, country: "DE")
    town.area("Landkreis", "abcd", level: 6)
    let found = try town.ask("p")
    #expect(found.locality == nil)
    #expect(found.subAdministrativeArea == "Landkreis")
  }

  @Test("detail caps how fine the answer is")
  func detail() throws {
    var town = Town(
      """
      a      b
         p
      d      c
      """, metersPerCell: 100)
    town.area("Land", "abcd", level: 2, country: "DE")
    town.area("State", "abcd", level: 4)
    town.area("County", "abcd", level: 6)
    town.area("City", "abcd", level: 8)
    town.area("Suburb", "abcd", level: 9)
    town.street("Street", "ac")
    func fields(_ detail: PlacemarkDetail) throws -> [String?] {
      let found = try town.ask("p") { $0.detail = detail }
      return [
        found.administrativeArea, found.subAdministrativeArea, found.locality, found.subLocality, found.thoroughfare,
      ]
    }
    #expect(try fields(.country) == [nil, nil, nil, nil, nil])
    #expect(try fields(.state) == ["State", nil, nil, nil, nil])
    #expect(try fields(.county) == ["State", "County", nil, nil, nil])
    #expect(try fields(.city) == ["State", "County", "City", nil, nil])
    #expect(try fields(.suburb) == ["State", "County", "City", "Suburb", nil])
    #expect(try fields(.street) == ["State", "County", "City", "Suburb", "Street"])
  }

  @Test("a time zone comes from an area or the settlement, never from the longitude")
  func timeZones() throws {
    var town = Town(
      """
      a      b
         p       q
      d      c
      """, metersPerCell: 1_000)
    town.area("Land", "abcd", level: 2, country: "LI", timeZone: "Europe/Vaduz")
    town.street("Street", "pq")
    #expect(try town.ask("p").timeZone == "Europe/Vaduz")
    #expect(try town.ask("q").timeZone == nil)
  }

  @Test("where the nearest village has the city's name in another language, no farther one is its part")
  func cityAsPart() throws {
    var town = Town(
      """
      a              b
        e  p    v
      d              c
      """, metersPerCell: 100)
    town.area("Mqabba", "abcd", level: 8)
    town.place("L-Imqabba", .village, at: "e", reach: 4_000)
    town.content.places[0].name = town.content.names.intern(
      NameTable.Name("L-Imqabba", translations: [.init(language: "en", text: "Mqabba")]))
    town.place("Schaanwald", .village, at: "v", reach: 4_000)
    #expect(try town.ask("p").locality == "Mqabba")
    #expect(try town.ask("p").subLocality == nil)
    #expect(try town.ask("v").subLocality == "Schaanwald")
  }
}
