@testable import GeoMap
import GeoModel
import Testing

@Suite("What the view of a map shows")
struct MapWindowTests {
  private let window = MapWindow(size: ScreenSize(width: 400, height: 300))

  @Test("a point of the view and its map point are converted into each other")
  func conversion() {
    let point = ScreenPoint(x: 100, y: 50)
    #expect(window.point(for: window.mapPoint(at: point)).distance(to: point) < 1e-6)
    #expect(window.mapPoint(at: window.middle) == window.viewport.center)
  }

  @Test("zooming keeps the place under the pointer, and stops at the limits of the camera")
  func zooming() {
    let point = ScreenPoint(x: 150, y: 140)
    var near = window
    near.viewport = window.zoomed(by: 3, around: point)
    #expect(near.zoomScale > window.zoomScale)
    #expect(near.point(for: window.mapPoint(at: point)).distance(to: point) < 1e-6)
    #expect(near.zoomed(by: 30, around: point).zoomScale == Viewport.maximumZoomScale)
  }

  @Test("the middle of the map stays in the boundary; what is not a number changes nothing")
  func limits() {
    var limited = window
    limited.boundary = MapRect(x: 1_000, y: 2_000, width: 10, height: 10)
    let wanted = Viewport(center: MapPoint(x: 5_000, y: 2_005), zoomScale: 1)
    #expect(limited.constrained(wanted).center == MapPoint(x: 1_010, y: 2_005))
    let senseless = Viewport(center: MapPoint(x: .nan, y: 0), zoomScale: 1)
    #expect(limited.constrained(senseless) == limited.viewport)
  }

  @Test("a gesture is told at most ten times a second")
  func gesture() {
    var change = GestureChange()
    let told = [5, 5.05].map { change.note(time: $0) }
    #expect(told == [true, false] && change.isUntold)
    let again = change.note(time: 5.2)
    #expect(again && !change.isUntold)
  }
}
