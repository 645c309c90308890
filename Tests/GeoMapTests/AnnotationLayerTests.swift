@testable import GeoMap
import GeoModel
import Testing

@Suite("The annotations of a map without a delegate")
struct AnnotationLayerTests {
  private let layer = AnnotationLayer()

  private func add(_ number: Int) -> Int {
    let place = Coordinate(clampingLatitude: 50, longitude: 8)
    let slot = layer.store.insert(.number(number), place, title: nil, kind: 0)
    layer.settle(slot)
    return slot
  }

  @Test("an annotation joins its cluster group with its view, and leaves it while the view is selected")
  func homes() {
    let map = MapView()
    let slot = add(1)
    let view = AnnotationView(annotation: nil, reuseIdentifier: nil)
    view.size = ScreenSize(width: 20, height: 20)
    view.clusteringIdentifier = "bus"
    layer.take(view, for: slot, on: map)
    #expect(layer.indexes.group(Int(layer.store[slot].home))?.identifier == "bus")
    layer.views.selected = view
    layer.resettle(slot)
    #expect(layer.store[slot].home == 0)
    layer.views.selected = nil
    layer.resettle(slot)
    #expect(layer.store[slot].home != 0)
    layer.recycle(view)
    #expect(layer.views[slot] == nil && view.mapView == nil)
  }

  @Test("a moved annotation stays in its index, and is looked at again by the next layout")
  func moving() {
    let slot = add(1)
    layer.layoutState.isFullNeeded = false
    let moved = layer.setCoordinate(Coordinate(clampingLatitude: 10, longitude: 8), of: slot)
    #expect(moved && layer.layoutState.changed.contains(slot) && layer.store.coordinate(of: slot).latitude == 10)
  }

  @Test("an object identifies its annotation until the annotation is removed")
  func objects() throws {
    final class Car: MovableAnnotation {
      var coordinate = Coordinate(clampingLatitude: 1, longitude: 2)
    }
    let slot = add(3)
    let car = Car()
    layer.store.setOwn(car, of: slot)
    #expect(layer.store.objectIDs[ObjectIdentifier(car)] == .number(3) && layer.store.isMovable(slot))
    let moved = layer.setCoordinate(Coordinate(clampingLatitude: 5, longitude: 2), of: slot)
    #expect(moved && car.coordinate.latitude == 5)
    layer.indexes.remove(slot)
    layer.store.remove(slot)
    #expect(layer.store.objectIDs.isEmpty)
  }
}
