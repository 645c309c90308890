import GeoMap
import GeoModel
import GeoRender
import GeoServer
import GeoWire
import HTTPTypes
import NIOCore

/// A picture to draw, with the geocoder's answers.
struct PictureJob: Sendable {
  /// The form of the response.
  enum Form: Sendable {
    case png, svg
    /// The positions of things in the picture.
    case places
  }

  let request: PictureRequest
  let answers: [Placemark]
  let form: Form
  let tiles: MapTiles

  /// Draws it on the calling thread.
  ///
  /// - Parameter deadline: when it must be finished.
  /// - Throws: ``MapTiles/Failure``, or ``WireError`` that says what is wrong with the request.
  func run(until deadline: ContinuousClock.Instant) async throws -> HTTPReply {
    let room = try await tiles.memory.room(request.drawingBytes, until: deadline)
    defer { withExtendedLifetime(room) {} }
    let base: any BaseMap = try request.style.style.map { try tiles.map().map.styled($0) } ?? NoBaseMap()
    let (map, scene) = try request.scene(on: base, answers, MapLayers(tiles: tiles))
    if form == .places { return try places(map, scene) }
    let snapshot = await map.snapshot(background: .paper)
    if let failure = scene.failure { throw MapTiles.Failure.unreadable(failure) }
    if let refusal = scene.refusal { throw WireError(.invalidQuery, refusal.description) }
    let isSVG = form == .svg
    try room.grow(to: request.sceneBytes + snapshot.memoryBytes(as: isSVG ? .svg : .png))
    do throws(RenderError) {
      let picture = try snapshot.rendered(as: isSVG ? .svg : .png, until: deadline)
      tiles.noteFonts(picture)
      return HTTPReply(contentType: isSVG ? HTTPReply.ContentType.svg : HTTPReply.ContentType.png, body: picture.bytes)
    } catch { throw WireError(error) }
  }

  /// Nothing is drawn; only the callout is measured.
  private func places(_ map: MapView, _ scene: MapScene) throws -> HTTPReply {
    map.layout()
    var picture = MapPicture(
      size: map.size, scale: map.scale, userInterfaceStyle: map.userInterfaceStyle, visibleMapRect: map.visibleMapRect,
      layers: [])
    picture.callout = map.visibleCallout
    let places = PicturePlaces(map: map, scene: scene, calloutFrame: try MapSnapshot(picture).calloutFrame())
    return .json { places.write(to: &$0) }
  }
}

extension MapService {
  /// Handles `/map.png`, `/map.svg` and `/map.json`: parses the request, and queries the geocoder.
  ///
  /// - Parameter body: the body; nil for `GET`.
  /// - Throws: ``WireError``.
  func picture(
    _ call: HTTPCall, _ form: PictureJob.Form, _ loop: HTTPLoop, body: ByteBuffer?
  ) throws(WireError) -> PictureJob {
    let request = try PictureRequest(call.parameters, body: body.map { Array($0.readableBytesView) })
    // The request itself has taken one token.
    loop.state.limiter?.charge(loop.payer(call), request.price - 1, at: .now)
    var answers: [Placemark] = []
    if let query = request.query {
      let found = loop.withEngine { opened -> Result<[Placemark], WireError> in
        do throws(WireError) {
          return .success(
            try MapScene.answers(to: query, canWrite: MapService.canWrite) { query throws(WireError) in
              try loop.placemarks(query, opened)
            })
        } catch { return .failure(error) }
      }
      do throws(WireError) { answers = try found.get() } catch {
        // If nothing is known there, the queried point is shown alone.
        guard error.reason == .placemarkNotFound else { throw error }
      }
    }
    return PictureJob(request: request, answers: answers, form: form, tiles: tiles)
  }

  /// The response with a picture, or with its error.
  func pictureReply(_ result: Result<HTTPReply, any Error>, _ call: HTTPCall, _ loop: HTTPLoop) -> HTTPReply {
    switch result {
    case .success(let reply): return reply.tagged(reply.contentTag, for: call)
    case .failure(let failure as MapTiles.Failure): return self.reply(.failure(failure), call, loop)
    case .failure(let error as WireError): return .problem(error)
    case .failure(let error):
      loop.state.server.noteUnreadable("\(error)")
      return .problem(WireError.unreadableStore)
    }
  }
}
