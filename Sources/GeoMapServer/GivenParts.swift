import GeoMap
import GeoModel

/// A part of an overlay that its client is to give.
enum GivenPart: Hashable, Sendable {
  /// The scales are points for each map point, and pixels for each point.
  case drawing(OverlayID, MapRect, ZoomScale, contentScale: Double)
  case tile(OverlayID, TilePath)

  /// The question that asks for it.
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

/// What a client has given of an overlay: each part is asked for when it is needed first. Beyond the limit the oldest are forgotten.
final class GivenParts {
  enum Content {
    case drawing(Drawing)
    case tile([UInt8])
    /// Nothing comes, until the client says that there is something else.
    case nothing
  }

  private struct State {
    /// Nil while it is asked for.
    var content: Content?
    var bytes = 0
  }

  private let ask: (GivenPart) -> Void
  private var states: [GivenPart: State] = [:]
  private var order: [GivenPart] = []

  /// Parts of an overlay that are kept at most.
  private static let limit = 512

  /// Nothing is there.
  init(ask: @escaping (GivenPart) -> Void) { self.ask = ask }

  /// Bytes of all parts, as they were said.
  var byteCount: Int { states.values.reduce(0) { $0 + $1.bytes } }

  /// A part; nil when it is not there yet.
  func content(of part: GivenPart) -> Content? {
    if let state = states[part] { return state.content }
    states[part] = State()
    order.append(part)
    if order.count > GivenParts.limit { states[order.removeFirst()] = nil }
    ask(part)
    return nil
  }

  /// Whether a part was needed and is not there: it has not come yet, or will not.
  func isMissing(_ part: GivenPart) -> Bool {
    switch states[part]?.content {
    case .drawing, .tile: false
    case .nothing, nil: states[part] != nil
    }
  }

  /// Whether a part is needed and has not come.
  func isAwaited(_ part: GivenPart) -> Bool { states[part].map { $0.content == nil } ?? false }

  /// Takes a part.
  ///
  /// - Parameter bytes: as long as it was said.
  /// - Returns: whether somebody needs it still.
  func take(_ content: Content, bytes: Int, of part: GivenPart) -> Bool {
    guard states[part] != nil else { return false }
    states[part] = State(content: content, bytes: bytes)
    return true
  }

  /// Forgets parts, so that they are asked for again where they are needed.
  func forget(where isOld: (GivenPart) -> Bool) {
    order.removeAll { part in
      guard isOld(part) else { return false }
      states[part] = nil
      return true
    }
  }
}

/// Draws what a client has given.
protocol GivenRenderer: OverlayRenderer {
  var parts: GivenParts { get }
}

/// Draws what a client has drawn.
final class DrawnRenderer: OverlayRenderer, GivenRenderer {
  let parts: GivenParts
  private let id: OverlayID

  /// A renderer that asks for its parts.
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

  /// How many tiles that somebody needed in a part are not there, at any number of pixels.
  func missingCount(in mapRect: MapRect, zoomScale: ZoomScale) -> Int {
    paths(for: mapRect, zoomScale: zoomScale).count { path in
      [1.0, 2].contains { scale in
        parts.isMissing(.tile(id, TilePath(x: path.x, y: path.y, z: path.z, contentScaleFactor: scale)))
      }
    }
  }

  /// A renderer that asks for its tiles.
  init(_ overlay: WireOverlay, ask: @escaping (GivenPart) -> Void) {
    (id, parts) = (overlay.id, GivenParts(ask: ask))
    super.init(overlay: overlay.shapeOverlay)
    let (parts, id) = (parts, id)
    source = { path in
      if case .tile(let bytes)? = parts.content(of: .tile(id, path)) { bytes } else { nil }
    }
  }
}
