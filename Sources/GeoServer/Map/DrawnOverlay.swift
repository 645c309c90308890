import GeoMap
import GeoModel
import GeoSupport
import GeoWire

/// An overlay without a shape, which its client draws.
struct DrawnOverlay: Overlay {
  let coordinate: Coordinate
  let boundingMapRect: MapRect

  /// Reads `{"boundingMapRect":{…},"coordinate":{…}}`.
  init?(_ node: JSONNode) {
    guard let rect = node.member("boundingMapRect")?.mapRect, rect.width > 0, rect.height > 0 else { return nil }
    boundingMapRect = rect
    coordinate = node.member("coordinate").flatMap { try? RequestParameters.coordinate($0) } ?? rect.center.coordinate
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
  /// Bytes of a tile that a client loads at most, so that a few of them are a line.
  static let tileBytes = 180_000

  /// Notes a part that the delegate is to give.
  func noteNeed(_ part: GivenPart) {
    guard let asks = delegate.flatMap({ clients[$0]?.asks }), asks.contains(part.kind) else { return }
    if questions.waitsForNothing { schedule(.zero) { $0.askDelegate() } }
    questions.waitingParts[part.kind, default: []].append(part)
  }

  /// The parts of an overlay that its client gives; nil when somebody else draws it.
  private func parts(of id: OverlayID) -> GivenParts? { (map.renderer(for: id) as? any GivenRenderer)?.parts }

  /// Whether a part is still needed.
  func isAwaited(_ part: GivenPart) -> Bool { parts(of: part.overlay)?.isAwaited(part) ?? false }

  /// Takes parts that the delegate has given. What cannot be read is not there.
  func take(_ answer: JSONNode, given asked: [GivenPart]) {
    let nodes = answer.member(asked.first?.kind == .tiles ? "tiles" : "parts").flatMap { $0.all { $0 } } ?? []
    for (index, part) in asked.enumerated() {
      let said = index < nodes.count ? content(nodes[index], of: part) : nil
      give(said?.content ?? .nothing, bytes: said?.bytes ?? 0, of: part)
    }
    overlaysChanged()
    wasGiven()
  }

  private func give(_ content: GivenParts.Content, bytes: Int, of part: GivenPart) {
    guard let parts = parts(of: part.overlay) else { return }
    let isKept = (try? reserve(bytes)) != nil
    _ = parts.take(isKept ? content : .nothing, bytes: isKept ? bytes : 0, of: part)
  }

  private func content(_ node: JSONNode, of part: GivenPart) -> (content: GivenParts.Content, bytes: Int)? {
    switch part {
    case .tile:
      guard let data = node.member("data"), data.isString, let bytes = Base64.decode(data.text),
        bytes.count <= MapRoom.tileBytes, MapImages.isTile(bytes)
      else { return nil }
      return (.tile(bytes), bytes.count)
    case .drawing(let id, let rect, _):
      if let image = node.member("image")?.string.flatMap({ images[$0] }), let overlay = map.overlay(for: id) {
        let origin = overlay.boundingMapRect.origin
        var drawing = Drawing()
        drawing.append(
          .image(
            image,
            in: ScreenRect(
              x: rect.minX - origin.x, y: rect.minY - origin.y, width: rect.width, height: rect.height)))
        return (.drawing(drawing), MapRoom.objectBytes)
      }
      guard let said = node.member("drawing"), let drawing = Drawing(said, image: { images[$0] }) else { return nil }
      return (.drawing(drawing), said.text.count)
    }
  }

  /// The delegate has not answered for so long that it will not: tiles have failed, drawings are asked for again where they are needed.
  func giveUp(_ asked: [GivenPart]) {
    for part in asked where isAwaited(part) {
      if part.kind == .tiles {
        give(.nothing, bytes: 0, of: part)
      } else {
        parts(of: part.overlay)?.forget { $0 == part }
      }
    }
    wasGiven()
  }

  func setNeedsDisplay(_ json: MapParameters) throws(WireError) -> MapResult {
    let id = try json.overlayID("overlay")
    let (rect, zoomScale) = (try json.mapRect("mapRect"), try json.number("zoomScale"))
    guard let parts = parts(of: id) else {
      throw WireError(
        .invalidQuery,
        "overlay '\(id)' is not drawn by a client: it has neither a renderer of kind 'custom' nor 'tiles' as its shape")
    }
    parts.forget { part in
      guard case .drawing(_, let place, let scale) = part else { return true }
      return (rect.map { $0.intersects(place) } ?? true) && (zoomScale.map { $0 == scale } ?? true)
    }
    overlaysChanged()
    return MapRoom.done
  }

  /// Another client gives parts from now on.
  func forgetGiven() {
    for id in map.overlays { parts(of: id)?.forget { _ in true } }
    wasGiven()
  }

  // MARK: Pictures that wait

  /// Does something when the delegate has given all that is needed now, or will not do so in time; with nil when the map is gone before.
  func whenGiven(_ body: @escaping (MapRoom?) -> Void) {
    guard let kind = questions.slowestAwaited else { return body(self) }
    lastWaiter += 1
    let number = lastWaiter
    waiters[number] = body
    schedule(kind.deadline) { room in room.waiters.removeValue(forKey: number)?(room) }
  }

  /// Goes on with pictures when nothing is awaited any more.
  func wasGiven() {
    guard !waiters.isEmpty, questions.slowestAwaited == nil else { return }
    let all = waiters.sorted { $0.key < $1.key }
    waiters = [:]
    for (_, body) in all { body(self) }
  }
}
