import GeoModel
import GeoStore
import GeoStoreWriting
import Testing

@testable import GeoEngine

@Suite("Houses") struct HouseRules {
  @Test("the building that contains the point is the answer")
  func containingBuilding() throws {
    var town = Town(
      """
      s                    t
        a    b  e    f
          p
        d    c  h    g
      """)
    town.street("Main Street", "st")
    town.house("5", "Main Street", outline: "abcd")
    town.house("7", "Main Street", outline: "efgh")
    let found = try town.ask("p")
    #expect(found.subThoroughfare == "5")
    #expect(found.match == .building)
    #expect(found.distanceMeters == 0)
  }

  @Test("of two outlines around the point the inner one answers")
  func innermostOutline() throws {
    var town = Town(
      """
      a            b
         e    f
           p
         h    g

      d            c
      """)
    town.house("1-9", "Main Street", outline: "abcd")
    town.house("5", "Main Street", outline: "efgh")
    #expect(try town.ask("p").subThoroughfare == "5")
  }

  @Test("of two outlines that share the nearest wall the smaller one answers", arguments: ["1", nil])
  func sharedWall(number: String?) throws {
    var town = Town(
      """
      a        e   b

           n      p

      d        f   c
      """)
    if let number {
      town.house(number, "Main Street", outline: "abcd")
    } else {
      town.house("3", "Main Street", at: "n", in: "abcd")
    }
    town.house("5", "Main Street", outline: "ebcf")
    #expect(try town.ask("p").subThoroughfare == "5")
    #expect(try town.ask("n").subThoroughfare == number ?? "3")
  }

  @Test("a point nearer to a house of another street than to any street gets that house and its street")
  func houseOfAnotherStreet() throws {
    var town = Town(
      """
      a             b
            p
            h


      c             d
      """, metersPerCell: 10)
    town.street("Front Street", "ab")
    town.street("Back Street", "cd")
    town.house("12", "Back Street", at: "h")
    #expect(try town.ask("h").subThoroughfare == "12")
    #expect(try town.ask("h").thoroughfare == "Back Street")
    // Halfway to the front street, the house is no longer nearer.
    #expect(try town.ask("p").thoroughfare == "Front Street")
    #expect(try town.ask("p").subThoroughfare == nil)
  }

  @Test("the nearest street brings its own nearest house, not a nearer one of another street")
  func houseOfNearestStreet() throws {
    var town = Town(
      """
      a                  b
        p
          x    h
      """)
    town.street("Front Street", "ab")
    town.house("99", "Back Street", at: "x")
    town.house("4", "Front Street", at: "h")
    let found = try town.ask("p")
    #expect(found.thoroughfare == "Front Street")
    #expect(found.subThoroughfare == "4")
    #expect(found.match == .address)
  }

  @Test("a house of the street counts within 75 m only")
  func houseReach() throws {
    var town = Town("a p     h                   b")
    town.street("Front Street", "ab")
    town.house("4", "Front Street", at: "h")
    #expect(try town.ask("p").subThoroughfare == "4")
    #expect(try town.ask("b").subThoroughfare == nil)
    #expect(try town.ask("b").match == .street)
  }

  @Test("names of house and street are compared without case, accents and abbreviations")
  func foldedNames() throws {
    var town = Town(
      """
      a           b
          p
          h
      """, metersPerCell: 15)
    town.street("Main Street", "ab")
    town.house("3", "MAIN ST", at: "h")
    #expect(try town.ask("p").subThoroughfare == "3")
  }

  @Test("addr:place stands for the street")
  func placeAddresses() throws {
    var town = Town(
      """
      a            b


          hp
      """)
    town.street("Country Lane", "ab")
    town.house("8", "Oberdorf", at: "h", origin: .place)
    let found = try town.ask("p")
    #expect(found.thoroughfare == "Oberdorf")
    #expect(found.subThoroughfare == "8")
  }

  @Test("detail street leaves the house number out")
  func detail() throws {
    var town = Town("a p h b")
    town.street("Front Street", "ab")
    town.house("4", "Front Street", at: "h")
    let found = try town.ask("p") { $0.detail = .street }
    #expect(found.thoroughfare == "Front Street")
    #expect(found.subThoroughfare == nil)
    #expect(found.match == .street)
  }

  @Test("detail street tells nothing of a house that decided the street, neither its place nor its object")
  func houseHidden() throws {
    var town = Town(
      """
      a            b


          hp
      """)
    town.street("Country Lane", "ab")
    town.house("8", "Oberdorf", at: "h", origin: .place)
    let whole = try town.ask("p")
    let found = try town.ask("p") { $0.detail = .street }
    #expect(found.thoroughfare == "Oberdorf" && found.match == .street && found.source == nil)
    #expect(whole.coordinate != found.coordinate && found.distanceMeters == 0)
    town.house("9", "Country Lane", at: "p")
    let street = try town.ask("p") { $0.detail = .street }
    #expect(street.thoroughfare == "Country Lane" && street.match == .street && street.source?.type == .way)
    #expect(street.distanceMeters > 0)
  }

  @Test("lines of the address that nobody needs are not laid out, and nothing else changes")
  func noLines() throws {
    var town = Town("a p h b")
    town.street("Front Street", "ab")
    town.house("4", "Front Street", at: "h")
    var whole = try town.ask("p")
    let bare = try town.ask("p") { $0.needsLines = false }
    #expect(whole.title?.contains("Front Street") == true && !whole.formattedAddress.isEmpty)
    (whole.title, whole.subtitle, whole.formattedAddress) = (nil, nil, [])
    #expect(bare == whole)
  }

  @Test("a limit lists houses nearest first, then streets, each once")
  func candidates() throws {
    var town = Town(
      """
      a        b
       p h i
      c        d
      """)
    town.street("First Street", "ab")
    town.street("Second Street", "cd")
    town.house("1", "First Street", at: "h")
    town.house("3", "First Street", at: "i")
    let all = try town.askAll("p") { $0.limit = 10 }
    #expect(
      all.map(\.title) == ["1 First Street", "3 First Street", "First Street", "Second Street"] || all.count == 4)
    #expect(all.map(\.subThoroughfare) == ["1", "3", nil, nil])
    #expect(try town.askAll("p") { $0.limit = 2 }.count == 2)
  }

  @Test("of ways and houses that read the same a limit lists one, of a corner house both addresses")
  func candidatesThatReadTheSame() throws {
    var town = Town(
      """
      a   b    e
       p h i
      c        d
      """)
    town.street("First Street", "ab")
    town.street("First Street", "be")
    town.content.streets[1].name = town.content.names.intern(
      NameTable.Name("First Street", translations: [.init(language: "fr", text: "Rue Un")]))
    town.house("1", "First Street", at: "h")
    town.house("1", "First Street", at: "i")
    var corner = town.content.addresses[0]
    corner.street = town.content.names.intern("Second Street")
    town.content.addresses.append(corner)
    let all = try town.askAll("p") { $0.limit = 10 }
    #expect(all.map(\.title) == ["First Street 1", "Second Street 1", "First Street"])
  }

  @Test("a limit of 0 is the caller's mistake")
  func badLimit() throws {
    var town = Town("a b")
    town.street("First Street", "ab")
    #expect(throws: GeocodingError(.invalidQuery, "limit 0 is less than 1")) { try town.ask("a") { $0.limit = 0 } }
  }
}
