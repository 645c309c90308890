import GeoModel

/// Draws tiles (`MKTileOverlayRenderer`). ``MapView/loadTiles()`` loads what the map shows; until then nothing is drawn in its place.
open class TileOverlayRenderer: OverlayRenderer {
  /// What it draws.
  public var tileOverlay: TileOverlay? { overlay as? TileOverlay }

  private var tiles: [TilePath: [UInt8]] = [:]
  private var failed: Set<TilePath> = []
  /// Where tiles come from when it is not ``MapView/loadTiles()`` that loads them; nil where there is none.
  package var source: ((TilePath) -> [UInt8]?)?

  /// A renderer of tiles.
  public convenience init(tileOverlay: TileOverlay) { self.init(overlay: tileOverlay) }

  /// Forgets all tiles, so that they are loaded anew (`reloadData()`).
  public func reloadData() {
    tiles = [:]
    failed = []
    setNeedsDisplay()
  }

  /// The tiles that show a part at a scale, row by row: of the level that fits best. None below the first level; beyond the last level
  /// those of the last.
  public func paths(for mapRect: MapRect, zoomScale: ZoomScale, contentScaleFactor: Double = 1) -> [TilePath] {
    guard let overlay = tileOverlay, zoomScale > 0, zoomScale.isFinite else { return [] }
    let wanted = (MapScale.level(zoomScale) + MapScale.level(256 / max(1, overlay.tileSize.width)) - 20).rounded()
    guard wanted >= Double(overlay.minimumZ), overlay.minimumZ <= overlay.maximumZ else { return [] }
    let level = max(0, min(30, Int(min(wanted, Double(overlay.maximumZ)))))
    let part = mapRect.intersection(overlay.boundingMapRect).intersection(.world)
    guard !part.isNull else { return [] }
    let side = MapSize.world.width / Double(1 << level)
    func span(_ low: Double, _ high: Double) -> ClosedRange<Int> {
      let first = max(0, Int((low / side).rounded(.down)))
      return first...max(first, min((1 << level) - 1, Int((high / side).rounded(.up)) - 1))
    }
    return span(part.minY, part.maxY).flatMap { row in
      span(part.minX, part.maxX).map { column in
        TilePath(
          x: column, y: overlay.isGeometryFlipped ? (1 << level) - 1 - row : row, z: level,
          contentScaleFactor: contentScaleFactor)
      }
    }
  }

  /// Those of ``paths(for:zoomScale:contentScaleFactor:)`` that are neither there nor failed.
  func missing(in mapRect: MapRect, zoomScale: ZoomScale, contentScaleFactor: Double) -> [TilePath] {
    paths(for: mapRect, zoomScale: zoomScale, contentScaleFactor: contentScaleFactor)
      .filter { tiles[$0] == nil && !failed.contains($0) }
  }

  /// Takes what was loaded; nil is a failure of that tile alone, which is not tried again before ``reloadData()``.
  func take(_ bytes: [UInt8]?, for path: TilePath) {
    if let bytes { tiles[path] = bytes } else { failed.insert(path) }
  }

  /// Whether a tile failed in a part.
  func hasFailed(in mapRect: MapRect, zoomScale: ZoomScale, contentScaleFactor: Double) -> Bool {
    paths(for: mapRect, zoomScale: zoomScale, contentScaleFactor: contentScaleFactor).contains { failed.contains($0) }
  }

  /// Draws the tiles that are there.
  open override func draw(_ mapRect: MapRect, zoomScale: ZoomScale, in context: DrawingContext) {
    guard let overlay = tileOverlay else { return }
    for path in paths(for: mapRect, zoomScale: zoomScale, contentScaleFactor: context.contentScaleFactor) {
      guard let bytes = source.map({ $0(path) }) ?? tiles[path] else { continue }
      let side = MapSize.world.width / Double(1 << path.z)
      let row = overlay.isGeometryFlipped ? (1 << path.z) - 1 - path.y : path.y
      let place = MapRect(x: Double(path.x) * side, y: Double(row) * side, width: side, height: side)
      let format = MapImage.Format(of: bytes) ?? .png
      context.draw(MapImage(format: format, bytes: bytes, size: overlay.tileSize), in: rect(for: place))
    }
  }
}
