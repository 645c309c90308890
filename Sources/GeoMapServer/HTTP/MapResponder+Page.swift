import GeoBaseMap
import GeoMap
import GeoModel
import GeoRender
import GeoServer
import GeoSupport
import GeoWire
import HTTPTypes

// Answers the requests of map pages. Without a map's token, the response is the same as for a map that does not exist.
extension MapResponder {
  /// Answers `/map/{name}` and the paths below it: `tiles/{z}/{x}/{y}.png`, `view/{look}.svg`, and `snapshot.png`,
  /// `.svg` or `.pdf`.
  ///
  /// The page's WebSocket is handled with the connections.
  func mapPage(_ call: HTTPCall) async -> HTTPReply {
    let parts = call.path.split(separator: "/", omittingEmptySubsequences: false)
    let rooms = service.rooms
    let token = call.parameters.first { $0.name == "token" }?.value ?? ""
    let name = PercentCoding.decode(parts.count > 2 ? parts[2] : "", in: .path)
    guard let (seat, isViewer) = rooms.seat(named: name, token: token) else { return MapResponder.noMap }
    let reply: HTTPReply
    switch (parts.count, parts.count > 3 ? parts[3] : "") {
    case (3, _): reply = await page(call, seat, token, isViewer)
    case (5, "view"): reply = await look(parts[4], call, seat)
    case (7, "tiles"): reply = await tile(parts[3...].joined(separator: "/"), call, seat)
    case (4, "snapshot.png"): reply = await snapshot(seat, .png)
    case (4, "snapshot.svg"): reply = await snapshot(seat, .svg)
    case (4, "snapshot.pdf"): reply = await snapshot(seat, .pdf)
    case (4, "socket"): reply = .problem(426, "upgradeRequired", "this is a WebSocket; ask with Upgrade: websocket")
    default: reply = .problem(404, "notFound", "a map has no \(parts.dropFirst(3).joined(separator: "/").prefix(100))")
    }
    return reply.with(.referrerPolicy, "no-referrer")
  }

  private static let noMap = HTTPReply.problem(
    404, "notFound", "there is no such map, or this is not its token; open it with mapView.open and take its page")

  /// The policy of a picture that is opened by itself: it may run nothing, and load only the images inside it.
  private static let picturePolicy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox"

  private static let notDrawn = HTTPReply.problem(
    503, "loadingThrottled", "the picture cannot be drawn now; try again later")

  private func page(
    _ call: HTTPCall, _ seat: MapRooms.Seat, _ token: String, _ isViewer: Bool
  ) async -> HTTPReply {
    guard let facts = await seat.ask({ $0.pageFacts }) else { return MapResponder.noMap }
    let attribution = loop.withEngine { $0.info.attribution.joined(separator: ", ") }
    let values = [
      "name": seat.name, "token": token, "base": call.basePath,
      "path": "\(call.basePath)/map/\(PercentCoding.encode(seat.name))",
      "viewer": isViewer ? "true" : "false", "latitude": "\(facts.center.latitude)",
      "longitude": "\(facts.center.longitude)", "level": "\(facts.level)", "appearance": facts.isDark ? "dark" : "",
      "overlays": "\(facts.overlays)", "attribution": attribution,
    ].mapValues { HTML(escaping: $0) }
    // In older browsers, `'self'` does not allow a WebSocket to the page's own host.
    let policy = PagePolicy(
      alsoConnectingTo: MapResponder.plainHost(call).map { ["ws://\($0)", "wss://\($0)"] } ?? [],
      inFramesOf: loop.state.options.allowedFrames)
    let html = HTML(file: PackageResources.map_html, values.merging(["nonce": policy.nonce]) { first, _ in first })
    return .page(html, policy)
  }

  /// The requested host; nil if its name has a byte that is special in a policy.
  private static func plainHost(_ call: HTTPCall) -> String? {
    call.head.authority.flatMap { host in
      let isPlain = host.utf8.allSatisfy { byte in
        (byte | 0x20) &- UInt8(ascii: "a") < 26 || byte &- UInt8(ascii: "0") < 10 || ".-_:[]".utf8.contains(byte)
      }
      return isPlain ? host : nil
    }
  }

