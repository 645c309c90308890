import GeoModel
import GeoStore
import GeoStoreWriting
import Testing

@testable import GeoEngine

@Suite("Addresses in buildings and beside them") struct ResidentRules {
  private static let block = """
    s                          t

    a      e  b c  f           d
      q   p     h
    g         j k              l
    """

  @Test("a point in a building whose address is on a node in it gets that, not the neighbor's nearer one")
  func buildingOfNode() throws {
    var town = Town(ResidentRules.block)
    town.street("Main Street", "st")
    town.house("39", "Main Street", at: "e", in: "abjg")
    town.house("37", "Main Street", at: "c", in: "cdlk")
    let found = try town.ask("p")
    #expect(found.subThoroughfare == "39")
    #expect(found.match == .address)
    #expect(try town.ask("h").subThoroughfare == "37")
  }

  @Test("an address node at the point answers, though its neighbor's building contains the point")
  func nodeOnWall() throws {
    var town = Town(ResidentRules.block)
    town.street("Main Street", "st")
    town.house("39", "Main Street", at: "q", in: "abjg")
    town.house("37", "Main Street", at: "p", in: "ebjk")
    #expect(try town.ask("p").subThoroughfare == "37")
    town = Town(ResidentRules.block)
    town.house("39", "Main Street", outline: "abjg")
    town.house("41", "Side Street", at: "b")
    #expect(try town.ask("b").subThoroughfare == "41")
    #expect(try town.ask("b").thoroughfare == "Side Street")
  }

  @Test("an address node at the point answers in a square and on a street, one without a number does not")
  func nodeInSquare() throws {
    var town = Town(
      """
      a               b
        n     p    m
      d               c
      """)
    town.street("Market Square", "abcda", kind: .pedestrian, isArea: true)
    town.house("1", "Market Square", at: "p")
    town.house("8", "Side Street", at: "n")
    town.house("", "Side Street", at: "m", houseName: "Kiosk")
    let found = try town.ask("n")
    #expect(found.subThoroughfare == "8")
    #expect(found.thoroughfare == "Side Street")
    #expect(try town.ask("p").subThoroughfare == "1")
    #expect(try town.ask("m").thoroughfare == "Market Square")
  }

