import GeoMap
import GeoModel
import GeoSupport
import GeoTestKit
import Testing

@testable import GeoMapClient
@testable import GeoServer

/// Maps of a daemon in a Swift program. The facts, which also run here, verify that they behave like any other map.
@Suite(.serialized) struct DaemonMapTests {
  static let vaduz = Coordinate(clampingLatitude: 47.14, longitude: 9.52)

  /// Records its calls, and ends ``GeoMap/MapView/run()`` after one.
  private final class Listener: MapViewDelegate {
    var log: [String] = []
    var refused: [MapError] = []
    var last = ""
    var stop: () -> Void = {}

    private func note(_ text: String) {
      log.append(text)
      if text == last { stop() }
    }

    func mapView(_ mapView: MapView, viewFor annotation: any Annotation) -> AnnotationView? {
      guard !(annotation is ClusterAnnotation) else { return nil }
      let view = MarkerAnnotationView(annotation: annotation, reuseIdentifier: "bus")
      view.clusteringIdentifier = "bus"
      view.canShowCallout = true
      view.rightCalloutAccessory = .button(.detailDisclosure, id: "details")
      return view
    }
    func mapView(_ mapView: MapView, regionDidChangeAnimated animated: Bool) { note("did \(animated)") }
    func mapView(_ mapView: MapView, didSelect view: AnnotationView) { note("select \(view.annotation?.title ?? "-")") }
    func mapView(
      _ mapView: MapView, annotationView view: AnnotationView, calloutAccessoryControlTapped control: CalloutAccessory
    ) { note("tapped \(control.id)") }
    func mapView(_ mapView: MapView, didTapAt coordinate: Coordinate, point: ScreenPoint) { note("tap") }
    func mapView(_ mapView: MapView, didRefuse problem: MapError) {
      refused.append(problem)
      note("refused")
    }
  }

  /// Runs a map until its delegate has received a call.
  private func run(_ map: MapView, _ listener: Listener, until last: String) async throws {
    guard !listener.log.contains(last) else { return }
    nonisolated(unsafe) let map = map
    listener.last = last
    let (stops, stop) = AsyncStream.makeStream(of: Void.self)
    listener.stop = { stop.yield() }
    await withTaskGroup(of: Void.self) { group in
      group.addTask { try? await map.run() }
      for await _ in stops { break }
      group.cancelAll()
    }
  }

  @Test("what others do on a map comes to the delegate in run(), and its views and controls are those that others see")
  func delegate() async throws {
    try await TestServer.withServer { server in
      let listener = Listener()
      let map = try await GeoClient(socketPath: server.path).mapView(
        named: "buses", center: DaemonMapTests.vaduz, level: 14)
      map.delegate = listener
      map.addAnnotation(PointAnnotation(coordinate: DaemonMapTests.vaduz, title: "Bus 7"), id: 7)
      try await map.synchronize()
      let other = try opened(server, "buses")
      #expect(ask(other, "selectAnnotation", #""annotation":7"#).contains(#""selected":true"#))
      #expect(ask(other, "tapCalloutAccessory").contains(#""tapped":true"#))
      try await run(map, listener, until: "tapped details")
      #expect(listener.log.suffix(2) == ["select Bus 7", "tapped details"] && map.selectedAnnotations == [7])
      #expect(ask(other, "setRegion", #""center":{"latitude":47,"longitude":9},"level":12"#).contains(#""level":12"#))
      try await run(map, listener, until: "did false")
      #expect(map.level == 12 && abs(map.centerCoordinate.latitude - 47) < 1e-6)
      // The program's own change is not reverted by the events that follow.
      listener.log = []
      map.setCenter(DaemonMapTests.vaduz, level: 13, animated: true)
      #expect(ask(other, "gesture", #""gesture":"tap","point":[10,10]"#).contains("{}"))
      try await run(map, listener, until: "tap")
      #expect(map.level == 13 && listener.log.filter { $0.hasPrefix("did") } == ["did true"])
    }
  }

