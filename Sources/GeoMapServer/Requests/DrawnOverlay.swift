import GeoMap
import GeoModel
import GeoWire

/// An overlay without a shape, which its client draws.
struct DrawnOverlay: Overlay {
  let coordinate: Coordinate
  let boundingMapRect: MapRect

  /// Reads `{"boundingMapRect":{…},"coordinate":{…}}`; without a coordinate it is the middle of the rectangle.
  ///
  /// - Parameter name: the overlay's name for error messages.
  init(_ node: JSONNode, named name: String) throws(WireError) {
    guard let rect = node.member("boundingMapRect")?.mapRect, rect.width > 0, rect.height > 0 else {
      throw WireError(.invalidQuery, "'custom' of \(name) needs 'boundingMapRect' in map points, not empty")
    }
    boundingMapRect = rect
    coordinate = try MapParameters(node).coordinate("coordinate", of: name) ?? rect.center.coordinate
  }
}

extension TileOverlay {
  /// Reads tiles that their client loads.
  init(wire json: MapParameters) throws(WireError) {
    guard json.value("urlTemplate") == nil else {
      throw WireError(
        .invalidQuery, "the daemon fetches no tiles: leave 'urlTemplate' out, and answer mapView.loadTiles")
    }
    self.init(urlTemplate: nil)
    minimumZ = Int(try json.number("minimumZ", in: 0...30) ?? 0)
    maximumZ = Int(try json.number("maximumZ", in: 0...30) ?? 21)
    guard minimumZ <= maximumZ else {
      throw WireError(
        .invalidQuery, "'minimumZ' \(minimumZ) is more than 'maximumZ' \(maximumZ), so there would be no tiles")
    }
    canReplaceMapContent = try json.bool("canReplaceMapContent") ?? false
    isGeometryFlipped = try json.bool("flipped") ?? false
    if let size = try json.member("tileSize", "[width,height] in points, 64 to 2048 each", { $0.tileSize }) {
      tileSize = size
    }
    if let rect = try json.mapRect("boundingMapRect") { boundingMapRect = rect }
  }
}

extension JSONNode {
  fileprivate var tileSize: ScreenSize? {
    size.flatMap { (64...2_048).contains($0.width) && (64...2_048).contains($0.height) ? $0 : nil }
  }
}

extension MapRoom {
  /// The maximum bytes of a tile from a client, so that a few of them fit into a line.
  static let tileBytes = 180_000

  /// Notes a part that the delegate is to provide.
  func noteNeed(_ part: GivenPart) {
    guard let asks = delegate.flatMap({ clients[$0]?.asks }), asks.contains(part.kind) else { return }
    if questions.waitsForNothing { schedule(.zero) { $0.askDelegate() } }
    questions.waitingParts[part.kind, default: []].append(part)
  }

  /// The parts of an overlay that its client provides; nil if the client does not draw it.
  func parts(of id: OverlayID) -> GivenParts? { (map.renderer(for: id) as? any GivenRenderer)?.parts }

  /// Whether a part is still needed.
  func isAwaited(_ part: GivenPart) -> Bool { parts(of: part.overlay)?.isAwaited(part) ?? false }

  func setNeedsDisplay(_ json: MapParameters) throws(WireError) -> MapResult {
    let id = try json.overlayID("overlay")
    let (rect, zoomScale) = (try json.mapRect("mapRect"), try json.number("zoomScale"))
    guard let parts = parts(of: id) else {
      throw WireError(
        .invalidQuery,
        "overlay '\(id)' is not drawn by a client: it has neither a renderer of kind 'custom' nor 'tiles' as its shape")
    }
    parts.forget { part in
      guard case .drawing(_, let place, let scale, _) = part else { return true }
      return (rect.map { $0.intersects(place) } ?? true) && (zoomScale.map { $0 == scale } ?? true)
    }
    overlaysChanged()
    return MapRoom.done
  }

  /// Drops all provided parts, because another client provides them from now on.
  func forgetGiven() {
    for id in map.overlays { parts(of: id)?.forget { _ in true } }
    wasGiven()
  }

  // MARK: Pictures that wait

  /// Calls a closure once the delegate has provided everything that is needed now, or the time is up. The closure gets
  /// nil if the map is removed before.
  func whenGiven(_ body: @escaping (MapRoom?) -> Void) {
    guard let kind = questions.slowestAwaited else { return body(self) }
    lastWaiter += 1
    let number = lastWaiter
    waiters[number] = body
    schedule(kind.deadline) { room in room.waiters.removeValue(forKey: number)?(room) }
  }

  /// Calls the waiting closures once nothing is awaited.
  func wasGiven() {
    guard !waiters.isEmpty, questions.slowestAwaited == nil else { return }
    let all = waiters.sorted { $0.key < $1.key }
    waiters = [:]
    for (_, body) in all { body(self) }
  }
}
