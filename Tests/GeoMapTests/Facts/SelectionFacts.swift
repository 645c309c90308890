import GeoMap
import GeoModel
import Testing

@Suite("Selection and callouts")
struct SelectionFacts {
  private func stage() throws -> Stage {
    let stage = try Stage()
    stage.add("A", 200, 300)
    stage.add("B", 600, 300)
    stage.map.layout()
    _ = stage.recorder.take()
    return stage
  }

  /// A tap in the center of a view.
  private func tap(_ stage: Stage, _ id: AnnotationID) {
    guard let view = stage.map.view(for: id) else { return }
    stage.handle(.tap(view.center))
  }

  @Test("19: selecting B sends didDeselect of A, then didSelect of B")
  func one() throws {
    let stage = try stage()
    tap(stage, "A")
    tap(stage, "B")
    #expect(stage.recorder.take() == ["select A", "deselect A", "select B"])
    #expect(stage.map.selectedAnnotations == ["B"])
    stage.map.selectedAnnotations = ["A", "B"]
    #expect(stage.map.selectedAnnotations == ["A"])
    stage.map.selectedAnnotations = []
    #expect(stage.map.selectedAnnotationView == nil)
    stage.map.selectedAnnotations = ["A"]
    stage.map.selectedAnnotations = ["not on the map", "A"]
    #expect(stage.map.selectedAnnotations.isEmpty)
  }

  @Test("20: a tap on the empty map deselects")
  func emptyMap() throws {
    let stage = try stage()
    tap(stage, "A")
    stage.handle(.tap(ScreenPoint(x: 400, y: 500)))
    #expect(stage.recorder.take() == ["select A", "deselect A", "tap"])
  }

  @Test("21: selecting one without a view does nothing and calls nothing")
  func withoutView() throws {
    let stage = try stage()
    stage.add("far", 5_000, 300)
    stage.map.layout()
    #expect(!stage.map.selectAnnotation("far", animated: false) && !stage.map.selectAnnotation("?", animated: false))
    #expect(stage.recorder.take() == [])
  }

  @Test("22: a disabled view is selected neither by a tap nor by code")
  func disabled() throws {
    let stage = try stage()
    stage.map.view(for: "A")?.isEnabled = false
    tap(stage, "A")
    #expect(!stage.map.selectAnnotation("A", animated: false))
    #expect(stage.recorder.take() == ["tap"])
  }

  @Test("23: without a title there is no callout, but a selection", arguments: [nil, ""])
  func withoutTitle(title: String?) throws {
    let stage = try stage()
    stage.map.addAnnotation(PointAnnotation(coordinate: stage.at(400, 100), title: title), id: 1)
    stage.map.layout()
    let view = try #require(stage.map.view(for: 1))
    view.canShowCallout = true
    #expect(stage.map.selectAnnotation(1, animated: false) && view.isSelected && view.callout == nil)
    let other = try #require(stage.map.view(for: "A"))
    #expect(stage.map.selectAnnotation("A", animated: false) && other.callout == nil, "canShowCallout is false")
  }

  @Test("24: a tap on a control calls, and the selection stays; other accessories call nothing")
  func accessories() throws {
    let stage = try stage()
    let view = try #require(stage.map.view(for: "A"))
    view.canShowCallout = true
    view.rightCalloutAccessory = .button(.detailDisclosure, id: "details")
    view.leftCalloutAccessory = .image(MapImage(symbol: "star"))
    view.detailCalloutAccessory = .text("in place of the subtitle")
    #expect(!stage.map.tapCalloutAccessory(.right), "no callout is open")
    tap(stage, "A")
    #expect(stage.map.tapCalloutAccessory(.right))
    #expect(!stage.map.tapCalloutAccessory(.left) && !stage.map.tapCalloutAccessory(.detail))
    #expect(stage.recorder.take() == ["select A", "tapped details"] && view.isSelected)
    #expect(view.callout?.accessories.count == 3 && view.callout?.subtitle == nil)
    let tip = try #require(view.callout?.tip)
    #expect(tip == ScreenPoint(x: view.frame.midX, y: view.frame.minY))
  }

  @Test("25: setSelected of the view comes before didSelect")
  func order() throws {
    final class Telling: AnnotationView {
      var tell: (Bool) -> Void = { _ in }
      override func setSelected(_ selected: Bool, animated: Bool) {
        super.setSelected(selected, animated: animated)
        tell(selected)
      }
    }
    let stage = try stage()
    let view = Telling(annotation: nil, reuseIdentifier: nil)
    view.size = ScreenSize(width: 10, height: 10)
    view.tell = { stage.recorder.log.append("set \($0)") }
    stage.recorder.view = { _, _ in view }
    stage.add("C", 400, 300)
    stage.map.layout()
    _ = stage.recorder.take()
    tap(stage, "C")
    stage.map.deselectAnnotation("C", animated: false)
    #expect(stage.recorder.take() == ["set true", "select C", "set false", "deselect C"])
  }

  @Test("26: a selected annotation that is panned out of sight stays selected and keeps its view")
  func pannedAway() throws {
    let stage = try stage()
    tap(stage, "A")
    let view = stage.map.view(for: "A")
    stage.map.setCenter(stage.at(20_000, 300), animated: false)
    #expect(stage.map.selectedAnnotations == ["A"] && stage.map.view(for: "A") === view)
    stage.map.deselectAnnotation("A", animated: false)
    stage.map.layout()
    #expect(stage.map.view(for: "A") == nil)
  }
}
