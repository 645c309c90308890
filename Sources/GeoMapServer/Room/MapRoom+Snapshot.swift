import GeoBaseMap
import GeoMap
import GeoModel
import GeoRender
import GeoServer
import GeoSupport
import GeoWire

/// A picture of the current map, to be drawn on another thread.
struct SnapshotJob: Sendable {
  /// The content except the base map.
  var picture: MapPicture
  /// The part of the base map below it, with its style; nil for none.
  let base: (part: BaseMapPart, style: MapStyle)?
  let format: PictureFormat
  /// The number of its layers below the labels of the base map.
  let belowLabels: Int
  /// The number of its layers that are overlays; they come first.
  let overlayCount: Int
  /// Keeps its contents counted until it is drawn.
  let content: MapContent
  /// The memory of the recorded drawings while it waits.
  private var recorded: DrawingMemory.Room?

  init(
    picture: MapPicture, base: (part: BaseMapPart, style: MapStyle)?, format: PictureFormat, belowLabels: Int,
    overlayCount: Int, content: MapContent
  ) {
    (self.picture, self.base, self.format) = (picture, base, format)
    (self.belowLabels, self.overlayCount, self.content) = (belowLabels, overlayCount, content)
  }

  /// The bytes that were recorded for it alone.
  private var recordedBytes: Int {
    picture.layers.enumerated().reduce(0) { sum, layer in
      sum + (layer.offset < overlayCount ? layer.element.drawing.stepBytes : layer.element.drawing.heldBytes)
    }
  }

  /// Returns the job with memory for its recorded drawings.
  ///
  /// - Throws: ``MapTiles/Failure``.
  func kept(in memory: DrawingMemory) throws(MapTiles.Failure) -> SnapshotJob {
    var job = self
    guard let room = try memory.take(recordedBytes) else { throw .busy }
    job.recorded = room
    return job
  }

  /// Draws it on the calling thread.
  ///
  /// - Parameters:
  ///   - server: logs if the base map cannot be read.
  ///   - tiles: the source of the base map.
  ///   - deadline: when it must be finished.
  /// - Throws: ``WireError`` if the picture cannot be drawn.
  func draw(
    _ server: ServerState, _ tiles: MapTiles, until deadline: ContinuousClock.Instant
  ) async throws(WireError) -> RenderedPicture {
    let (snapshot, room): (MapSnapshot, DrawingMemory.Room)
    do throws(MapTiles.Failure) {
      snapshot = try self.snapshot(tiles, attribution: server.attribution)
      room = try await tiles.memory.room(snapshot.memoryBytes(as: format), until: deadline)
    } catch {
      if case .unreadable(let reason) = error { server.noteUnreadable(reason) }
      throw WireError(error)
    }
    defer { withExtendedLifetime(room) {} }
    do throws(RenderError) {
      let drawn = try snapshot.rendered(as: format, until: deadline)
      tiles.noteFonts(drawn)
      return drawn
    } catch { throw WireError(error) }
  }

  /// The picture with the part of the store's map below it, if there is a store. Without that there is nobody to credit.
  private func snapshot(_ tiles: MapTiles, attribution: String) throws(MapTiles.Failure) -> MapSnapshot {
    var (picture, credit) = (picture, String?.none)
    if let base, let map = try tiles.mapIfAny() {
      credit = attribution
      let drawing = map.draw(base.part, style: base.style)
      if let failure = drawing.failure { throw .unreadable(failure.description) }
      picture.layers.insert(contentsOf: drawing.labels, at: belowLabels)
      picture.layers.insert(contentsOf: drawing.ground, at: 0)
    }
    var snapshot = MapSnapshot(picture, background: .paper, attribution: credit)
    // An image that cannot be drawn, such as SVG, is left out, and the client gets a warning. Pages show such images.
    snapshot.leavesOutImages = true
    return snapshot
  }

  /// Takes a place in the queue for drawing, which ``DrawingLine/leave()`` releases.
  ///
  /// - Throws: ``WireError`` if the queue is too long.
  func admitted(by tiles: MapTiles) throws(WireError) -> SnapshotJob {
    do throws(MapTiles.Failure) {
      let job = try kept(in: tiles.memory)
      try tiles.pictureLine.enter()
      return job
    } catch { throw WireError(error) }
  }

