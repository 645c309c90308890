import GeoMap
import GeoModel
import GeoStore
import GeoStoreWriting
import GeoTestKit
import Synchronization
import Testing

@testable import GeoMapClient
@testable import GeoMapServer
@testable import GeoServer

/// Layers of the user's own areas on pictures, tiles, pages and maps of clients.
@Suite(.serialized) struct LayerTests {
  /// A layer of a file that can change.
  private final class Layers: LayerSource {
    private let areas = Mutex<[OwnArea]>([])
    var fingerprint: String { areas.withLock { "\($0.count)" } }

    func set(_ new: [OwnArea]) { areas.withLock { $0 = new } }

    func refresh() -> (layers: [OwnLayer], faults: [String]) {
      let areas = areas.withLock { $0 }
      return ([OwnLayer(name: "fences", index: AreaIndex(areas), outlines: AreaOutlines(areas))], [])
    }
  }

  /// A program that fills layers in red.
  private final class Painter: MapViewDelegate {
    var problems: [MapError] = []

    func mapView(_ mapView: MapView, rendererFor overlay: any Overlay) -> OverlayRenderer? {
      let renderer = LayerRenderer(overlay: overlay)
      renderer.fillColor = .systemRed
      return renderer
    }
    func mapView(_ mapView: MapView, didRefuse problem: MapError) { problems.append(problem) }
  }

  private let grid = Grid("S . . . T", unitMeters: 50)

  /// A square with a side in degrees around the street.
  private func area(_ name: String, _ side: Double) -> OwnArea {
    let middle = grid.line("ST")[0]
    let reach = Int32(side / 2 * 1e7)
    let ring = [(-1, -1), (1, -1), (1, 1), (-1, 1)].map { (x: Int32, y: Int32) in
      FixedPoint(x: middle.x + x * reach, y: middle.y + y * reach)
    }
    return OwnArea(label: LayerArea(name: name), polygons: [[ring]])
  }

  /// The store of one street with the layer `zones`.
  private func store() throws -> TemporaryStore {
    var content = StoreContent()
    content.street("Lindenweg", grid.line("ST"), kind: .primary)
    var metadata = StoreMetadata()
    metadata.areaLayers = [OwnDataInfo(name: "zones", rows: 1, used: 1, dropped: [:])]
    let zones = [area("A < B", 0.01)]
    return try TemporaryStore(content, metadata: metadata, ownAreas: OwnAreaContent([("zones", zones)]))
  }

  private var middle: Coordinate { Coordinate(grid.line("ST")[0]) }

  @Test("pictures show the layers that they ask for, and are of the layers where they ask for nothing else")
  func pictures() async throws {
    let (store, layers) = (try store(), Layers())
    layers.set([area("fence", 0.02)])
    try await TestHTTPServer.run(source: StoreSource(path: store.path, layers: layers)) { server throws in
      let place = "/map.png?center=\(middle.latitude),\(middle.longitude)&level=13&size=200x200"
      var pictures: [[UInt8]] = []
      for words in ["", "&layers=zones", "&layers=fences", "&layers=zones,fences", "&layers=fences,zones"] {
        let picture = try server.ask(place + words)
        #expect(picture.status == 200 && !pictures.contains(picture.body), "\(words)")
        pictures.append(picture.body)
      }
      #expect(try server.ask(place + "&layers=all").body == pictures[3])
      let alone = try server.ask("/map.json?layers=fences&size=200x200")
      #expect(alone.status == 200 && alone.text.contains("\"level\""), "\(alone.text)")
      let unknown = try server.ask(place + "&layers=zone")
      #expect(unknown.status == 400 && unknown.text.contains("there is no layer 'zone'; there are: zones, fences"))
      let body = #"{"overlays":[{"shape":{"layer":"zones"},"renderer":{"fillColor":"red"}}],"size":[200,200]}"#
      let posted = try server.ask("/map.png", method: "POST", fields: ["Content-Type: application/json"], body: body)
      #expect(posted.status == 200, "\(posted.text)")
    }
  }

  @Test("without a store there are no layers")
  func noStore() async throws {
    try await TestHTTPServer.run { server throws in
      let place = "/map.png?center=47,9&style=none&size=100x100"
      #expect(try server.ask(place + "&layers=all").body == (try server.ask(place).body))
      let refused = try server.ask(place + "&layers=zones")
      #expect(refused.status == 400 && refused.text.contains("there is no layer 'zones'; there are none"))
    }
  }

