import GeoBaseMap
import GeoMap
import GeoModel
import GeoRender
import GeoServer
import GeoStore
import GeoSupport
import Synchronization

/// The tiles of the store's base map, drawn on request and cached. Pictures share their limits.
final class MapTiles: Sendable {
  /// The format of a tile: a picture, or data from which clients draw one.
  enum Format: Sendable {
    case picture, vector

    /// The content type.
    var contentType: String { self == .picture ? HTTPReply.ContentType.png : "application/vnd.mapbox-vector-tile" }
    /// The deepest level.
    var maximumLevel: Int { self == .picture ? 21 : VectorSchema.maximumLevel }
  }

  /// A tile's coordinates and appearance.
  struct Request: Hashable, Sendable {
    var format = Format.picture
    var z: Int
    var x: Int
    var y: Int
    /// The pixels per point: 1, or 2 for `@2x`.
    var scale: Int
    var isDark: Bool
    var style = MapStyle.standard
    var languages: [String]
    /// The layers of areas of one's own on it.
    var layers = LayerChoice.none
  }

  /// A tile with its entity tag.
  struct Tile: Sendable {
    var bytes: [UInt8]
    var tag: String
  }

  /// The reason why there is no tile now.
  enum Failure: Error {
    /// Too many drawings are waiting, memory is short, or the time is up.
    case busy
    /// The store cannot be read; the message is for the log.
    case unreadable(String)
    /// What is asked for does not exist, or cannot be drawn in time; the message is for the client.
    case refused(String)

    /// The failure for a picture that could not be drawn.
    init(_ error: RenderError) {
      switch error {
      case .tooLate: self = .busy
      case .tooIntricate, .tooMuch: self = .refused(error.description)
      default: self = .unreadable(error.description)
      }
    }
  }

  private struct State {
    var map: StoreMap?
    var kept = BoundedCache<Request, Tile>(capacity: MapTiles.keptCount)
    /// The number of the store, so that no tile of an old store is cached for a new one.
    var generation = 0
  }

  /// With ``keptLength`` the cache takes up to 64 MB.
  private static let keptCount = 512
  private static let keptLength = 128 << 10

  private let open: @Sendable () throws -> StoreMap?
  private let state = Mutex(State())

  /// The queue for tiles of the store's map alone.
  let tileLine = DrawingLine(.tiles)
  /// The queue for pictures with content made by clients.
  let pictureLine = DrawingLine(.pictures)

  /// The memory for all drawings.
  let memory: DrawingMemory
  private let tell: @Sendable (String) -> Void
  private let toldScripts = Mutex<Set<String>>([])

  /// - Parameters:
  ///   - drawingBytes: the maximum memory of all simultaneous drawings.
  ///   - open: opens the map of the store; nil if the source of engines has none.
  ///   - tell: takes a message for the log about letters that no font has, once for each script.
  init(
    drawingBytes: Int = ServerOptions().drawingBytesInAll, open: @escaping @Sendable () throws -> StoreMap?,
    tell: @escaping @Sendable (String) -> Void
  ) {
    (self.open, self.tell) = (open, tell)
    memory = DrawingMemory(limit: drawingBytes)
  }

  /// Discards the cached tiles, because the store was replaced.
  func reset() { state.withLock { $0 = State(generation: $0.generation + 1) } }

  /// A cached tile; nil if it must be drawn.
  func kept(_ request: Request) -> Tile? { state.withLock { $0.kept[request] } }

  /// Draws a tile on the calling thread.
  ///
  /// - Parameter deadline: when it must be finished.
  func draw(_ request: Request, until deadline: ContinuousClock.Instant) throws(Failure) -> Tile {
    if let known = kept(request) { return known }
    let (map, generation) = try self.map()
    let bytes: [UInt8]
    switch request.format {
    case .picture: bytes = try picture(request, of: map, until: deadline)
    case .vector:
      do throws(StoreError) {
        bytes = try map.vectorTile(z: request.z, x: request.x, y: request.y, languages: request.languages)
      } catch { throw .unreadable(error.message) }
    }
    let tile = MapTiles.tile(bytes)
    if bytes.count <= MapTiles.keptLength {
      state.withLock { if $0.generation == generation { $0.kept[request] = tile } }
    }
    return tile
  }

