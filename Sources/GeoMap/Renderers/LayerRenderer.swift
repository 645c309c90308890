import GeoModel

/// Fills and strokes the areas of a ``LayerOverlay``.
///
/// A drawing has at most ``mostCorners`` corners, those of the largest areas, and no area of less than a point.
open class LayerRenderer: PathRenderer {
  /// The layer to draw.
  public var layerOverlay: LayerOverlay? { overlay as? LayerOverlay }

  /// The number of corners after which smaller areas are left out of a drawing.
  static let mostCorners = 200_000
  /// Corners nearer to the previous one, in points, are left out.
  private static let finestStep = 0.4

  /// Creates a renderer of a layer.
  public convenience init(layerOverlay: LayerOverlay) { self.init(overlay: layerOverlay) }

  /// Fills each area, and then strokes all of them.
  open override func draw(_ mapRect: MapRect, zoomScale: ZoomScale, in context: DrawingContext) {
    guard let shapes = layerOverlay?.shapes, zoomScale > 0 else { return }
    let part = mapRect.intersection(overlay.boundingMapRect)
    guard !part.isNull else { return }
    var outlines = Path()
    var corners = 0
    // A layer across the antimeridian goes on beyond the world's width.
    for shift in [0, MapSize.world.width] {
      let there = part.offsetBy(dx: -shift, dy: 0).intersection(.world)
      guard !there.isNull else { continue }
      shapes.forEachPolygon(in: there, from: 1 / zoomScale) { rings in
        let kept = rings.map { thinned($0, shift, around: part, zoomScale) }
        corners += kept.reduce(0) { $0 + $1.count }
        fill(kept, zoomScale, in: context)
        if strokeColor != nil { for ring in kept { add(ring, to: &outlines) } }
        return corners < LayerRenderer.mostCorners
      }
    }
    guard strokeColor != nil, !outlines.isEmpty else { return }
    context.saveGState()
    applyStrokeProperties(to: context, atZoomScale: zoomScale)
    strokePath(outlines, in: context)
    context.restoreGState()
  }

  private func fill(_ rings: [[MapPoint]], _ zoomScale: ZoomScale, in context: DrawingContext) {
    guard fillColor != nil else { return }
    var path = Path()
    for ring in rings { path.addLines(ring.lazy.map { self.point(for: $0) }, closed: true) }
    guard !path.isEmpty else { return }
    context.saveGState()
    applyFillProperties(to: context, atZoomScale: zoomScale)
    fillPath(path, in: context)
    context.restoreGState()
  }

  /// Adds the line around a ring, without the parts along the antimeridian, at which areas are cut in two.
  private func add(_ ring: [MapPoint], to path: inout Path) {
    func isCut(_ from: MapPoint, _ to: MapPoint) -> Bool {
      from.x == to.x && (from.x / MapSize.world.width).rounded() * MapSize.world.width == from.x
    }
    guard let cut = ring.indices.first(where: { isCut(ring[$0], ring[($0 + 1) % ring.count]) }) else {
      return path.addLines(ring.lazy.map { self.point(for: $0) }, closed: true)
    }
    var from = ring[cut]
    for step in 1...ring.count {
      let to = ring[(cut + step) % ring.count]
      if isCut(from, to) { path.move(to: point(for: to)) } else { path.addLine(to: point(for: to)) }
      from = to
    }
  }

  /// The corners of a ring that can be told apart, without those that only lead around the part.
  private func thinned(
    _ ring: [MapPoint], _ shift: Double, around part: MapRect, _ zoomScale: ZoomScale
  ) -> [MapPoint] {
    // Lines may be wide, and are cut off where they leave the frame.
    let margin = (max(lineWidth, MapScale.roadWidth(at: zoomScale)) + 4) / zoomScale
    let frame = part.insetBy(dx: -margin, dy: -margin)
    let step = LayerRenderer.finestStep / zoomScale
    var kept: [MapPoint] = []
    // A corner is left out if it and both its neighbors lie beyond the same edge of the frame.
    var sides: (last: Int, before: Int) = (0, 0)
    for corner in ring {
      let corner = MapPoint(x: corner.x + shift, y: corner.y)
      let side = LayerRenderer.sides(of: corner, frame)
      if let last = kept.last {
        if abs(last.x - corner.x) < step, abs(last.y - corner.y) < step { continue }
        if kept.count > 1, sides.before & sides.last & side != 0 {
          kept[kept.count - 1] = corner
          sides.last = side
          continue
        }
      }
      kept.append(corner)
      sides = (side, sides.last)
    }
    return kept
  }

  /// The edges of a frame beyond which a point lies, a bit each.
  private static func sides(of point: MapPoint, _ frame: MapRect) -> Int {
    (point.x < frame.minX ? 1 : 0) | (point.x > frame.maxX ? 2 : 0) | (point.y < frame.minY ? 4 : 0)
      | (point.y > frame.maxY ? 8 : 0)
  }
}

extension MapPicture.Layer {
  /// The drawing of a layer of areas on a part of the base map; none where it has no area.
  package static func layers(of renderer: LayerRenderer, in part: BaseMapPart) -> [MapPicture.Layer] {
    let bounds = renderer.overlay.boundingMapRect
    return [-1.0, 0, 1].compactMap { turn in
      let shift = turn * MapSize.world.width
      let moved = part.mapRect.offsetBy(dx: shift, dy: 0)
      guard
        let drawing = renderer.drawing(
          moved, zoomScale: part.zoomScale, contentScaleFactor: part.contentScaleFactor,
          style: part.userInterfaceStyle)
      else { return nil }
      let origin = ScreenPoint(
        x: (bounds.minX - moved.minX) * part.zoomScale, y: (bounds.minY - moved.minY) * part.zoomScale)
      return MapPicture.Layer(drawing: drawing, origin: origin, pointsPerUnit: part.zoomScale)
    }
  }
}