  /// Draws it for a client.
  ///
  /// - Parameters:
  ///   - server: see ``draw(_:_:until:)``.
  ///   - tiles: see ``draw(_:_:until:)``.
  ///   - deadline: when it must be finished.
  func run(
    _ server: ServerState, _ tiles: MapTiles, until deadline: ContinuousClock.Instant
  ) async throws(WireError) -> MapResult {
    guard ContinuousClock.now < deadline else { throw WireError(.timeout, "the server was too busy to draw in time") }
    let (drawn, limit) = (try await draw(server, tiles, until: deadline), server.options.answerBytesPerClient)
    let bytes = drawn.bytes
    // Base64 makes it a third longer.
    guard bytes.count <= limit / 2 else {
      let advice =
        format != .png
        ? "'png', or a smaller 'size', or take snapshot.\(format.rawValue) below the map's page"
        : "a smaller 'scale' or 'size'"
      throw WireError(
        .invalidQuery, "the picture has \(bytes.count) bytes, a reply \(limit / 2) at most; ask for \(advice)")
    }
    let places = picture.annotationPoints.sorted { $0.key.name < $1.key.name }
    let (size, word) = (picture.size, format.rawValue)
    return { json in
      json.object { json in
        json.member("format", word)
        json.key("size")
        json.point(ScreenPoint(x: size.width, y: size.height))
        json.member("points", array: places) { json, place in
          json.object { json in
            json.key("annotation")
            json.annotationID(place.key)
            json.key("point")
            json.point(place.value)
          }
        }
        if !drawn.warnings.isEmpty { json.member("warnings", drawn.warnings) }
        json.member("data", String(decoding: Base64.encode(bytes), as: UTF8.self))
      }
    }
  }
}

extension WireError {
  /// The error for a picture that could not be drawn.
  init(_ error: RenderError) { self.init(error == .tooLate ? .timeout : .invalidQuery, error.description) }

  /// The error for a picture that was refused.
  init(_ failure: MapTiles.Failure) {
    switch failure {
    case .refused(let reason): self.init(.invalidQuery, reason)
    case .unreadable: self = .unreadableStore
    case .busy:
      self.init(.loadingThrottled, "as many pictures are being drawn as the server has room for; try again later")
    }
  }
}

extension MapRoom {
  /// Records the content of a picture. It shows the visible part of the map, with its views and selection, unless
  /// another region or size is requested.
  ///
  /// - Throws: ``WireError`` that says what is invalid.
  func snapshot(_ json: MapParameters) throws(WireError) -> SnapshotJob {
    let scale = try json.number("scale", in: 0.1...4) ?? 1
    let format: PictureFormat = try json.word("format") ?? .png
    let showsAnnotations = try json.bool("annotations") ?? true
    let showsOverlays = try json.bool("overlays") ?? true
    guard json.value("path") == nil else {
      throw WireError(.invalidQuery, "'path' cannot be chosen: the daemon writes no files; take 'data'")
    }
    let part = try elsewhere(json, annotations: showsAnnotations)
    let size = (part ?? map).size
    guard size.width * scale <= 4_096, size.height * scale <= 4_096 else {
      throw WireError(.invalidQuery, "a snapshot may have 4096 by 4096 pixels; ask for a smaller 'scale' or 'size'")
    }
    let job = snapshot(of: part ?? map, scale: scale, as: format)
    let (whole, layers) = (job.picture, job.picture.layers)
    // Overlays come first, then views with their titles.
    let overlays = job.overlayCount
    return SnapshotJob(
      picture: MapPicture(
        size: whole.size, scale: scale, userInterfaceStyle: whole.userInterfaceStyle,
        visibleMapRect: whole.visibleMapRect,
        layers: (showsOverlays ? Array(layers[..<overlays]) : [])
          + (showsAnnotations ? Array(layers[overlays...]) : []),
        callout: showsAnnotations ? whole.callout : nil,
        annotationPoints: showsAnnotations ? whole.annotationPoints : [:]),
      base: job.base, format: job.format, belowLabels: showsOverlays ? job.belowLabels : 0,
      overlayCount: showsOverlays ? overlays : 0, content: content)
  }

  /// The current map, with as many views as a picture can have.
  func currentSnapshot(as format: PictureFormat) -> SnapshotJob {
    snapshot(of: (try? elsewhere(nil, nil, annotations: true)) ?? map, as: format)
  }

  /// The visible part of another map, or of this one, with the overlays of this one.
  ///
  /// - Parameter scale: the pixels per point, also for overlays that clients draw.
  private func snapshot(of view: MapView, scale: Double = 1, as format: PictureFormat) -> SnapshotJob {
    let overlays = layers(in: view.visibleMapRect, zoomScale: view.zoomScale, scale: scale, margin: 0)
    return SnapshotJob(
      picture: view.picture(over: overlays.below + overlays.above),
      base: overlays.style.map { (basePart(of: view), $0) }, format: format,
      belowLabels: overlays.below.count, overlayCount: overlays.below.count + overlays.above.count,
      content: content)
  }

  /// Records a picture for a request once the delegate has sent the parts that it draws, or is too late.
  func snapshot(_ request: WireMapRequest, then body: @escaping (Result<SnapshotJob, WireError>) -> Void) {
    let job = snapshot(request)
    guard case .success = job, questions.slowestAwaited != nil else { return body(job) }
    whenGiven { body($0?.snapshot(request) ?? .failure(WireError(.serverFailure, "the map was closed"))) }
  }

  private func snapshot(_ request: WireMapRequest) -> Result<SnapshotJob, WireError> {
    var parser = JSONParser()
    do throws(JSONError) {
      return try parser.parse(request.params) { root in
        Result { () throws(WireError) in try snapshot(MapParameters(root)) }
      }
    } catch { return .failure(WireError(.parseError, "the parameters are not JSON: \(error)")) }
  }
}
