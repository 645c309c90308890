import GeoMap
import GeoModel
import Testing

@Suite("Dragging")
struct DraggingFacts {
  private func stage() throws -> (Stage, AnnotationView) {
    let stage = try Stage()
    stage.recorder.view = { _, _ in square("a") }
    stage.add("A", 400, 300)
    stage.map.layout()
    let view = try #require(stage.map.view(for: "A"))
    view.isDraggable = true
    _ = stage.recorder.take()
    return (stage, view)
  }

  private func point(_ x: Double, _ y: Double) -> ScreenPoint { ScreenPoint(x: x, y: y) }

  @Test("27: only a draggable view of an annotation that can be moved is dragged")
  func both() throws {
    struct Fixed: Annotation {
      let coordinate: Coordinate
      let title: String? = "fixed"
    }
    let (stage, view) = try stage()
    stage.map.addAnnotation(Fixed(coordinate: stage.at(200, 300)), id: "fixed")
    stage.map.layout()
    stage.map.view(for: "fixed")?.isDraggable = true
    view.isDraggable = false
    _ = stage.recorder.take()
    for x in [200.0, 400] {
      stage.handle(.press(point(x, 300), time: 0))
      stage.handle(.move(point(x + 50, 300), time: 1))
      stage.handle(.release(point(x + 50, 300), time: 2))
      stage.map.setCenter(stage.at(450, 300), animated: false)
    }
    #expect(!stage.recorder.take().contains { $0.hasPrefix("drag") })
  }

  @Test("28, 30, 31: starting, dragging, ending, none, each told once; the coordinate is set before ending is told")
  func drop() throws {
    let (stage, view) = try stage()
    let target = stage.at(460, 340)
    stage.handle(.press(point(400, 300), time: 0))
    #expect(view.isHighlighted == Home.isHere)
    stage.handle(.move(point(430, 320), time: 0.6))
    if Home.isHere { #expect(abs(view.center.x - 430) < 0.01 && abs(view.center.y - 320) < 0.01) }
    stage.handle(.move(point(460, 340), time: 0.7))
    var atEnding: Coordinate?
    stage.recorder.didChange = { _ in }
    #expect(stage.recorder.take() == ["drag starting from none", "drag dragging from starting"])
    final class Watch: MapViewDelegate {
      var seen: [(DragState, Coordinate)] = []
      func mapView(
        _ mapView: MapView, annotationView view: AnnotationView, didChange newState: DragState,
        fromOldState oldState: DragState
      ) { seen.append((newState, view.annotation!.coordinate)) }
    }
    let watch = Watch()
    stage.map.delegate = watch
    stage.handle(.release(point(460, 340), time: 1))
    #expect(watch.seen.map(\.0) == [.ending, .none])
    atEnding = watch.seen.first?.1
    #expect(abs(atEnding!.latitude - target.latitude) < 1e-7 && abs(atEnding!.longitude - target.longitude) < 1e-7)
    #expect(stage.map.annotation(for: "A")?.coordinate == atEnding && !view.isHighlighted)
  }

  @Test("28, 31: given up, it goes from dragging to canceling to none, and the coordinate never changes")
  func cancel() throws {
    for gesture in [Gesture.cancel(time: 1), .key(.escape)] {
      let (stage, view) = try stage()
      let before = stage.map.annotation(for: "A")?.coordinate
      stage.handle(.press(point(400, 300), time: 0))
      stage.handle(.move(point(460, 340), time: 0.6))
      stage.handle(gesture)
      #expect(
        stage.recorder.take() == [
          "drag starting from none", "drag dragging from starting", "drag canceling from dragging",
          "drag none from canceling",
        ])
      #expect(stage.map.annotation(for: "A")?.coordinate == before && abs(view.center.x - 400) < 0.01)
    }
  }

