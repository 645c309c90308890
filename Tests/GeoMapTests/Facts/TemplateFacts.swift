import GeoMap
import GeoModel
import Testing

@Suite("Templates of annotations")
struct TemplateFacts {
  @Test("what is added again with another template looks as that one says, selected or not; without one as before")
  func otherTemplate() throws {
    let stage = try Stage()
    let map = stage.map
    map.registerTemplate("bus", MarkerAnnotationView.self) { $0.glyphText = "B" }
    map.registerTemplate("broken", PinAnnotationView.self) { $0.pinTintColor = .systemPurple }
    func add(_ ids: [AnnotationID], _ template: String?) throws {
      let places = ids.indices.map { stage.at(100 + 200 * Double($0), 300) }
      try map.addAnnotations(
        AnnotationColumns(ids: ids, latitudes: places.map(\.latitude), longitudes: places.map(\.longitude)),
        template: template)
      map.layout()
    }
    func isPin(_ id: AnnotationID) -> Bool { map.view(for: id) is PinAnnotationView }
    try add([1, 2, 3], "bus")
    map.selectAnnotation(2, animated: false)
    #expect(![1, 2, 3].contains(where: isPin))
    try add([1, 2], "broken")
    #expect(isPin(1) && isPin(2) && !isPin(3))
    #expect(map.selectedAnnotations == [2] && map.view(for: 2)?.isSelected == true)
    try add([1, 2, 3], nil)
    #expect(isPin(1) && isPin(2) && !isPin(3))
    map.addAnnotation(PointAnnotation(coordinate: stage.at(500, 300), title: "single"), id: 3, template: "broken")
    map.layout()
    #expect(isPin(3) && map.view(for: 3)?.annotation?.title == "single")
  }

  @Test("annotations of a template that is registered again look as it says now, shown, selected or later in sight")
  func redressed() async throws {
    let stage = try Stage()
    let map = stage.map
    func register(_ color: Color) { map.registerTemplate("car", PinAnnotationView.self) { $0.pinTintColor = color } }
    func color(_ id: AnnotationID) -> Color? { (map.view(for: id) as? PinAnnotationView)?.pinTintColor }
    register(.systemRed)
    for (id, x) in [("near", 400.0), ("chosen", 500), ("gone", 600), ("far", 4_000)] {
      map.addAnnotation(PointAnnotation(coordinate: stage.at(x, 300), title: id), id: .text(id), template: "car")
    }
    map.layout()
    map.selectAnnotation("chosen", animated: false)
    map.removeAnnotation("gone")
    _ = stage.recorder.take()
    register(.systemBlue)
    map.layout()
    #expect(color("near") == .systemBlue && color("chosen") == .systemBlue)
    #expect(map.selectedAnnotations == ["chosen"] && map.view(for: "chosen")?.isSelected == true)
    #expect(!stage.recorder.take().contains { $0.contains("select") }, "nobody need know")
    map.setCenter(stage.at(3_900, 300), animated: false)
    #expect(color("far") == .systemBlue)
    // Views of another class do not wait under the name any more.
    map.registerTemplate("car", MarkerAnnotationView.self) { $0.glyphText = "C" }
    map.layout()
    #expect(map.view(for: "far") is MarkerAnnotationView && map.view(for: "chosen") is MarkerAnnotationView)
    map.setCenter(stage.at(-3_100, 300), animated: false)
    #expect(map.view(for: "near") is MarkerAnnotationView)
  }
}
