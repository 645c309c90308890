import GeoModel
import GeoStore
@testable import GeoStoreWriting
import GeoTestKit
import Testing

@Suite("Coarse areas beside real ones")
struct CoarseAreaTests {
  // The coarse border B-C between the two countries is 600 m off; the real country ends at P-Q.
  let grid = Grid(
    """
    A . . P . . B . . E
    . . . . X . . . . .
    D . . Q . . C . . F
    """, unitMeters: 200)

  func content() -> StoreContent {
    var content = StoreContent()
    content.area("Real", level: 2, countryCode: "AA", ring: grid.line("APQDA"))
    content.area("Coarse A", level: 2, countryCode: "AA", isCoarse: true, ring: grid.line("ABCDA"))
    content.area("Coarse B", level: 2, countryCode: "BB", isCoarse: true, ring: grid.line("BEFCB"))
    return content
  }

  @Test("a coarse area is overridden by the real one of the same code only")
  func overridden() throws {
    let reader = try TemporaryStore(content()).reader()
    var overridden: [String: Bool] = [:]
    for id in 1...3 {
      let area = try reader.area(AreaID(UInt32(id)))
      overridden[try reader.name(area.name)] = area.isOverridden
    }
    #expect(overridden == ["Real": false, "Coarse A": true, "Coarse B": false])
  }

  @Test("where the real area leaves a point of the coarse one out, the neighbor is named")
  func alternatives() throws {
    let reader = try TemporaryStore(content()).reader()
    let names = try reader.tile(containing: grid["X"]).coarseAlternatives.map { try reader.name(reader.area($0).name) }
    #expect(names == ["Coarse B"])
  }

  @Test("with the neighbor its state is named, though the overridden country has none")
  func alternativeStates() throws {
    var content = content()
    content.area("State of B", level: 4, subdivisionCode: "BB-1", isCoarse: true, ring: grid.line("BEFCB"))
    content.area("County of B", level: 6, isCoarse: true, ring: grid.line("BEFCB"))
    let reader = try TemporaryStore(content).reader()
    let names = try reader.tile(containing: grid["X"]).coarseAlternatives.map { try reader.name(reader.area($0).name) }
    #expect(names == ["Coarse B", "State of B"])
  }

  @Test("without a real boundary nothing is overridden and no neighbor is named")
  func worldLayerAlone() throws {
    var content = StoreContent()
    content.area("Coarse A", level: 2, countryCode: "AA", isCoarse: true, ring: grid.line("ABCDA"))
    content.area("Coarse B", level: 2, countryCode: "BB", isCoarse: true, ring: grid.line("BEFCB"))
    let reader = try TemporaryStore(content).reader()
    #expect(try reader.tile(containing: grid["X"]).coarseAlternatives.isEmpty)
    #expect(try !reader.area(AreaID(1)).isOverridden)
  }
}
