@testable import GeoMap
import GeoModel
import Testing

@Suite("The overlays of a map in order")
struct OverlayListTests {
  private struct Ground: Overlay {
    var coordinate: Coordinate { boundingMapRect.center.coordinate }
    let boundingMapRect = MapRect.world
    let canReplaceMapContent = true
  }

  @Test("an overlay hides the base map once it has a renderer; those above labels come last")
  func covering() {
    var list = OverlayList()
    list.insert(.number(1), Ground(), .aboveLabels, at: nil, object: nil)
    list.insert(.number(2), Ground(), .aboveRoads, at: nil, object: nil)
    #expect(list.all == [.number(2), .number(1)] && !list.coversBaseMap(in: .world))
    list.setRenderer(OverlayRenderer(overlay: Ground()), of: .number(1))
    #expect(list.coversBaseMap(in: .world))
    let window = MapWindow(size: ScreenSize(width: 400, height: 300))
    #expect(list.missingTiles(in: window, 1).isEmpty && !list.lacksTiles(in: window, 1))
  }
}
