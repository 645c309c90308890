import GeoMap
import GeoModel
import GeoTestKit
import Testing

@testable import GeoMapClient
@testable import GeoServer

/// Pictures of a daemon's map in a Swift program, and programs that use one map for several things at once.
@Suite(.serialized) struct DaemonPictureTests {
  private static let vaduz = Coordinate(clampingLatitude: 47.14, longitude: 9.52)

  /// Draws its overlay itself, and has views of its own class.
  private final class Painter: MapViewDelegate {
    var refused: [MapError] = []
    var states: [DragState] = []

    final class Square: AnnotationView {
      override func draw(in context: DrawingContext) {
        context.setFillColor(.systemRed)
        context.fill(ScreenRect(x: 0, y: 0, width: 20, height: 20))
      }
    }

    final class Wash: OverlayRenderer {
      override func draw(_ mapRect: MapRect, zoomScale: ZoomScale, in context: DrawingContext) {
        context.setFillColor(.systemBlue)
        context.fill(rect(for: overlay.boundingMapRect))
      }
    }

    func mapView(_ mapView: MapView, viewFor annotation: any Annotation) -> AnnotationView? {
      let view = Square(annotation: annotation, reuseIdentifier: "square")
      view.size = ScreenSize(width: 20, height: 20)
      view.isDraggable = true
      return view
    }
    func mapView(_ mapView: MapView, rendererFor overlay: any Overlay) -> OverlayRenderer? { Wash(overlay: overlay) }
    func mapView(_ mapView: MapView, didRefuse problem: MapError) { refused.append(problem) }
    func mapView(
      _ mapView: MapView, annotationView view: AnnotationView, didChange newState: DragState,
      fromOldState oldState: DragState
    ) { states.append(newState) }
  }

  @Test("a picture shows what was said a moment ago and what the program draws itself, in every format")
  func picture() async throws {
    try await TestServer.withServer { server in
      let painter = Painter()
      let map = try await GeoClient(socketPath: server.path).mapView(
        named: "painted", center: DaemonPictureTests.vaduz, level: 14, size: ScreenSize(width: 200, height: 100))
      map.delegate = painter
      map.baseMap = DaemonBaseMap.none
      let bare = try await map.daemonSnapshot()
      let id = map.addAnnotation(PointAnnotation(coordinate: DaemonPictureTests.vaduz, title: "Vaduz"))
      let with = try await map.daemonSnapshot()
      #expect(with.bytes != bare.bytes && with.size == ScreenSize(width: 200, height: 100))
      #expect(with.points[id] == ScreenPoint(x: 100, y: 50) && with.warnings.isEmpty)
      map.addOverlay(try Circle(center: DaemonPictureTests.vaduz, radiusMeters: 500))
      let washed = try await map.daemonSnapshot()
      #expect(washed.bytes != with.bytes)
      #expect(try await map.daemonSnapshot(annotations: false, overlays: false).bytes == bare.bytes)
      for (format, start) in [(DaemonPicture.Format.png, "PNG"), (.svg, "<?xml"), (.pdf, "%PDF-")] {
        let picture = try await map.daemonSnapshot(as: format, size: ScreenSize(width: 50, height: 40), scale: 2)
        #expect(String(decoding: picture.bytes.prefix(8), as: UTF8.self).contains(start))
        #expect(picture.size == ScreenSize(width: 50, height: 40))
      }
      #expect(painter.refused.isEmpty)
      let error = await #expect(throws: GeocodingError.self) { _ = try await map.daemonSnapshot(scale: 9) }
      #expect(error?.message.contains("'scale'") == true && painter.refused.isEmpty, "thrown, not told")
      map.close()
      let none = await #expect(throws: GeocodingError.self) { _ = try await map.daemonSnapshot() }
      #expect(none?.code == .invalidQuery)
    }
  }

