import GeoTestKit
import Testing

@testable import make_default_data

@Suite("What remains of an extract")
struct TagSelectionTests {
  @Test("tags that no import looks at are dropped")
  func unusedTags() {
    let tags = ["addr:housenumber": "465", "addr:street": "10th Street", "surface": "asphalt", "opening_hours": "24/7"]
    #expect(TagSelection.node(tags) == ["addr:housenumber": "465", "addr:street": "10th Street"])
  }

  @Test("a street has a name or a number, or is shown on a map")
  func streets() {
    #expect(TagSelection.way(["highway": "residential", "name": "Bryant Street"], isClosed: false).count == 2)
    #expect(TagSelection.way(["highway": "motorway", "ref": "I 80"], isClosed: false).count == 2)
    #expect(TagSelection.way(["highway": "footway", "surface": "dirt"], isClosed: false) == ["highway": "footway"])
    #expect(TagSelection.way(["highway": "proposed"], isClosed: false).isEmpty)
  }

  @Test("areas have a name or are shown on a map, lines of other things do not remain")
  func areas() {
    #expect(!TagSelection.way(["natural": "water", "name": "Mission Creek"], isClosed: true).isEmpty)
    #expect(TagSelection.way(["natural": "water", "name": "Mission Creek"], isClosed: false).isEmpty)
    #expect(TagSelection.way(["building": "yes"], isClosed: true) == ["building": "yes"])
    #expect(TagSelection.way(["building": "yes"], isClosed: false).isEmpty)
    #expect(TagSelection.way(["landuse": "religious_feud"], isClosed: true).isEmpty)
    #expect(!TagSelection.way(["building": "yes", "addr:housenumber": "5"], isClosed: true).isEmpty)
  }

  @Test("relations of routes and turn restrictions do not remain")
  func relations() {
    #expect(TagSelection.relation(["type": "route", "name": "38", "ref": "38"]).isEmpty)
    #expect(TagSelection.relation(["type": "restriction"]).isEmpty)
    #expect(!TagSelection.relation(["type": "associatedStreet", "name": "Main Street"]).isEmpty)
    #expect(TagSelection.relation(["type": "route", "natural": "water"]).isEmpty)
    #expect(!TagSelection.relation(["type": "multipolygon", "natural": "water"]).isEmpty)
    #expect(!TagSelection.relation(["type": "multipolygon", "building": "yes", "addr:housename": "City Hall"]).isEmpty)
  }
}