  @Test("29: the view sets dragging and none itself, when its animations are over")
  func ownStates() throws {
    final class Lifting: AnnotationView {
      var wanted: [DragState] = []
      override func setDragState(_ state: DragState, animated: Bool) { wanted.append(state) }
    }
    let stage = try Stage()
    let view = Lifting(annotation: nil, reuseIdentifier: nil)
    view.size = ScreenSize(width: 20, height: 20)
    view.isDraggable = true
    stage.recorder.view = { _, _ in view }
    stage.add("A", 400, 300)
    stage.map.layout()
    _ = stage.recorder.take()
    stage.handle(.press(point(400, 300), time: 0))
    stage.handle(.move(point(450, 300), time: 0.6))
    #expect(view.wanted == [.starting] && view.dragState == .starting)
    view.dragState = .none
    #expect(view.dragState == .starting && stage.recorder.refused == [.dragStateForbidden(from: .starting, to: .none)])
    view.dragState = .dragging
    stage.handle(.release(point(450, 300), time: 1))
    #expect(view.wanted == [.starting, .ending] && view.dragState == .ending)
    view.dragState = .none
    #expect(
      stage.recorder.take() == [
        "drag starting from none", "drag dragging from starting", "drag ending from dragging", "drag none from ending",
      ])
  }

  @Test("32: a press that is too short, or a move of less than 5 points, is not a drag")
  func noDrag() throws {
    let (stage, view) = try stage()
    stage.handle(.press(point(400, 300), time: 0))
    stage.handle(.move(point(404, 300), time: 1))
    stage.handle(.release(point(404, 300), time: 1.1))
    #expect(stage.recorder.take() == ["select A"] && view.dragState == .none)
    stage.handle(.press(point(400, 300), time: 2))
    stage.handle(.move(point(450, 300), time: 2.1))
    stage.handle(.release(point(450, 300), time: 2.2))
    #expect(stage.recorder.take() == ["will true", "visible", "did true"])
  }

  @Test("a drag whose annotation is removed is told to be over")
  func removed() throws {
    guard Home.isHere else { return }
    let (stage, view) = try stage()
    stage.handle(.press(point(400, 300), time: 0))
    stage.handle(.move(point(430, 320), time: 0.6))
    _ = stage.recorder.take()
    stage.map.removeAnnotation("A")
    #expect(stage.recorder.take() == ["drag canceling from dragging", "drag none from canceling"])
    #expect(stage.map.view(for: "A") == nil && view.dragState == .none)
    stage.handle(.release(point(430, 320), time: 1))
    #expect(!stage.recorder.take().contains { $0.hasPrefix("drag") })
  }

  @Test(
    "a view that is given to an annotation while it is dragged goes on with that; one that is pressed is tapped"
  )
  func otherView() throws {
    guard Home.isHere else { return }
    let (stage, _) = try stage()
    func other() throws -> AnnotationView {
      let view = square("b", side: 30)
      view.isDraggable = true
      try stage.map.setView(view, for: "A")
      return view
    }
    stage.handle(.press(point(400, 300), time: 0))
    stage.handle(.move(point(430, 320), time: 0.6))
    let dragged = try other()
    #expect(dragged.dragState == .dragging && dragged.isHighlighted)
    #expect(dragged.center.distance(to: point(430, 320)) < 0.01)
    stage.handle(.move(point(460, 340), time: 0.7))
    let target = stage.at(460, 340)
    stage.handle(.release(point(460, 340), time: 1))
    #expect(
      stage.recorder.take() == [
        "drag starting from none", "drag dragging from starting", "added A", "drag ending from dragging",
        "drag none from ending",
      ])
    let place = try #require(stage.map.annotation(for: "A")?.coordinate)
    #expect(abs(place.latitude - target.latitude) < 1e-7 && abs(place.longitude - target.longitude) < 1e-7)
    stage.handle(.press(point(460, 340), time: 2))
    let pressed = try other()
    _ = stage.recorder.take()
    stage.handle(.release(point(460, 340), time: 2.1))
    #expect(stage.recorder.take() == ["select A"] && pressed.isSelected && !pressed.isHighlighted)
  }

  @Test("33: a dragged view does not cluster and is not hidden")
  func undisturbed() throws {
    let stage = try Stage()
    stage.clusterAll()
    let make = stage.recorder.view
    stage.recorder.view = { map, annotation in
      let view = make(map, annotation)
      view?.isDraggable = true
      view?.displayPriority = .defaultLow
      return view
    }
    stage.add("A", 400, 300)
    stage.add("B", 500, 300)
    stage.map.layout()
    let view = try #require(stage.map.view(for: "A"))
    stage.handle(.press(point(400, 300), time: 0))
    stage.handle(.move(point(410, 300), time: 0.6))
    try stage.map.move("B", to: stage.at(402, 300))
    stage.map.layout()
    #expect(stage.clusters.isEmpty && view.isShown && !stage.letters.contains("B"), "B is hidden by A")
    stage.handle(.move(point(400, 300), time: 0.8))
    stage.handle(.release(point(400, 300), time: 1))
    #expect(stage.clusters == [["A", "B"]])
  }
}
