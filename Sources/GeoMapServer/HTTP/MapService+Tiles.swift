import GeoBaseMap
import GeoModel
import GeoServer
import GeoSupport
import GeoWire
import HTTPTypes

/// The outcome of a request for a tile.
enum TileAnswer: Sendable {
  /// A response that is ready.
  case known(HTTPReply)
  /// A tile that must be drawn, which takes too long for an event loop.
  case drawn(MapTiles.Request)
}

extension MapService {
  /// Answers `/tiles/{z}/{x}/{y}.png`, `@2x.png` for two pixels per point; `.mvt` for a vector tile.
  func tile(_ call: HTTPCall) -> TileAnswer {
    do throws(WireError) {
      let request = try MapService.tileRequest(call, call.path)
      if let kept = tiles.kept(request) {
        return .known(MapService.reply(kept, request.format, call))
      }
      return .drawn(request)
    } catch { return .known(.problem(error)) }
  }

  /// The response with a tile, or with its error.
  func reply(
    _ result: Result<MapTiles.Tile, MapTiles.Failure>, _ call: HTTPCall, _ loop: HTTPLoop,
    as format: MapTiles.Format = .picture
  ) -> HTTPReply {
    switch result {
    case .success(let tile): return MapService.reply(tile, format, call)
    case .failure(.busy): return .problem(MapService.busy)
    case .failure(.refused(let reason)): return .problem(WireError(.invalidQuery, reason))
    case .failure(.unreadable(let reason)):
      // The message names files of this machine, so it goes only to the log.
      loop.state.server.noteUnreadable(reason)
      return .problem(WireError.unreadableStore)
    }
  }

  private static func reply(_ tile: MapTiles.Tile, _ format: MapTiles.Format, _ call: HTTPCall) -> HTTPReply {
    // A body that may be compressed in transit has one tag for both forms.
    let weak = format == .picture ? "" : "W/"
    return HTTPReply(contentType: format.contentType, body: tile.bytes).tagged(weak + tile.tag, for: call)
  }

  private static let busy = WireError(
    .loadingThrottled, "as many tiles and pictures are being drawn as the server has room for; try again later")

  static func tileRequest(_ call: HTTPCall, _ path: Substring) throws(WireError) -> MapTiles.Request {
    func refuse(_ sentence: String) -> WireError { WireError(.invalidQuery, sentence) }
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    let form = "tiles are asked for as /tiles/14/8529/5975.png, /tiles/14/8529/5975@2x.png or /tiles/14/8529/5975.mvt"
    guard parts.count == 5, var name = parts.last else { throw refuse(form) }
    let format: MapTiles.Format? = name.hasSuffix(".png") ? .picture : name.hasSuffix(".mvt") ? .vector : nil
    guard let format else { throw refuse(form) }
    name.removeLast(4)
    let isLarge = format == .picture && name.hasSuffix("@2x")
    if isLarge { name.removeLast(3) }
    guard let z = Int(parts[2]), let x = Int(parts[3]), let y = Int(name) else { throw refuse(form) }
    guard (0...format.maximumLevel).contains(z) else {
      throw refuse("level \(z) is not from 0 to \(format.maximumLevel)")
    }
    guard (0..<1 << z).contains(x), (0..<1 << z).contains(y) else {
      throw refuse("there is no tile \(x) \(y) at level \(z): columns and rows are from 0 to \((1 << z) - 1)")
    }
    let look = try MapLook<MapStyle>(call.parameters)
    return MapTiles.Request(
      format: format, z: z, x: x, y: y, scale: isLarge ? 2 : 1, isDark: look.isDark ?? false,
      style: look.style ?? .standard, languages: look.languages ?? [],
      layers: format == .picture ? try TextOptions(call.parameters).layers("layers") : .none)
  }

  /// Answers `/tiles.json` and `/tiles/vector.json`: the tiles' URLs as TileJSON 3.0.
  func tileList(_ call: HTTPCall, _ opened: OpenedEngine, _ format: MapTiles.Format) -> HTTPReply {
    // Checks the parameters here: they become part of the URL of every tile, and clients do not show the errors of
    // tiles.
    do throws(WireError) {
      _ = try MapLook<MapStyle>(call.parameters)
      _ = try layers.overlays(of: try TextOptions(call.parameters).layers("layers"))
    } catch { return .problem(error) }
    return .json { writer in
      writer.beginObject()
      writer.member("tilejson", "3.0.0")
      writer.member("name", "geocode")
      writer.member("attribution", opened.info.attribution.joined(separator: ", "))
      writer.key("tiles")
      writer.beginArray()
      writer.string(address(of: "/tiles/{z}/{x}/{y}.\(format == .picture ? "png" : "mvt")", call))
      writer.endArray()
      writer.member("minzoom", 0)
      writer.member("maxzoom", format.maximumLevel)
      if format == .vector { VectorSchema.writeLayers(to: &writer) }
      writer.endObject()
    }
  }

  /// Answers `/styles/{style}.json`: how MapLibre draws vector tiles.
  func mapLibreStyle(_ call: HTTPCall) -> HTTPReply {
    let name = call.path.dropFirst("/styles/".count)
    let style = name.hasSuffix(".json") ? MapStyle(rawValue: String(name.dropLast(5))) : nil
    guard let style, style != .sketch else {
      return .problem(404, "notFound", "of styles there are /styles/standard.json and /styles/muted.json")
    }
    do throws(WireError) {
      let isDark = try MapLook<MapStyle>(call.parameters).isDark ?? false
      let (source, glyphs) = (address(of: "/tiles/vector.json", call), address(of: MapService.glyphPath, call))
      let sprite = address(of: "/sprites/\(style.rawValue)", call)
      return .json {
        MapLibreStyle(style, isDark: isDark, source: source, glyphs: glyphs, sprite: sprite).write(to: &$0)
      }
    } catch { return .problem(error) }
  }

  /// The URL of a path of this server as the client sees it, with the parameters of its request.
  private func address(of path: String, _ call: HTTPCall) -> String {
    call.origin + path + (call.query.isEmpty ? "" : "?\(call.query)")
  }
}