  /// Answers with the appearance of a view.
  private func look(_ file: Substring, _ call: HTTPCall, _ seat: MapRooms.Seat) async -> HTTPReply {
    let name = String(file.hasSuffix(".svg") ? file.dropLast(4) : file)
    let found = await seat.ask { room in room.looks[name] }
    guard let (drawing, size) = found ?? nil else {
      return .problem(404, "notFound", "no view looks like that any more")
    }
    let isDark: Bool
    do throws(WireError) { isDark = try MapLook<MapStyle>(call.parameters).isDark ?? false } catch {
      return .problem(error)
    }
    let look = LookFile(drawing: drawing, size: size, isDark: isDark)
    let tiles = service.tiles
    var bytes = look.picture
    if bytes == nil { bytes = await drawn { try? await look.svg(in: tiles.memory, until: $0) } ?? nil }
    guard let bytes else { return MapResponder.notDrawn }
    return HTTPReply(contentType: HTTPReply.ContentType.svg, body: bytes)
      .with(.contentSecurityPolicy, MapResponder.picturePolicy)
      .with(.cacheControl, "private, max-age=86400, immutable")
  }

  /// Answers with a tile of the base map with the map's overlays.
  private func tile(_ path: String, _ call: HTTPCall, _ seat: MapRooms.Seat) async -> HTTPReply {
    do throws(WireError) {
      let request = try MapService.tileRequest(call, "/\(path)")
      guard request.format == .picture else { throw WireError(.invalidQuery, "a map's own tiles are pictures, .png") }
      let place = MapTiles.place(request)
      let layers = await seat.ask { room in
        room.layers(in: place.rect, zoomScale: place.zoomScale, scale: Double(request.scale))
      }
      guard let layers else { return MapResponder.noMap }
      let tiles = service.tiles
      guard let recorded = (try? tiles.memory.take(layers.recordedBytes)) ?? nil else {
        return service.reply(.failure(.busy), call, loop)
      }
      defer { withExtendedLifetime(recorded) {} }
      let tile = await drawn { deadline -> Result<MapTiles.Tile, MapTiles.Failure> in
        do throws(MapTiles.Failure) { return .success(try tiles.draw(request, layers, until: deadline)) } catch {
          return .failure(error)
        }
      }
      return service.reply(tile ?? .failure(.busy), call, loop).with(.cacheControl, "private, max-age=600")
    } catch { return .problem(error) }
  }

  /// Answers with a picture of the current map, for browsers without scripts and for other uses.
  private func snapshot(_ seat: MapRooms.Seat, _ format: PictureFormat) async -> HTTPReply {
    let current = await seat.ask(
      later: { (room, reply: @escaping @Sendable (SnapshotJob?) -> Void) in
        let job = room.currentSnapshot(as: format)
        guard room.questions.slowestAwaited != nil else { return reply(job) }
        room.whenGiven { reply($0?.currentSnapshot(as: format)) }
      })
    let (server, tiles) = (loop.state.server, service.tiles)
    guard let current else { return MapResponder.noMap }
    guard let job = try? current.kept(in: tiles.memory) else { return MapResponder.notDrawn }
    let drawn = await drawn { deadline -> Result<RenderedPicture, WireError> in
      do throws(WireError) { return .success(try await job.draw(server, tiles, until: deadline)) } catch {
        return .failure(error)
      }
    }
    switch drawn {
    case .success(let picture):
      let reply = HTTPReply(contentType: format.contentType, body: picture.bytes).with(.cacheControl, "no-store")
      return format == .svg ? reply.with(.contentSecurityPolicy, MapResponder.picturePolicy) : reply
    case .failure(let error): return .problem(error)
    case nil: return MapResponder.notDrawn
    }
  }
}

extension PictureFormat {
  fileprivate var contentType: String {
    switch self {
    case .png: HTTPReply.ContentType.png
    case .svg: HTTPReply.ContentType.svg
    case .pdf: "application/pdf"
    }
  }
}

extension HTTPField.Name {
  /// Keeps the page's URL from other sites, because it contains the token.
  fileprivate static let referrerPolicy = HTTPField.Name("Referrer-Policy")!
}
