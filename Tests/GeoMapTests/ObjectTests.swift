import GeoMap
import GeoModel
import Testing

/// Annotations and overlays that are objects can be passed instead of their ids, as in MapKit.
@Suite struct ObjectTests {
  private final class Zone: Overlay {
    let coordinate: Coordinate
    let title: String?
    init(_ coordinate: Coordinate, _ title: String) { (self.coordinate, self.title) = (coordinate, title) }
    var boundingMapRect: MapRect {
      let middle = MapPoint(coordinate)
      return MapRect(x: middle.x - 100, y: middle.y - 100, width: 200, height: 200)
    }
  }

  private final class Drawer: MapViewDelegate {
    func mapView(_ mapView: MapView, rendererFor overlay: any Overlay) -> OverlayRenderer? {
      OverlayRenderer(overlay: overlay)
    }
  }

  @Test("annotations are selected, deselected and taken off")
  func annotations() throws {
    let stage = try Stage()
    let cars = [Car(stage.at(200, 200), "a"), Car(stage.at(600, 200), "b")]
    stage.map.addAnnotations(cars)
    stage.map.layout()
    #expect(stage.map.selectAnnotation(cars[1], animated: false))
    #expect(stage.map.selectedAnnotations == [stage.map.id(of: cars[1])])
    stage.map.deselectAnnotation(cars[0], animated: false)
    #expect(stage.map.selectedAnnotations.count == 1, "another one stays selected")
    stage.map.deselectAnnotation(cars[1], animated: false)
    #expect(stage.map.selectedAnnotations.isEmpty)
    stage.map.removeAnnotations([cars[0], Car(stage.at(1, 1), "unknown")])
    #expect(stage.map.annotationCount == 1)
    #expect(!stage.map.selectAnnotation(cars[0], animated: false))
  }

  @Test("a cluster is selected as the object that it is")
  func cluster() throws {
    let stage = try Stage()
    stage.clusterAll()
    stage.add("a", 300, 300)
    stage.add("b", 305, 300)
    stage.map.layout()
    let cluster = try #require(stage.map.clusterAnnotations.values.first)
    #expect(stage.map.selectAnnotation(cluster, animated: false) && stage.map.selectedAnnotations.count == 1)
  }

  @Test("overlays are put beside each other, swapped and taken off; their renderers are found")
  func overlays() throws {
    let stage = try Stage()
    let delegate = Drawer()
    stage.map.delegate = delegate
    let zones = ["a", "b", "c"].map { Zone(stage.at(400, 300), $0) }
    stage.map.addOverlay(zones[0])
    try stage.map.insertOverlay(zones[1], below: zones[0])
    try stage.map.insertOverlay(zones[2], above: zones[1])
    stage.map.layout()
    func names() -> [String?] {
      stage.map.overlays(in: .aboveLabels).map { stage.map.overlay(for: $0)?.title }
    }
    #expect(names() == ["b", "c", "a"])
    #expect(stage.map.renderer(for: zones[2])?.overlay.title == "c")
    try stage.map.exchangeOverlay(zones[0], with: zones[1])
    #expect(names() == ["a", "c", "b"])
    stage.map.removeOverlays([zones[0], zones[1]])
    #expect(names() == ["c"] && stage.map.renderer(for: zones[0]) == nil && stage.map.overlayID(of: zones[0]) == nil)
    #expect(throws: MapError.unknownOverlay(.text("a"))) { try stage.map.insertOverlay(zones[1], above: zones[0]) }
  }
}
