@testable import GeoMap
import GeoModel
import Testing

@Suite("The views of a map")
struct AnnotationViewsTests {
  private let place = PointAnnotation(coordinate: Coordinate(clampingLatitude: 50, longitude: 8))

  @Test("a view is attached to a slot, held while it is selected or dragged, and recorded when it is detached")
  func attaching() {
    let store = AnnotationStore()
    let views = AnnotationViews(store)
    let slot = store.insert(.number(7), place.coordinate, title: nil, kind: 0)
    let view = AnnotationView(annotation: place, reuseIdentifier: "a")
    views.attach(view, to: slot)
    #expect(views[slot] === view && view.annotationID == .number(7) && !views.isHeld(slot))
    views.selected = view
    #expect(views.isHeld(slot))
    let nowhere = Sight(rect: .null, ranges: [], kept: [])
    #expect(views.outside(nowhere).isEmpty, "a selected view stays")
    views.selected = nil
    #expect(views.outside(nowhere).count == 1)
    views.recycled = []
    let left = views.detach(view)
    view.clear()
    #expect(left == slot && views[slot] == nil && views.recycled == [.number(7)] && view.annotation == nil)
  }

  @Test("a view comes from its queue, or else from its template; the standard one serves what has none")
  func source() {
    let source = ViewSource()
    #expect(source.dequeue("a") == nil && source.kind(ofTemplate: nil) == 0 && source.kind(ofTemplate: "a") == nil)
    let number = source.templates.register(ViewTemplate(name: "a", type: MarkerAnnotationView.self) { _ in })
    #expect(source.dequeue("a") is MarkerAnnotationView)
    let waiting = MarkerAnnotationView(annotation: nil, reuseIdentifier: "a")
    source.queues.add(waiting)
    #expect(source.view(ofTemplate: number, for: place) === waiting && waiting.annotation != nil)
    #expect(source.standardView(for: place) is PinAnnotationView)
  }
}
