import GeoModel
import GeoStore
import GeoStoreWriting
import GeoTestKit
import Testing

@testable import GeoImport

struct StreetLinkerTests {
  private let grid = Grid(
    """
    A . . . . . . . B
    . . X . . . . . .
    . . . . . . . . .
    C . . . . . . . D
    . . . Y . . . . .
    P . Q . . . . . .
    . Z . . . . . . .
    S . R . . . . . .
    """, unitMeters: 50)

  private func linked(_ build: (inout StoreContent) -> Void) -> StoreContent {
    var content = StoreContent()
    build(&content)
    return StreetLinker(content).linked().content
  }

  private func street(of address: Int, _ content: StoreContent) -> String? {
    content.addresses[address].street.map { content.names[$0].text }
  }

  @Test("a house shares the name of its street, spelled as the street is")
  func spelling() {
    let content = linked {
      $0.street("Bahnhofstraße", grid.line("AB"))
      $0.address("7", street: "bahnhofstrasse", at: grid["X"])
    }
    #expect(content.addresses[0].street == content.streets[0].name)
    #expect(content.addresses[0].streetOrigin == .tag)
  }

  @Test("of two streets of one name the nearer gives its name with its translations")
  func nearest() {
    let translated = NameTable.Name("High Street", translations: [.init(language: "cy", text: "Stryd Fawr")])
    let content = linked {
      $0.street("High St", grid.line("AB"))
      $0.street("High Street", grid.line("CD"))
      $0.streets[1].name = $0.names.intern(translated)
      $0.address("1", street: "High Street", at: grid["Y"])
      $0.address("2", street: "High Street", at: grid["A"])
    }
    #expect(content.names[content.addresses[0].street!] == translated)
    #expect(street(of: 1, content) == "High St")
  }

  @Test("a street that no way near bears stays as it was mapped")
  func unknownStreet() {
    let content = linked {
      $0.street("Other Street", grid.line("AB"))
      $0.address("1", street: "Lost Lane", at: grid["X"])
      $0.street("Lost Lane", [FixedPoint(x: 0, y: 0), FixedPoint(x: 1_000, y: 0)])
    }
    #expect(street(of: 0, content) == "Lost Lane" && content.addresses[0].streetOrigin == .tag)
    #expect(content.addresses[0].street == content.streets[1].name, "equal texts are one name all the same")
  }

  @Test("a house without a street gets the nearest named one by its line, within 200 m")
  func vicinity() {
    let content = linked {
      $0.street("Upper", grid.line("AB"))
      $0.street("A 1", grid.line("CD"), isReference: true)
      $0.street("Autobahn", grid.line("CD"), kind: .motorway)
      $0.address("1", at: grid["X"])
      $0.address("2", at: grid["R"])
    }
    #expect(street(of: 0, content) == "Upper" && content.addresses[0].streetOrigin == .vicinity)
    #expect(street(of: 1, content) == nil && content.addresses[1].streetOrigin == .unknown)
  }

  @Test("of two streets that are as near the order of the extracts does not decide", arguments: [false, true])
  func corner(isReversed: Bool) {
    let ways: [(Int64, String, String)] = [(7, "Upper", "CD"), (9, "Steep", "CP"), (3, "UPPER", "CD")]
    let content = linked { content in
      for (id, name, line) in isReversed ? ways.reversed() : ways {
        content.street(name, grid.line(line))
        content.streets[content.streets.count - 1].source = SourceReference(type: .way, id: id)
      }
      content.address("1", at: grid["C"])
      content.address("2", street: "upper", at: grid["Y"])
    }
    #expect(street(of: 0, content) == "UPPER" && street(of: 1, content) == "UPPER")
  }

  @Test(
    "a house finds its street across the antimeridian, from either side, also far north",
    arguments: [-170_000_000, 0, 650_000_000, 895_000_000] as [Int32])
  func antimeridian(latitude: Int32) {
    for side: Int32 in [1, -1] {
      // Forty meters from the meridian to the street's end, twenty to the houses.
      let projection = LocalProjection(origin: FixedPoint(x: 0, y: latitude))
      let meters = Int32(20 / projection.metersPerUnitX)
      let (near, far) = (side * (Globe.halfTurn - 2 * meters), side * (Globe.halfTurn - 5 * meters))
      let house = FixedPoint(x: -side * (Globe.halfTurn - meters), y: latitude)
      let content = linked {
        $0.street("Date Line Street", [FixedPoint(x: near, y: latitude), FixedPoint(x: far, y: latitude)])
        $0.address("1", at: house)
        $0.address("2", street: "date line st", at: house)
        $0.address("3", street: "date line street", at: FixedPoint(x: -side * Globe.halfTurn, y: latitude))
      }
      #expect(content.addresses.allSatisfy { $0.street == content.streets[0].name })
      #expect(content.addresses.map(\.streetOrigin) == [.vicinity, .tag, .tag])
    }
  }