  @Test("a program may wait for its changes, and for a picture, while another task of it hears what happens")
  func waiting() async throws {
    try await TestServer.withServer { server in
      nonisolated(unsafe) let map = try await GeoClient(socketPath: server.path).mapView(
        named: "busy", center: DaemonPictureTests.vaduz, level: 14, size: ScreenSize(width: 50, height: 50))
      try await Task { @MainActor in
        let listening = Task { @MainActor in try await map.run() }
        for number in 0..<5 {
          map.addAnnotation(PointAnnotation(coordinate: DaemonPictureTests.vaduz, title: "\(number)"))
          await Task.yield()
          try await map.synchronize()
          _ = try await map.daemonSnapshot()
        }
        listening.cancel()
        await #expect(throws: CancellationError.self) { try await listening.value }
      }.value
      #expect(ask(try opened(server, "busy"), "state").contains(#""annotationCount":5"#))
    }
  }

  @Test("who begins to wait when another task has taken what was said goes on", .timeLimit(.minutes(1)))
  func takenMeanwhile() async {
    let inbox = MapInbox(name: nil, members: [])
    let before = inbox.version
    inbox.append(.news(.lost))
    let said = inbox.version
    #expect(inbox.take().count == 1)
    await inbox.wait(after: before)
    await inbox.wait(after: said)
  }

  @Test("a drag in the program itself is none of the daemon's, which hears where the annotation is")
  func ownDrag() async throws {
    try await TestServer.withServer { server in
      let painter = Painter()
      let map = try await GeoClient(socketPath: server.path).mapView(
        named: "dragged", center: DaemonPictureTests.vaduz, level: 14)
      map.delegate = painter
      map.addAnnotation(PointAnnotation(coordinate: DaemonPictureTests.vaduz, title: "Vaduz"), id: 7)
      try await map.synchronize()
      map.handle(.press(ScreenPoint(x: 400, y: 300), time: 0))
      map.handle(.move(ScreenPoint(x: 450, y: 300), time: 1))
      map.handle(.release(ScreenPoint(x: 450, y: 300), time: 2))
      try await map.synchronize()
      #expect(painter.states == [.starting, .dragging, .ending, .none] && painter.refused.isEmpty)
      let place = try #require(map.annotation(for: 7)?.coordinate)
      #expect(place.longitude > 9.521)
      let state = ask(try opened(server, "dragged"), "state", #""annotations":true"#)
      #expect(state.contains(#""longitude":\#((place.longitude * 1e7).rounded() / 1e7)"#), "\(state)")
      // A drag on a page belongs to the daemon, which must report the lift and the drop of the view.
      let page = try opened(server, "dragged")
      for (from, to) in [(450, 500), (500, 550)] {
        painter.states = []
        for gesture in [
          #""gesture":"press","point":[\#(from),300],"time":0"#, #""gesture":"move","point":[\#(to),300],"time":1"#,
          #""gesture":"release","point":[\#(to),300],"time":2"#,
        ] {
          _ = ask(page, "gesture", gesture)
          for _ in 0..<2 { try await map.synchronize() }
        }
        #expect(painter.states == [.starting, .dragging, .ending, .none] && painter.refused.isEmpty)
      }
      map.close()
    }
  }

  @Test("views of what has moved are not told again, and those that look otherwise are")
  func movedViews() async throws {
    try await TestServer.withServer { server in
      let painter = Painter()
      let map = try await GeoClient(socketPath: server.path).mapView(
        named: "moving", center: DaemonPictureTests.vaduz, level: 14)
      map.delegate = painter
      let ids = map.addAnnotations((0..<5).map { PointAnnotation(coordinate: place($0), title: "\($0)") })
      try await map.synchronize()
      let other = try opened(server, "moving")
      _ = ask(other, "subscribe", #""callbacks":["didAddAnnotationViews"]"#)
      func place(_ number: Int) -> Coordinate {
        Coordinate(clampingLatitude: 47.14, longitude: 9.5 + Double(number) / 200)
      }
      /// The events before the response to something else.
      func told() async throws -> [String] {
        try await map.synchronize()
        other.sendLine(#"{"id":3,"method":"mapView.state","params":{"mapView":1}}"#)
        var lines: [String] = []
        while let line = other.readLine(), !line.contains(#""id":3"#) { lines.append(line) }
        return lines
      }
      for (number, id) in ids.enumerated() { try map.move(id, to: place(number + 1)) }
      #expect(try await told().isEmpty)
      map.view(for: ids[1])?.canShowCallout = true
      map.layout()
      #expect(try await told().count == 1)
      #expect(painter.refused.isEmpty)
      map.close()
    }
  }
}