  @Test("tiles have the layers that they ask for, below the names; lists of tiles pass the wish on")
  func tiles() async throws {
    let store = try store()
    try await TestHTTPServer.run(source: StoreSource(path: store.path)) { server throws in
      let path = "/tiles/16/34497/23024.png"
      let (plain, layered) = (try server.ask(path), try server.ask(path + "?layers=zones"))
      #expect(plain.status == 200 && layered.status == 200 && plain.body != layered.body)
      #expect(try server.ask(path + "?layers=all").body == layered.body)
      #expect(try server.ask(path).body == plain.body)
      let far = "/tiles/16/0/0.png"
      #expect(try server.ask(far).body == (try server.ask(far + "?layers=zones").body))
      for wrong in [path + "?layers=zone", path + "?layers=", "/tiles.json?layers=zone"] {
        #expect(try server.ask(wrong).status == 400, "\(wrong)")
      }
      #expect(try server.ask("/tiles.json?layers=zones").text.contains(".png?layers=zones"))
      // The page of a store with layers shows all of them, and tells those of the answer.
      let page = try server.ask("/?q=\(middle.latitude),\(middle.longitude)").text
      #expect(page.contains("data-layers=\"all\"") && page.contains("<dt>zones</dt><dd>A &lt; B</dd>"), "\(page)")
    }
  }

  @Test("a client's map shows a layer as an overlay, with its own renderer, and anew when the areas change")
  func overlays() async throws {
    let (store, layers) = (try store(), Layers())
    layers.set([area("fence", 0.001)])
    try await TestHTTPServer.run(source: StoreSource(path: store.path, layers: layers)) { server throws in
      let client = try #require(RawClient(path: server.folder + "/s"))
      func ask(_ method: String, _ params: String) -> String {
        client.reply(#"{"id":1,"method":"mapView.\#(method)","params":{\#(params)}}"#)
      }
      let center = #"{"latitude":\#(middle.latitude),"longitude":\#(middle.longitude)}"#
      _ = ask("open", #""size":[200,200],"center":\#(center),"level":14"#)
      let empty = ask("snapshot", #""mapView":1"#)
      func add(_ layer: String, _ color: String) -> String {
        let overlay = #"{"id":"l","shape":{"layer":"\#(layer)"},"renderer":{"fillColor":"\#(color)"}}"#
        return ask("addOverlays", #""mapView":1,"overlays":[\#(overlay)]"#)
      }
      var pictures = [empty]
      for (layer, color) in [("zones", "red"), ("zones", "blue"), ("fences", "blue")] {
        #expect(add(layer, color).contains(#""count":1"#))
        let picture = ask("snapshot", #""mapView":1"#)
        #expect(!pictures.contains(picture), "\(layer) \(color)")
        pictures.append(picture)
      }
      layers.set([area("fence", 0.004)])
      for guest in server.server.state.guests { guest.storeWasReplaced() }
      let wider = ask("snapshot", #""mapView":1"#)
      #expect(!pictures.contains(wider))
      #expect(add("zone", "red").contains("there is no layer 'zone'; there are: zones, fences"))
      let more = ask("extendOverlay", #""mapView":1,"overlay":"l","places":[[9,47]]"#)
      #expect(more.contains("cannot go on by 'places'"), "\(more)")
      let wrong = ask("addOverlays", #""mapView":1,"overlays":[{"id":1,"shape":{"layer":7}}]"#)
      #expect(wrong.contains("'layer' of overlay '1' must be a name"), "\(wrong)")
      #expect(ask("snapshot", #""mapView":1"#) == wider)
    }
  }

  @Test("a Swift program puts a layer of the daemon on its map")
  func client() async throws {
    let store = try store()
    try await TestHTTPServer.withServer(source: StoreSource(path: store.path)) { server in
      let painter = Painter()
      let map = try await GeoClient(socketPath: server.folder + "/s").mapView(
        center: middle, level: 14, size: ScreenSize(width: 200, height: 100))
      map.delegate = painter
      let empty = try await map.daemonSnapshot().bytes
      map.addOverlay(LayerOverlay(layer: "zones"), id: "zones")
      let shown = try await map.daemonSnapshot().bytes
      #expect(shown != empty && painter.problems.isEmpty, "\(painter.problems)")
      map.addOverlay(LayerOverlay(layer: "zone"), id: "other")
      try await map.synchronize()
      #expect(painter.problems.contains { "\($0)".contains("there is no layer 'zone'") }, "\(painter.problems)")
      map.close()
    }
  }
}