  @Test("addr:place stays the name of a place")
  func place() {
    let content = linked {
      $0.street("Upper", grid.line("AB"))
      $0.address("1", street: "Seaside Estate", origin: .place, at: grid["X"])
    }
    #expect(street(of: 0, content) == "Seaside Estate" && content.addresses[0].streetOrigin == .place)
  }

  @Test("an entrance takes street, postal code and city of the building it is in")
  func entrance() {
    let content = linked {
      $0.street("Upper", grid.line("AB"))
      $0.address(
        "1-3", street: "Hofgasse", postalCode: "9490", city: "Vaduz", at: grid["Z"], outline: grid.line("PQRSP"))
      $0.address("2", at: grid["Z"])
      $0.address("3", street: "Hofgasse", at: grid["Z"])
      $0.address("4", street: "Upper", at: grid["Z"])
    }
    #expect(street(of: 1, content) == "Hofgasse" && content.addresses[1].streetOrigin == .tag)
    for taker in [1, 2] {
      #expect(content.addresses[taker].postalCode.map { content.names[$0].text } == "9490")
      #expect(content.addresses[taker].city.map { content.names[$0].text } == "Vaduz")
    }
    #expect(content.addresses[3].postalCode == nil, "an entrance on another street keeps to itself")
  }

  @Test("a building takes the street of the nodes with its number, if they agree")
  func building() {
    let content = linked {
      $0.street("Upper", grid.line("AB"))
      $0.address("7", at: grid["Z"], outline: grid.line("PQRSP"))
      $0.address("7", street: "Hofgasse", postalCode: "9490", at: grid["Z"])
      $0.address("8", street: "Other", at: grid["Z"])
    }
    #expect(street(of: 0, content) == "Hofgasse" && content.addresses[0].streetOrigin == .tag)
    #expect(content.addresses[0].postalCode.map { content.names[$0].text } == "9490")
  }

  @Test("a misspelled street is the one close by that is nearly the same")
  func misspelled() {
    let content = linked {
      $0.street("Birkenstraße", grid.line("AB"))
      $0.address("1", street: "Birknstraße", at: grid["X"])
    }
    #expect(content.addresses[0].street == content.streets[0].name)
  }

  @Test("a house that names its street in another language shares the street's name")
  func translated() {
    let content = linked {
      $0.street("Triq it-Torri", grid.line("AB"))
      $0.streets[0].name = $0.names.intern(
        NameTable.Name("Triq it-Torri", translations: [.init(language: "en", text: "Tower Road")]))
      $0.street("Tower Roads", grid.line("CD"))
      $0.address("225", street: "tower road", at: grid["X"])
      $0.address("1", street: "Lost Lane", at: grid["X"])
    }
    #expect(content.addresses[0].street == content.streets[0].name)
    #expect(street(of: 1, content) == "Lost Lane")
  }

  @Test("the ways of one street share the name with the most translations")
  func oneName() {
    let full = NameTable.Name("Esplanadi", translations: [.init(language: "sv", text: "Esplanaden")])
    let content = linked {
      $0.street("Esplanadi", grid.line("AB"))
      $0.street("Esplanadi", grid.line("BD"))
      $0.streets[1].name = $0.names.intern(full)
    }
    #expect(content.streets.allSatisfy { content.names[$0.name] == full })
  }

  @Test("the nearest street and the nearest of a name equal those of a slow search over all")
  func oracle() {
    var generator = SeededGenerator(seed: 11)
    func point(_ spread: Int32) -> FixedPoint {
      FixedPoint(
        x: 95_000_000 + .random(in: -spread...spread, using: &generator),
        y: 471_000_000 + .random(in: -spread...spread, using: &generator))
    }
    var content = StoreContent()
    for number in 0..<200 {
      let start = point(200_000)
      let end = FixedPoint(
        x: start.x + .random(in: -20_000...20_000, using: &generator),
        y: start.y + .random(in: -20_000...20_000, using: &generator))
      content.street("Street \(number % 40)", [start, end])
    }
    for number in 0..<300 {
      content.address("1", street: number % 2 == 0 ? nil : "street \(number % 40)", at: point(200_000))
    }
    let result = StreetLinker(content).linked().content
    for (before, after) in zip(content.addresses, result.addresses) {
      let projection = LocalProjection(origin: before.point)
      let wanted = before.street.map { content.names[$0].text.dropFirst("street ".count) }
      let nearest = content.streets.filter { wanted == nil || content.names[$0.name].text == "Street \(wanted!)" }
        .map {
          (name: $0.name, meters: LineDistance.squaredMeters(projection, to: content.vertices($0.line)).squareRoot())
        }
        .min { $0.meters < $1.meters }!
      let reach = wanted == nil ? VicinityIndex.reachMeters : StreetLinker.reachMeters
      if nearest.meters < reach {
        #expect(after.street == nearest.name)
      } else {
        #expect(after.street == before.street)
      }
    }
  }
}
