import GeoMap
import GeoModel

/// A part of an overlay that its client provides.
enum GivenPart: Hashable, Sendable {
  /// The scales are points per map point, and pixels per point.
  case drawing(OverlayID, MapRect, ZoomScale, contentScale: Double)
  case tile(OverlayID, TilePath)

  /// The kind of question that requests it.
  var kind: MapQuestions.Kind {
    switch self {
    case .drawing: .drawing
    case .tile: .tiles
    }
  }

  var overlay: OverlayID {
    switch self {
    case .drawing(let id, _, _, _), .tile(let id, _): id
    }
  }
}

/// The parts of an overlay that a client provides. Each is requested when it is first needed. Beyond the limit the
/// oldest are dropped.
final class GivenParts {
  enum Content {
    case drawing(Drawing)
    case tile([UInt8])
    /// The client has no such part until it reports a change.
    case nothing
  }

  private struct State {
    /// Nil until the client has answered.
    var content: Content?
    var bytes = 0
  }

  private let ask: (GivenPart) -> Void
  private var states: [GivenPart: State] = [:]
  private var order: [GivenPart] = []

  /// The maximum number of cached parts of an overlay.
  private static let limit = 512

  /// Creates an empty cache.
  init(ask: @escaping (GivenPart) -> Void) { self.ask = ask }

  /// The bytes of all parts, as reported when they arrived.
  var byteCount: Int { states.values.reduce(0) { $0 + $1.bytes } }

  /// A part; nil if it has not arrived yet.
  ///
  /// The first call requests it.
  func content(of part: GivenPart) -> Content? {
    if let state = states[part] { return state.content }
    states[part] = State()
    order.append(part)
    if order.count > GivenParts.limit { states[order.removeFirst()] = nil }
    ask(part)
    return nil
  }

  /// Whether a part was requested and is not there: it has not arrived yet, or the client has none.
  func isMissing(_ part: GivenPart) -> Bool {
    switch states[part]?.content {
    case .drawing, .tile: false
    case .nothing, nil: states[part] != nil
    }
  }

  /// Whether a part was requested and has not arrived.
  func isAwaited(_ part: GivenPart) -> Bool { states[part].map { $0.content == nil } ?? false }

  /// Stores a part.
  ///
  /// - Parameter bytes: the length to count for it.
  /// - Returns: whether it is still needed.
  func take(_ content: Content, bytes: Int, of part: GivenPart) -> Bool {
    guard states[part] != nil else { return false }
    states[part] = State(content: content, bytes: bytes)
    return true
  }

  /// Drops parts, so that they are requested again when they are needed.
  func forget(where isOld: (GivenPart) -> Bool) {
    order.removeAll { part in
      guard isOld(part) else { return false }
      states[part] = nil
      return true
    }
  }
}

/// A renderer that draws parts provided by a client.
protocol GivenRenderer: OverlayRenderer {
  var parts: GivenParts { get }
}

/// Draws what a client has drawn.
final class DrawnRenderer: OverlayRenderer, GivenRenderer {
  let parts: GivenParts
  private let id: OverlayID

  /// Creates a renderer that requests its parts.
  init(_ overlay: WireOverlay, ask: @escaping (GivenPart) -> Void) {
    (id, parts) = (overlay.id, GivenParts(ask: ask))
    super.init(overlay: overlay.shapeOverlay)
  }

  override func draw(_ mapRect: MapRect, zoomScale: ZoomScale, in context: DrawingContext) {
    let part = GivenPart.drawing(id, mapRect, zoomScale, contentScale: context.contentScaleFactor)
    if case .drawing(let drawing)? = parts.content(of: part) { context.replay(drawing) }
  }
}

/// Draws tiles that a client has loaded.
final class LoadedTileRenderer: TileOverlayRenderer, GivenRenderer {
  let parts: GivenParts
  private let id: OverlayID

  /// The number of requested tiles in a part of the map that are not there, at any pixel density.
  func missingCount(in mapRect: MapRect, zoomScale: ZoomScale) -> Int {
    paths(for: mapRect, zoomScale: zoomScale).count { path in
      [1.0, 2].contains { scale in
        parts.isMissing(.tile(id, TilePath(x: path.x, y: path.y, z: path.z, contentScaleFactor: scale)))
      }
    }
  }

  /// Creates a renderer that requests its tiles.
  init(_ overlay: WireOverlay, ask: @escaping (GivenPart) -> Void) {
    (id, parts) = (overlay.id, GivenParts(ask: ask))
    super.init(overlay: overlay.shapeOverlay)
    let (parts, id) = (parts, id)
    source = { path in
      if case .tile(let bytes)? = parts.content(of: .tile(id, path)) { bytes } else { nil }
    }
  }
}