  @Test("an entrance on the wall with a number of its own answers in front of it and right behind it")
  func entranceOnWall() throws {
    var town = Town(
      """
      s                    t

        f
        o
        a e              b
          q

             p

        d                c
      """, metersPerCell: 4)
    town.street("Main Street", "st")
    town.house("35", "Main Street", outline: "abcd")
    town.house("35a", "Main Street", at: "a")
    town.house("35b", "Main Street", at: "e")
    for letter in "oa" { #expect(try town.ask(letter).subThoroughfare == "35a") }
    for letter in "eq" { #expect(try town.ask(letter).subThoroughfare == "35b") }
    #expect(try town.ask("p").subThoroughfare == "35")
    // From farther away, where the street is nearest, the entrance is also the nearest house of that street.
    #expect(try town.ask("f").subThoroughfare == "35a")
    #expect(try town.ask("t").subThoroughfare == "35")
  }

  @Test("of several addresses of a building the nearest is meant, however far it is")
  func nearestOfBuilding() throws {
    var town = Town(ResidentRules.block, metersPerCell: 20)
    town.street("Main Street", "st")
    town.house("39", "Main Street", at: "e", in: "abjg")
    town.house("1", "Side Street", at: "a", in: "abjg")
    town.house("37", "Main Street", at: "c", in: "cdlk")
    #expect(try town.ask("p").subThoroughfare == "39")
    #expect(try town.ask("q").subThoroughfare == "1")
  }

  @Test("addresses of a building in a building are told apart, however many there are", arguments: [false, true])
  func buildingInBuilding(isInnerFirst: Bool) throws {
    var town = Town(
      """
      a                    b
         e          f
          x     p q     y       z
         h          g
      d                    c
      """)
    func addOuter() {
      for (number, letter) in zip(1..., "qyz") { town.house("\(number)", "Court", at: letter, in: "abcd") }
    }
    func addInner() {
      for (number, letter) in zip(7..., "xhe") { town.house("\(number)", "Court", at: letter, in: "efgh") }
    }
    if isInnerFirst { addInner() }
    addOuter()
    if !isInnerFirst { addInner() }
    // An address of the outer building is nearest, although its node is in the inner building.
    #expect(try town.ask("p").subThoroughfare == "7")
    #expect(try town.ask("y").subThoroughfare == "2")
  }

  @Test("outside of the building its address is where its node is")
  func outside() throws {
    var town = Town(ResidentRules.block)
    town.street("Main Street", "st")
    town.house("39", "Main Street", at: "a", in: "abjg")
    town.house("37", "Main Street", at: "f")
    #expect(try town.ask("c").subThoroughfare == "37")
  }

  @Test("an outline with a number inside such a building answers for itself")
  func outlineInBuilding() throws {
    var town = Town(
      """
      a               b
         e   f
           p    n
         h   g
      d               c
      """)
    town.house("1", "Main Street", at: "n", in: "abcd")
    town.house("2", "Main Street", outline: "efgh")
    #expect(try town.ask("p").subThoroughfare == "2")
    #expect(try town.ask("n").subThoroughfare == "1")
  }

  @Test("a house that has only a name gives way to a numbered one of its street that is hardly farther")
  func nameBesideNumber() throws {
    var town = Town("s      p n h           f        t")
    town.street("Main Street", "st")
    town.house("", "Main Street", at: "n", houseName: "The Bank")
    #expect(try town.ask("p").subThoroughfare == nil)
    #expect(try town.ask("p").match == .address)
    town.house("12", "Main Street", at: "f")
    #expect(try town.ask("p").subThoroughfare == nil, "far is far")
    town.house("10", "Main Street", at: "h")
    #expect(try town.ask("p").subThoroughfare == "10")
  }

  @Test("a building that has only a name gives way to a number of its street inside it, however deep it is")
  func numberInNamedBuilding() throws {
    var town = Town(
      """
      s   p                     t
          a                b

                        n    f
          d                c
      """, metersPerCell: 2.5)
    town.street("Main Street", "st")
    town.house("", "Main Street", outline: "abcd", houseName: "Villa Rose")
    town.house("51", "Main Street", at: "f")
    #expect(try town.ask("p").subThoroughfare == nil, "the house next door")
    town.house("49", "Main Street", at: "n")
    #expect(try town.ask("p").subThoroughfare == "49")
  }

  @Test("in Britain the name of a house is in its address if it has no number")
  func nameInAddress() throws {
    var town = Town(
      """
      e                        h
      s      p       q         t
      f                        g
      """)
    town.area("United Kingdom", "ehgf", level: 2, country: "GB")
    town.street("Main Street", "st")
    town.house("", "Main Street", at: "p", houseName: "Rose Cottage")
    town.house("12", "Main Street", at: "q", houseName: "The Bank")
    let cottage = try town.ask("p")
    #expect(cottage.formattedAddress == ["Rose Cottage", "Main Street", "United Kingdom"])
    #expect(cottage.title == "Rose Cottage, Main Street" && cottage.subThoroughfare == nil)
    #expect(try town.ask("q").formattedAddress == ["12 Main Street", "United Kingdom"])
  }

  @Test("a numbered address in a building goes before one that has only a name")
  func nameInBuilding() throws {
    var town = Town(ResidentRules.block)
    town.house("", "Main Street", at: "p", in: "abjg", houseName: "The Bank")
    town.house("39", "Main Street", at: "e", in: "abjg")
    #expect(try town.ask("p").subThoroughfare == "39")
  }

  @Test("an outline around the point with a number goes before a finer one, or a node in it, that has only a name")
  func nameInNumberedOutline() throws {
    var town = Town(
      """
      a               b
         e   f
          p      n
         h   g
      d               c
      """)
    town.house("2-6", "Main Street", outline: "abcd")
    town.house("", "Main Street", outline: "efgh", houseName: "The Bank")
    town.house("", "Main Street", at: "n", houseName: "The Baker")
    #expect(try town.ask("p").subThoroughfare == "2-6")
    #expect(try town.ask("n").subThoroughfare == "2-6")
  }

  @Test("a house that was given the street nearest to itself leaves it for the one that the point is on")
  func streetOfPoint() throws {
    func street(_ origin: StreetOrigin) throws -> String? {
      var town = Town(
        """
        s                    t
          a                b
                         p
        d                  c
        u                    v
        """)
      town.street("Front Street", "st")
      town.street("Back Street", "uv")
      town.house("5", "Far Street", outline: "abcd", origin: origin)
      return try town.ask("p").thoroughfare
    }
    #expect(try street(.vicinity) == "Back Street")
    #expect(try street(.tag) == "Far Street")
  }

  @Test("articles and prepositions do not part a house from its street, nor does the street's name in another language")
  func carelessNames() throws {
    var town = Town("s   p h                     t")
    town.street("Carrer Prat Gran", "st")
    town.house("4", "Carrer del Prat Gran", at: "h")
    #expect(try town.ask("p").subThoroughfare == "4")
    var other = Town("s   p h                     t")
    other.street("Mariankatu", "st")
    other.content.streets[0].name = other.content.names.intern(
      NameTable.Name("Mariankatu", translations: [.init(language: "sv", text: "Mariegatan")]))
    other.house("4", "Mariegatan", at: "h")
    #expect(try other.ask("p").subThoroughfare == "4")
  }
}
