import GeoModel

/// Draws tiles (`MKTileOverlayRenderer`). ``MapView/loadTiles()`` loads those in sight; tiles not loaded yet stay
/// blank.
open class TileOverlayRenderer: OverlayRenderer {
  /// The tile overlay to draw.
  public var tileOverlay: TileOverlay? { overlay as? TileOverlay }

  private var tiles: [TilePath: [UInt8]] = [:]
  private var failed: Set<TilePath> = []
  /// The source of tiles when ``MapView/loadTiles()`` does not load them; nil when it does.
  package var source: ((TilePath) -> [UInt8]?)?

  /// Creates a renderer of tiles.
  public convenience init(tileOverlay: TileOverlay) { self.init(overlay: tileOverlay) }

  /// Discards all tiles, so that they are loaded again (`reloadData()`).
  public func reloadData() {
    tiles = [:]
    failed = []
    setNeedsDisplay()
  }

  /// Returns the tiles of the best fitting level that cover a part at a scale, row by row.
  ///
  /// There are none below the lowest level. Beyond the highest level, the tiles of that level are returned.
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

  /// The tiles of ``paths(for:zoomScale:contentScaleFactor:)`` that are neither loaded nor failed.
  func missing(in mapRect: MapRect, zoomScale: ZoomScale, contentScaleFactor: Double) -> [TilePath] {
    paths(for: mapRect, zoomScale: zoomScale, contentScaleFactor: contentScaleFactor)
      .filter { tiles[$0] == nil && !failed.contains($0) }
  }

  /// Stores a loaded tile. Nil marks that tile alone as failed, and it is not retried before ``reloadData()``.
  func take(_ bytes: [UInt8]?, for path: TilePath) {
    if let bytes { tiles[path] = bytes } else { failed.insert(path) }
  }

  /// Whether a tile of a part failed.
  func hasFailed(in mapRect: MapRect, zoomScale: ZoomScale, contentScaleFactor: Double) -> Bool {
    paths(for: mapRect, zoomScale: zoomScale, contentScaleFactor: contentScaleFactor).contains { failed.contains($0) }
  }

  /// Draws the tiles that are loaded.
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
