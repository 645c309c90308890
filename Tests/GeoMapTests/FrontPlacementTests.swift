@testable import GeoMap
import GeoModel
import Testing

@Suite("What collisions hide")
struct FrontPlacementTests {
  private let store = AnnotationStore()
  private let indexes: AnnotationIndexes
  private let layout = LayoutState()
  private let window = MapWindow(size: ScreenSize(width: 400, height: 300))

  init() {
    indexes = AnnotationIndexes(store)
    layout.sight = Sight(rect: .world, ranges: WorldRange.parts(of: .world), kept: [])
  }

  private func add(_ number: Int, _ longitude: Double, priority: Float) throws {
    let view = AnnotationView(annotation: nil, reuseIdentifier: nil)
    view.size = ScreenSize(width: 20, height: 20)
    view.displayPriority = DisplayPriority(rawValue: priority)
    let kind = indexes.kindNumber(of: view, template: -1)
    let place = try Coordinate(latitude: 0, longitude: longitude)
    let slot = store.insert(.number(number), place, title: nil, kind: kind)
    indexes.insert(slot, home: 0)
    layout.note(slot)
  }

  private func place(atMost limit: Int) -> Front {
    let placement = FrontPlacement(
      store: store, indexes: indexes, layout: layout, views: AnnotationViews(store), size: window.size,
      middle: ScreenMiddle(window.viewport))
    return placement.place(ClusterList(), atMost: limit).front
  }

  @Test("the more important of two that meet is placed, and one far away; the limit leaves the most important")
  func placing() throws {
    try add(0, 0, priority: 250)
    try add(1, 1, priority: 500)
    try add(2, 90, priority: 250)
    var touched: Set<Int> = []
    layout.lookAtChanges(store, &touched)
    #expect(touched == [0, 1, 2] && layout.isCandidate(0, store, indexes))
    let front = place(atMost: 10)
    #expect(front.slots == [1, 2] && !front.isWhole)
    #expect(place(atMost: 1).slots == [1])
    layout.take(front, &touched)
    layout.areCollisionsNeeded = false
    layout.forget(0)
    #expect(!layout.areCollisionsNeeded, "it was not in front")
    layout.forget(1)
    #expect(layout.areCollisionsNeeded)
  }
}