  @Test("a cluster has the same members on both sides, and is selected by one of them")
  func clusters() async throws {
    try await TestServer.withServer { server in
      let listener = Listener()
      let map = try await GeoClient(socketPath: server.path).mapView(
        named: "c", center: DaemonMapTests.vaduz, level: 14)
      map.delegate = listener
      for number in 1...3 {
        map.addAnnotation(
          PointAnnotation(coordinate: DaemonMapTests.vaduz, title: "Bus \(number)"), id: .number(number))
      }
      try await map.synchronize()
      let other = try opened(server, "c")
      // The daemon first asks the program for a view of its cluster.
      func selectCluster() throws {
        try eventually("the cluster's view") {
          map.deliverCallbacks()
          return ask(other, "selectAnnotation", #""annotation":{"clusterOf":2}"#).contains(#""selected":true"#)
        }
      }
      try selectCluster()
      #expect(ask(other, "selectAnnotation", #""annotation":{"clusterOf":9}"#).contains("for which a cluster stands"))
      let title = try #require(map.clusterAnnotations.values.first?.title)
      try await run(map, listener, until: "select \(title)")
      #expect(map.selectedAnnotations.count == 1 && map.selectedAnnotations.first == map.cluster(of: 2))
    }
  }

  @Test("columns are added in parts that the daemon takes; beyond its limits the delegate hears why")
  func columns() async throws {
    try await TestServer.withServer({ $0.annotationsPerMap = 26_000 }) { server in
      let listener = Listener()
      let map = try await GeoClient(socketPath: server.path).mapView(named: "many")
      map.delegate = listener
      map.registerTemplate("dot", MarkerAnnotationView.self) { $0.clusteringIdentifier = "dot" }
      func add(_ ids: Range<Int>) throws {
        let columns = AnnotationColumns(
          ids, id: { .number($0) }, coordinate: { Coordinate(clampingLatitude: Double($0 % 80), longitude: 10) },
          title: { "Place number \($0)" })
        try map.addAnnotations(columns, template: "dot")
      }
      try add(0..<25_000)
      map.removeAnnotations((0..<1_000).map { .number($0) })
      map.deliverCallbacks()
      try add(25_000..<29_000)
      try await run(map, listener, until: "refused")
      #expect("\(try #require(listener.refused.first))".contains("a map may have 26000 annotations"))
      let other = try opened(server, "many")
      #expect(ask(other, "state").contains(#""annotationCount":24000"#))
    }
  }

  /// A view with many drawing steps.
  private final class Drawn: AnnotationView {
    required init(annotation: (any Annotation)?, reuseIdentifier: String?) {
      super.init(annotation: annotation, reuseIdentifier: reuseIdentifier)
      size = ScreenSize(width: 20, height: 20)
    }
    override func draw(in context: DrawingContext) {
      for step in 0..<100 { context.fill(ScreenRect(x: Double(step % 20), y: Double(step / 5), width: 1, height: 1)) }
    }
  }

  private final class Drawing: MapViewDelegate {
    var refused: [MapError] = []
    func mapView(_ mapView: MapView, viewFor annotation: any Annotation) -> AnnotationView? {
      Drawn(annotation: annotation, reuseIdentifier: nil)
    }
    func mapView(_ mapView: MapView, didRefuse problem: MapError) { refused.append(problem) }
  }

  @Test("overlays and views that are more than a line are said in several")
  func manyLines() async throws {
    try await TestServer.withServer { server in
      let client = GeoClient(socketPath: server.path)
      let map = try await client.mapView(named: "large", center: DaemonMapTests.vaduz, level: 12)
      let delegate = Drawing()
      map.delegate = delegate
      for number in 0..<60 {
        let line = (0..<1_000).map { Coordinate(clampingLatitude: Double($0) / 777, longitude: Double(number) / 7) }
        map.addOverlay(try Polyline(line))
      }
      for number in 0..<400 {
        let place = Coordinate(clampingLatitude: 47.14 + Double(number) / 1e5, longitude: 9.52)
        map.addAnnotation(PointAnnotation(coordinate: place), id: .number(number))
      }
      try await map.synchronize()
      #expect(delegate.refused.isEmpty, "\(delegate.refused)")
      let other = try opened(server, "large")
      let state = other.ask(#"{"id":2,"method":"mapView.state","params":{"mapView":1}}"#) ?? ""
      #expect(state.contains(#""annotationCount":400,"overlayCount":60"#), "\(state)")
      map.close()
    }
  }

  @Test("pictures in callouts are given to the daemon, which shows them")
  func calloutPictures() async throws {
    final class Photos: MapViewDelegate {
      let image: MapImage
      init(_ image: MapImage) { self.image = image }
      func mapView(_ mapView: MapView, viewFor annotation: any Annotation) -> AnnotationView? {
        let view = PinAnnotationView(annotation: annotation, reuseIdentifier: "photo")
        view.canShowCallout = true
        view.leftCalloutAccessory = .image(image)
        return view
      }
    }
    try await TestServer.withServer { server in
      let png =
        "iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAEklEQVR4nGP4z8CAFWEXHbQSACj/P8Fu7N9hAAAAAElFTkSuQmCC"
      let bytes = try #require(Base64.decode(Array(png.utf8)))
      let image = MapImage(format: .png, bytes: bytes, size: ScreenSize(width: 40, height: 40))
      let photos = Photos(image)
      let map = try await GeoClient(socketPath: server.path).mapView(
        named: "photos", center: DaemonMapTests.vaduz, level: 14)
      map.delegate = photos
      map.baseMap = DaemonBaseMap.none
      let id = map.addAnnotation(PointAnnotation(coordinate: DaemonMapTests.vaduz, title: "Vaduz"))
      map.layout()
      map.selectAnnotation(id, animated: false)
      try await map.synchronize()
      let other = try opened(server, "photos")
      #expect(ask(other, "hasImages", #""images":["\#(image.key)"]"#).contains(#""unknown":[]"#))
      let with = ask(other, "snapshot")
      map.view(for: id)?.leftCalloutAccessory = nil
      map.layout()
      try await map.synchronize()
      #expect(with.contains(#""format":"png""#), "\(with)")
      #expect(ask(other, "snapshot") != with, "without the picture it looks otherwise")
      map.close()
    }
  }

  @Test("the style of the daemon's map and the limits of the program's hold there, until it says otherwise")
  func lookAndLimits() async throws {
    try await TestServer.withServer { server in
      let refusals = Refusals()
      let client = GeoClient(socketPath: server.path)
      let map = try await client.mapView(named: "limited", center: DaemonMapTests.vaduz, level: 12)
      map.delegate = refusals
      let other = try opened(server, "limited")
      #expect(ask(other, "state").contains(#""baseMap":"standard""#))
      map.baseMap = DaemonBaseMap.muted
      map.isZoomEnabled = false
      map.cameraZoomRange = try CameraZoomRange(minCenterCoordinateDistance: 5_000)
      map.cameraBoundary = map.visibleMapRect
      map.layout()
      try await map.synchronize()
      let state = ask(other, "state")
      #expect(state.contains(#""baseMap":"muted""#) && state.contains(#""isZoomEnabled":false"#), "\(state)")
      #expect(state.contains(#""cameraZoomRange":[5000,"#) && state.contains(#""cameraBoundary":{"#), "\(state)")
      // Where the program sets nothing, other clients decide.
      _ = ask(other, "setBaseMap", #""baseMap":"sketch","userInterfaceStyle":"dark""#)
      map.cameraBoundary = nil
      map.isZoomEnabled = true
      map.languages = ["de"]
      try await map.synchronize()
      let later = ask(other, "state")
      #expect(later.contains(#""baseMap":"sketch""#) && !later.contains("cameraBoundary"), "\(later)")
      #expect(later.contains(#""userInterfaceStyle":"dark""#) && later.contains(#""languages":["de"]"#), "\(later)")
      #expect(!later.contains("isZoomEnabled") && refusals.problems.isEmpty, "\(later)")
      map.close()
    }
  }

  @Test(
    "how views are turned, and where their annotations head, is said to the daemon, for rows and for a program's own")
  func headings() async throws {
    try await TestServer.withServer { server in
      let map = try await GeoClient(socketPath: server.path).mapView(
        named: "headed", center: DaemonMapTests.vaduz, level: 12)
      map.registerTemplate("bus", MarkerAnnotationView.self) { view in
        view.rotation = .heading
        view.glyphTintColor = .systemGreen
        view.subtitleVisibility = .hidden
      }
      let place = DaemonMapTests.vaduz
      func columns(_ heading: Double) throws -> AnnotationColumns {
        try AnnotationColumns(
          ids: [1], latitudes: [place.latitude], longitudes: [place.longitude], headings: [heading])
      }
      try map.addAnnotations(columns(10), template: "bus")
      (map.languages, map.userInterfaceStyle) = (["de"], .dark)
      map.addAnnotation(Taxi(coordinate: place, heading: 20), id: 2, template: "bus")
      try await map.synchronize()
      let other = try opened(server, "headed")
      #expect(ask(other, "state").contains(#""userInterfaceStyle":"dark","languages":["de"]"#))
      func state() -> String { ask(other, "state", #""annotations":true"#) }
      #expect(state().contains(#""heading":10"#) && state().contains(#""heading":20"#), "\(state())")
      try map.moveAnnotations([1, 2], latitudes: [47.1, 47.2], longitudes: [9.5, 9.5], headings: [30, -400])
      try await map.synchronize()
      #expect(state().contains(#""heading":30"#) && state().contains(#""heading":-40"#), "\(state())")
      map.close()
    }
  }

  private struct Taxi: HeadedAnnotation {
    var coordinate: Coordinate
    var heading: Double?
  }

  @Test("after a restart of the daemon the map is found by its name, and is as it was")
  func restart() async throws {
    try await withTemporaryFolder { folder in
      let path = folder + "/s"
      let client = GeoClient(socketPath: path)
      var map: MapView?
      let listener = Listener()
      for round in 0..<2 {
        var options = ServerOptions()
        options.stopTimeout = .milliseconds(50)
        let server = try GeocodeServer.withMaps(
          options: options, source: SampleWorld(), socket: try ListeningSocket(path: path))
        try await running([server.run]) {
          let test = TestServer(path: path, world: SampleWorld(), server: server)
          if round == 0 {
            map = try await client.mapView(named: "kept", center: DaemonMapTests.vaduz, level: 15)
            map?.delegate = listener
            map?.addAnnotation(PointAnnotation(coordinate: DaemonMapTests.vaduz, title: "kept"))
            map?.addOverlay(try Circle(center: DaemonMapTests.vaduz, radiusMeters: 100, title: "around"))
          } else if let map {
            // Changes made without a daemon are there, too.
            map.setCenter(DaemonMapTests.vaduz, level: 16, animated: false)
            try await map.synchronize()
            let other = try opened(test, "kept")
            let state = ask(other, "state")
            #expect(
              state.contains(#""annotationCount":1,"overlayCount":1"#) && state.contains(#""level":16"#), "\(state)")
            #expect(ask(other, "gesture", #""gesture":"tap","point":[10,10]"#).contains("{}"))
            try await run(map, listener, until: "tap")
          }
        }
      }
    }
  }

  @Test("a map that cannot be opened says why, and one of a client that is closed ends")
  func failures() async throws {
    await #expect(throws: GeocodingError.self) {
      _ = try await GeoClient(socketPath: "/nowhere/s").mapView(named: "x")
    }
    try await TestServer.withServer({ $0.mapsInAll = 1 }) { server in
      let client = GeoClient(socketPath: server.path)
      let map = try await client.mapView(named: "first")
      let error = await #expect(throws: GeocodingError.self) { _ = try await client.mapView(named: "second") }
      #expect(error?.code == .loadingThrottled)
      client.close()
      try await map.run()
      #expect(map.page == nil)
    }
  }
}

/// Records the errors of a daemon.
final class Refusals: MapViewDelegate {
  var problems: [MapError] = []
  func mapView(_ mapView: MapView, didRefuse problem: MapError) { problems.append(problem) }
}
