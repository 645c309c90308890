import GeoBaseMap
import GeoMap
import GeoRender
import GeoServer
import GeoWire
import Logging
import NIOCore
import Synchronization

/// The maps of a daemon: maps that clients of the socket open and pages show, and pictures and tiles of the store's
/// map. It is one of the guests of a server.
package final class MapService: ServerGuests {
  /// The maps that clients have open.
  let rooms: MapRooms
  /// The tiles and pictures of the store's base map.
  let tiles: MapTiles
  /// The glyphs for programs that draw vector tiles, about 150 KB for each range.
  let glyphs = KeptReplies<GlyphRange>(capacity: 48)
  /// The sprites for such programs: one and two pixels per point, light and dark.
  let sheets = KeptReplies<SpriteSheet>(capacity: 4)
  private let options: ServerOptions

  /// The layers of the user's own areas.
  var layers: MapLayers { rooms.layers }

  /// Whether the fonts of this machine have the letters of a text, for the base map.
  package static let canWrite: @Sendable (String) -> Bool = { FontCoverage.canWrite($0) }

  /// Creates maps on top of a store's map.
  ///
  /// - Parameters:
  ///   - options: the server's options.
  ///   - keyPath: a file for the key from which page tokens are made; nil if pages end with the server.
  ///   - logger: logs the letters that have no font.
  ///   - openMap: opens the map of the current store; nil if it has none. Its errors are sentences for the log.
  package init(
    options: ServerOptions, keyPath: String?, logger: Logger, openMap: @escaping @Sendable () throws -> StoreMap?
  ) {
    self.options = options
    tiles = MapTiles(drawingBytes: options.drawingBytesInAll, open: openMap) {
      logger.warning("maps show boxes for some letters", metadata: ["fonts": "\($0)"])
    }
    rooms = MapRooms(options: options, keyPath: keyPath, layers: MapLayers(tiles: tiles))
  }

  package var kind: String { MapMethod.kind }
  package var name: String { "map" }
  package var limitPerClient: Int { options.mapsPerClient }

  package func serve(by server: ServerState) { rooms.work(for: server) }
  package func serve(pagesAt address: String?) { rooms.pageAddress = address }

  package func has(method: String) -> Bool { MapMethod(rawValue: method) != nil }

  package func follows(_ request: GuestRequest) -> FollowedWatch {
    guard request.method == MapMethod.setShowsUserLocation.rawValue else { return .same }
    var parser = JSONParser()
    let asked = try? parser.parse(request.params) { node in
      node.member("shows")?.bool == true ? node.member("source")?.member("watch")?.integer : nil
    }
    return (asked ?? nil).map { .watch($0) } ?? .none
  }

  package func request(telling fix: WireFix, to number: Int) -> GuestRequest {
    var writer = JSONWriter()
    writer.object { $0.fixMembers(fix) }
    return GuestRequest(method: MapMethod.updateUserLocation.rawValue, number: number, params: writer.bytes)
  }

  package func open(_ request: GuestRequest) throws(WireError) -> any GuestSeat {
    MapSeat(service: self, seat: try rooms.open(try WireMapRequest(request).name()))
  }

  package var threads: [(task: String, all: Int, stuck: Int)] {
    let now = NIODeadline.now()
    let (drawTiles, drawPictures) = (DrawingThreads.tiles.state(options), DrawingThreads.pictures.state(options))
    return [
      ("tile", drawTiles.all, drawTiles.stuck), ("picture", drawPictures.all, drawPictures.stuck),
      // A request of a map may take as long as a query may wait.
      ("map", rooms.works.count, rooms.works.count { $0.isStuck(at: now, limit: options.queryTimeout) }),
    ]
  }

  package func wasRelieved() -> Bool { rooms.wasRelieved() }
  package func storeWasReplaced() {
    tiles.reset()
    rooms.layersChanged()
  }
  package func shutdown() async { await rooms.shutdown() }
}