  private func picture(
    _ request: Request, of map: StoreMap, until deadline: ContinuousClock.Instant
  ) throws(Failure) -> [UInt8] {
    let part = MapTiles.part(request)
    var drawing = map.draw(part, style: request.style)
    if let failure = drawing.failure { throw .unreadable(failure.description) }
    for (number, layer) in try MapLayers.overlays(of: request.layers, on: map).enumerated() {
      drawing.ground += MapPicture.Layer.layers(of: MapScene.renderer(of: layer, number: number), in: part)
    }
    do throws(RenderError) {
      let picture = try MapSnapshot(part, drawing).rendered(until: deadline)
      noteFonts(picture)
      return picture.bytes
    } catch { throw Failure(error) }
  }

  private static func tile(_ bytes: [UInt8]) -> Tile {
    Tile(bytes: bytes, tag: "\"\(String(Hashing.fnv1a(bytes), radix: 16))\"")
  }

  /// Draws a tile of a map with the drawings of overlays, on the calling thread.
  ///
  /// Without a store or a base map, it has overlays alone.
  ///
  /// - Parameter deadline: when it must be finished.
  func draw(
    _ request: Request, _ layers: MapRoom.TileLayers, until deadline: ContinuousClock.Instant
  ) throws(Failure) -> Tile {
    var request = request
    request.languages = layers.languages
    if let style = layers.style { request.style = style }
    let map = layers.style == nil ? nil : try mapIfAny()
    if map != nil, layers.below.isEmpty, layers.above.isEmpty { return try draw(request, until: deadline) }
    let part = MapTiles.part(request)
    var drawing = map?.draw(part, style: request.style) ?? BaseMapDrawing()
    if let failure = drawing.failure { throw .unreadable(failure.description) }
    drawing.ground += layers.below
    drawing.labels += layers.above
    let snapshot = MapSnapshot(part, drawing)
    guard let room = try memory.take(snapshot.memoryBytes(as: .png)) else { throw .busy }
    defer { withExtendedLifetime(room) {} }
    do throws(RenderError) { return MapTiles.tile(try snapshot.rendered(until: deadline).bytes) } catch {
      throw Failure(error)
    }
  }

  /// The place of a tile on the map.
  static func place(_ request: Request) -> (rect: MapRect, zoomScale: ZoomScale) {
    let part = part(request)
    return (part.mapRect, part.zoomScale)
  }

  /// Logs letters that no font has, once for each script.
  func noteFonts(_ picture: RenderedPicture) {
    let new = picture.missingScripts.filter { script in toldScripts.withLock { $0.insert(script).inserted } }
    if let note = RenderedPicture(bytes: [], missingScripts: new).note { tell(note) }
  }

  /// The map of the store, and the number of that store.
  func map() throws(Failure) -> (map: StoreMap, generation: Int) {
    let (map, generation) = try opened()
    guard let map else { throw .unreadable("there is no store") }
    return (map, generation)
  }

  /// The map of the store; nil if there is none.
  func mapIfAny() throws(Failure) -> StoreMap? { try opened().map }

  private func opened() throws(Failure) -> (map: StoreMap?, generation: Int) {
    let (known, generation) = state.withLock { ($0.map, $0.generation) }
    if let known { return (known, generation) }
    let map: StoreMap?
    do { map = try open() } catch { throw .unreadable("\(error)") }
    state.withLock { if $0.generation == generation { $0.map = map } }
    return (map, generation)
  }

  /// The part of the map that a tile shows.
  private static func part(_ request: Request) -> BaseMapPart {
    var part = BaseMapPart(
      tile: TilePath(x: request.x, y: request.y, z: request.z, contentScaleFactor: Double(request.scale)))
    part.userInterfaceStyle = request.isDark ? .dark : .light
    part.languages = request.languages
    return part
  }
}
