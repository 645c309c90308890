import GeoEngine
import GeoModel
import Testing

@testable import GeoNominatim
@testable import GeoStore

@Suite("What may be the closest")
struct LayerTests {
  private func sketch(
    _ search: UInt8, _ address: UInt8, _ layers: MapLayers, hasHouseNumber: Bool = false
  ) -> MapObjectSketch {
    MapObjectSketch(
      id: MapObjectID(rawValue: 1), ranks: MapObjectRanks(search: search, address: address), layers: layers,
      hasName: true,
      hasHouseNumber: hasHouseNumber, isArea: false, distanceMeters: 0, nearest: FixedPoint(x: 0, y: 0))
  }

  private func accepts(_ object: MapObjectSketch, _ layers: MapLayers, rank: UInt8 = 30) -> Bool {
    LayerFilter(layers: layers, maximumRank: rank).acceptsClosest(object.ranks, object.layers)
  }

  private var street: MapObjectSketch { sketch(26, 26, .address) }
  private var path: MapObjectSketch { sketch(27, 27, .address) }
  private var house: MapObjectSketch { sketch(30, 30, .address, hasHouseNumber: true) }
  private var cafe: MapObjectSketch { sketch(30, 30, .poi) }
  private var track: MapObjectSketch { sketch(28, 0, .railway) }
  private var spring: MapObjectSketch { sketch(28, 0, .natural) }
  private var dam: MapObjectSketch { sketch(28, 0, .manmade) }

  @Test("streets and houses are the engine's, as fine as the zoom wants them")
  func addresses() {
    #expect(!accepts(street, .address) && !accepts(path, [.address, .poi]) && !accepts(house, [.address, .poi]))
    func policy(_ rank: UInt8) -> GeographyPolicy { LayerFilter(layers: .address, maximumRank: rank).policy }
    #expect(policy(26).ways.contains(.residential) && !policy(26).ways.contains(.footway))
    #expect(policy(27).ways.contains(.footway) && policy(27).houses == .none)
    #expect(policy(30).ways.contains(.footway) && policy(30).houses == .nearest)
  }

  @Test("places of interest are for houses' zoom and their layer, with a number or without")
  func places() {
    #expect(accepts(cafe, .poi) && !accepts(cafe, .address) && !accepts(cafe, .poi, rank: 27))
    #expect(accepts(sketch(30, 30, [.poi, .address], hasHouseNumber: true), .poi))
  }

  @Test("manmade takes what no other layer has, unless the other layer is wanted, too")
  func manmade() {
    #expect(accepts(dam, .manmade) && !accepts(spring, .manmade) && !accepts(track, .manmade))
    #expect(accepts(spring, [.manmade, .natural]) && accepts(spring, .natural) && accepts(track, .railway))
    #expect(!accepts(dam, .natural) && !accepts(spring, .railway))
  }

  @Test("a stretch between house numbers is not a feature")
  func interpolations() { #expect(!accepts(sketch(28, 0, .address), .manmade)) }
}
