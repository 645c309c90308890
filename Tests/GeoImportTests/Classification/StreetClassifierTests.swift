import GeoStore
import Testing

@testable import GeoImport

struct StreetClassifierTests {
  private func classify(_ tags: [TagKey: String], isClosed: Bool = false) -> StreetClassifier.Street? {
    StreetClassifier.street(Tags(tags), isClosed: isClosed)
  }

  @Test("a way with a highway tag and a name is a street of its kind")
  func named() throws {
    let street = try #require(classify([.highway: "residential", .name: "Birkenweg", .postalCode: "9490"]))
    #expect(street.name.text == "Birkenweg" && street.kind == .residential && !street.isReference)
    #expect(street.postalCode == "9490" && !street.isArea && street.layer == 0)
  }

  @Test("a road without a name goes by its number, marked as such")
  func numbered() throws {
    let street = try #require(classify([.highway: "primary", .ref: "A 13"]))
    #expect(street.name.text == "A 13" && street.isReference)
  }

  @Test("of several names or numbers of a road the first is shown")
  func several() {
    #expect(classify([.highway: "primary", .ref: "B 37;B 45"])?.name.text == "B 37")
    #expect(classify([.highway: "residential", .name: "Hang Ah Alley;Pagoda Alley"])?.name.text == "Hang Ah Alley")
    #expect(classify([.highway: "residential", .name: ";X"])?.name.text == ";X")
  }

  @Test("a road with neither name nor number is not a street")
  func unnamed() { #expect(classify([.highway: "service"]) == nil) }

  @Test(
    "sides with names of their own have these, and a side without one has the name of the street",
    arguments: [
      ("Road", "L", "R", "L", "R"), (nil, "L", "R", "L", "R"), ("Road", "L", nil, "L", "Road"),
      ("Road", nil, "R", "Road", "R"), (nil, "L", nil, "L", nil), (nil, nil, "R", "R", nil),
      ("Road", "L", "L", "Road", nil),
      (nil, "L", "L", "L", nil), ("Road", "Road", nil, "Road", nil),
    ] as [(String?, String?, String?, String, String?)])
  func sides(name: String?, left: String?, right: String?, expected: String, other: String?) throws {
    var tags = Tags([.highway: "residential"])
    if let name { tags.add(.name, name) }
    if let left { tags.addTranslation(language: "left", left) }
    if let right { tags.addTranslation(language: "right", right) }
    let street = try #require(StreetClassifier.street(tags, isClosed: false))
    #expect(street.name.text == expected && street.rightName?.text == other && !street.isReference)
  }

  @Test("a square has one name, whatever stands beside its outline")
  func square() {
    var tags = Tags([.highway: "pedestrian", .name: "Markt", .area: "yes"])
    tags.addTranslation(language: "left", "L")
    let street = StreetClassifier.street(tags, isClosed: true)
    #expect(street?.name.text == "Markt" && street?.rightName == nil)
  }

  @Test(
    "what is not there, or nobody is addressed by, is not a street",
    arguments: ["construction", "proposed", "razed", "abandoned", "platform", "elevator", "bus_stop"])
  func excluded(_ highway: String) { #expect(classify([.highway: highway, .name: "X"]) == nil) }

  @Test("a closed pedestrian area contains points, a circular street does not")
  func areas() {
    #expect(classify([.highway: "pedestrian", .name: "Markt", .area: "yes"], isClosed: true)?.isArea == true)
    #expect(classify([.highway: "pedestrian", .name: "Markt"], isClosed: true)?.isArea == false)
    #expect(classify([.placeType: "square", .name: "Markt"], isClosed: true)?.isArea == true)
  }

  @Test(
    "bridges lie at least one level up, tunnels one down, passages through buildings at ground level, those within below"
  )
  func layers() {
    #expect(classify([.highway: "primary", .name: "X", .bridge: "yes"])?.layer == 1)
    #expect(classify([.highway: "primary", .name: "X", .bridge: "yes", .layer: "2"])?.layer == 2)
    #expect(classify([.highway: "primary", .name: "X", .tunnel: "yes"])?.layer == -1)
    #expect(classify([.highway: "service", .name: "X", .tunnel: "building_passage"])?.layer == 0)
    #expect(classify([.highway: "corridor", .name: "X"])?.layer == -1)
    #expect(classify([.highway: "corridor", .name: "X", .layer: "2"])?.layer == -1)
    #expect(classify([.highway: "primary", .name: "X", .bridge: "no", .layer: "zwei"])?.layer == 0)
  }
}

extension Tags {
  /// Tags from a dictionary; translations are added separately.
  init(_ tags: [TagKey: String]) {
    self.init()
    for (key, value) in tags { add(key, value) }
  }
}
