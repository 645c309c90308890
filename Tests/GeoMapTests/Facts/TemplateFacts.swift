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

  @Test(
    "a view that is set over a template stands until it is out of sight or taken back; then the template counts again")
  func covered() throws {
    let stage = try Stage()
    let map = stage.map
    map.registerTemplate("bus", MarkerAnnotationView.self) { $0.glyphText = "B" }
    map.addAnnotation(PointAnnotation(coordinate: stage.at(400, 300), title: "bus"), id: 1, template: "bus")
    map.layout()
    let middle = map.centerCoordinate
    for _ in 0..<2 {
      try map.setView(square("own"), for: 1)
      #expect(map.view(for: 1)?.reuseIdentifier == "own")
      map.setCenter(stage.at(5_000, 300), animated: false)
      #expect(map.view(for: 1) == nil)
      map.setCenter(middle, animated: false)
      #expect(map.view(for: 1) is MarkerAnnotationView)
    }
    #expect(map.selectAnnotation(1, animated: false))
    try map.setView(square("own"), for: 1)
    #expect(map.view(for: 1)?.reuseIdentifier == "own" && map.view(for: 1)?.isSelected == true)
    try map.setView(nil, for: 1)
    #expect(map.view(for: 1) is MarkerAnnotationView && map.view(for: 1)?.isSelected == true)
    #expect(map.selectedAnnotations == [1] && map.annotationViews.count == 1)
    // A template that is registered in the meantime is used; after its removal the delegate is asked.
    try map.setView(square("own"), for: 1)
    map.registerTemplate("bus", PinAnnotationView.self) { $0.pinTintColor = .systemBlue }
    try map.setView(nil, for: 1)
    #expect((map.view(for: 1) as? PinAnnotationView)?.pinTintColor == .systemBlue)
    map.deselectAnnotation(1, animated: false)
    try map.setView(square("own"), for: 1)
    map.register(nil, forAnnotationViewWithReuseIdentifier: "bus")
    map.setCenter(stage.at(5_000, 300), animated: false)
    stage.recorder.view = { _, _ in square("asked") }
    map.setCenter(middle, animated: false)
    #expect(map.view(for: 1)?.reuseIdentifier == "asked")
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
    // Views of another class no longer wait under the name.
    map.registerTemplate("car", MarkerAnnotationView.self) { $0.glyphText = "C" }
    map.layout()
    #expect(map.view(for: "far") is MarkerAnnotationView && map.view(for: "chosen") is MarkerAnnotationView)
    map.setCenter(stage.at(-3_100, 300), animated: false)
    #expect(map.view(for: "near") is MarkerAnnotationView)
  }

  @Test(
    "what was registered can be taken back: the delegate is asked about annotations of the template, selected or not, and it may come again"
  )
  func takenBack() throws {
    let stage = try Stage()
    let map = stage.map
    func register() { map.registerTemplate("car", MarkerAnnotationView.self) { $0.glyphText = "C" } }
    register()
    for (id, x) in [("near", 300.0), ("chosen", 500), ("far", 4_000)] {
      map.addAnnotation(PointAnnotation(coordinate: stage.at(x, 300), title: id), id: .text(id), template: "car")
    }
    map.layout()
    map.selectAnnotation("chosen", animated: false)
    _ = stage.recorder.take()
    #expect(stage.recorder.asked.isEmpty)
    map.register(nil, forAnnotationViewWithReuseIdentifier: "car")
    map.register(nil, forAnnotationViewWithReuseIdentifier: "never there")
    map.layout()
    #expect(stage.recorder.asked.sorted() == ["chosen", "near"])
    #expect(stage.recorder.take().contains("deselect chosen") && map.selectedAnnotations.isEmpty)
    #expect(map.view(for: "near") is PinAnnotationView && map.view(for: "chosen") is PinAnnotationView)
    map.setCenter(stage.at(3_900, 300), animated: false)
    #expect(map.view(for: "far") is PinAnnotationView)
    #expect(map.dequeueReusableAnnotationView(withIdentifier: "car") == nil)
    #expect(throws: MapError.unknownTemplate("car")) {
      try map.addAnnotations(AnnotationColumns(ids: [1], latitudes: [0], longitudes: [0]), template: "car")
    }
    register()
    map.addAnnotation(PointAnnotation(coordinate: stage.at(300, 100), title: "new"), id: "new", template: "car")
    map.layout()
    #expect(map.view(for: "new") is MarkerAnnotationView && map.view(for: "far") is PinAnnotationView)
    // A class for all annotations without a view.
    map.register(
      MarkerAnnotationView.self, forAnnotationViewWithReuseIdentifier: MapView.defaultAnnotationViewReuseIdentifier)
    stage.add("marker", 100, 100)
    map.layout()
    map.register(nil, forAnnotationViewWithReuseIdentifier: MapView.defaultAnnotationViewReuseIdentifier)
    stage.add("pin", 200, 100)
    map.layout()
    #expect(map.view(for: "marker") is MarkerAnnotationView && map.view(for: "pin") is PinAnnotationView)
  }

  @Test("views that come later are given at once: one layout, one callback, and none that a cluster stands for")
  func givenAtOnce() throws {
    final class Later: MapViewDelegate {
      var asked: [AnnotationID] = []
      var added: [Int] = []
      func mapView(_ mapView: MapView, viewsFor questions: [ViewQuestion]) -> [ViewAnswer] {
        questions.map { question in
          if question.annotation is ClusterAnnotation { return .standard }
          asked.append(question.id)
          return .later
        }
      }
      func mapView(_ mapView: MapView, didAdd views: [AnnotationView]) { added.append(views.count) }
    }
    let stage = try Stage()
    let (map, later) = (stage.map, Later())
    map.delegate = later
    for number in 0..<30 { stage.add("\(number)", number < 20 ? 100 : 300 + 40 * Double(number - 20), 300) }
    map.layout()
    #expect(later.asked.count == 30 && later.added.isEmpty && map.annotationViews.isEmpty)
    func view() -> AnnotationView {
      let view = square("all")
      view.clusteringIdentifier = "all"
      return view
    }
    let unknown = map.setViews(later.asked.map { ($0, view()) } + [("nobody", nil)])
    #expect(unknown == ["nobody"])
    #expect(later.added == [11] && map.annotationViews.count == 11, "a cluster of twenty, and ten by themselves")
    withExtendedLifetime(later) {}
  }

  @Test("a balloon of a program's own shows how many a cluster stands for, unless it has letters or a picture")
  func countInBalloon() throws {
    let stage = try Stage()
    let map = stage.map
    stage.clusterAll()
    map.register(
      MarkerAnnotationView.self,
      forAnnotationViewWithReuseIdentifier: MapView.defaultClusterAnnotationViewReuseIdentifier)
    for title in ["A", "B", "C"] { stage.add(title, 400, 300) }
    map.layout()
    let view = try #require(map.annotationViews.first as? MarkerAnnotationView)
    func letters() -> [String] {
      view.drawing().steps.compactMap { if case .text(let text, _, _) = $0 { text } else { nil } }
    }
    #expect(map.annotationViews.count == 1 && letters() == ["3"])
    let version = view.contentVersion
    stage.add("D", 400, 300)
    map.layout()
    #expect(map.annotationViews.first === view && letters() == ["4"] && view.contentVersion > version)
    view.glyphText = "all"
    #expect(letters() == ["all"])
    view.glyphText = nil
    view.glyphImage = MapImage(symbol: "close")
    #expect(letters().isEmpty)
  }

  @Test("a program's own rows become columns with what they have, and none of what no row has")
  func rows() throws {
    struct Row {
      let id: Int
      var line: String?
      var course: Double?
    }
    let stage = try Stage()
    stage.map.registerTemplate("row", PinAnnotationView.self) { _ in }
    let rows = [Row(id: 1, line: "to the station", course: 90), Row(id: 2)]
    let columns = AnnotationColumns(
      rows, id: { .number($0.id) }, coordinate: { stage.at(100 * Double($0.id), 300) }, subtitle: \.line,
      heading: \.course)
    #expect(columns.titles == nil && columns.subtitles == ["to the station", ""] && columns.headings == [90, 0])
    let plain = AnnotationColumns(rows, id: { .number($0.id) }, coordinate: { _ in stage.at(0, 0) }, title: \.line)
    #expect(plain.titles == ["to the station", ""] && plain.subtitles == nil && plain.headings == nil)
    try stage.map.addAnnotations(columns, template: "row")
    stage.map.layout()
    #expect(stage.map.annotation(for: 1)?.subtitle == "to the station" && stage.map.annotation(for: 1)?.title == nil)
  }
}
