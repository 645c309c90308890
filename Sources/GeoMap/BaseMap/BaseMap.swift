import GeoModel

/// The background of a map, below everything else: a store's map, tiles from elsewhere, or nothing. A ``MapView``
/// treats all alike.
public protocol BaseMap: Sendable {
  /// The credit to show in pictures, such as "© OpenStreetMap contributors"; nil for none.
  var attribution: String? { get }

  /// Draws a part of the base map. Leaves out what cannot be loaded and reports it in ``BaseMapDrawing/failure``.
  func drawing(of part: BaseMapPart) async -> BaseMapDrawing
}

/// The part of a base map to draw.
public struct BaseMapPart: Hashable, Sendable {
  /// The visible rectangle; it may cross the antimeridian.
  public var mapRect: MapRect
  /// Points per map point.
  public var zoomScale: ZoomScale
  /// Pixels per point.
  public var contentScaleFactor = 1.0
  /// Light or dark.
  public var userInterfaceStyle = UserInterfaceStyle.light
  /// The languages of names, best first, as BCP 47 tags; empty for local names.
  public var languages: [String] = []
  /// The rectangle for which labels are placed; nil for `mapRect`.
  ///
  /// Labels lie wholly in it, so drawings of parts with the same rectangle fit together.
  public var labelRect: MapRect?

  /// Creates a part at a scale.
  public init(mapRect: MapRect, zoomScale: ZoomScale) {
    self.mapRect = mapRect
    self.zoomScale = zoomScale
  }

  /// Creates a tile of 256 by 256 points.
  ///
  /// Labels are placed for a block of tiles at once, so that they continue from one tile to the next. A block has at
  /// most four by four tiles up to level 9, where labels are large and there is little to draw. Beyond level 9 it has
  /// two by two tiles.
  public init(tile: TilePath) {
    let side = MapSize.world.width / Double(1 << tile.z)
    func rect(_ x: Int, _ y: Int, _ count: Double) -> MapRect {
      MapRect(x: Double(x) * side, y: Double(y) * side, width: count * side, height: count * side)
    }
    self.init(mapRect: rect(tile.x, tile.y, 1), zoomScale: MapScale.zoomScale(level: Double(tile.z)))
    contentScaleFactor = tile.contentScaleFactor
    let count = min(tile.z <= 9 ? 4 : 2, 1 << tile.z)
    labelRect = rect(tile.x & -count, tile.y & -count, Double(count))
  }

  /// Its size in points.
  public var size: ScreenSize { ScreenSize(width: mapRect.width * zoomScale, height: mapRect.height * zoomScale) }
}

/// The drawing of one part of a base map. Layers' origins are in points; (0, 0) is the upper left corner of the part.
public struct BaseMapDrawing: Sendable {
  /// Land, water, houses and roads, drawn below all overlays.
  public var ground: [MapPicture.Layer]
  /// Names and numbers, drawn between the overlays above roads and those above labels.
  public var labels: [MapPicture.Layer]
  /// The reason something is missing; nil when nothing is.
  public var failure: MapError?

  /// Creates a drawing; empty by default.
  public init(ground: [MapPicture.Layer] = [], labels: [MapPicture.Layer] = [], failure: MapError? = nil) {
    self.ground = ground
    self.labels = labels
    self.failure = failure
  }
}

/// No base map: overlays and annotations alone.
public struct NoBaseMap: BaseMap {
  /// Nil: there is no data to credit.
  public var attribution: String? { nil }

  /// Creates the empty base map.
  public init() {}

  /// Returns an empty drawing.
  public func drawing(of part: BaseMapPart) async -> BaseMapDrawing { BaseMapDrawing() }
}

/// A base map of tiles, from files or from a program's own loading code.
public struct TileBaseMap: BaseMap {
  /// The tiles.
  public var tiles: TileOverlay
  /// The credit for the tiles.
  public var attribution: String?

  /// Creates a base map of tiles.
  public init(_ tiles: TileOverlay, attribution: String? = nil) {
    self.tiles = tiles
    self.attribution = attribution
  }

  /// Returns the tiles of the best fitting level.
  public func drawing(of part: BaseMapPart) async -> BaseMapDrawing {
    let renderer = TileOverlayRenderer(tileOverlay: tiles)
    let failure = await TileJob.load(
      part.mapRect.worldParts.flatMap { world in
        renderer.missing(in: world, zoomScale: part.zoomScale, contentScaleFactor: part.contentScaleFactor)
          .map { (renderer, tiles, $0) }
      })
    var ground: [MapPicture.Layer] = []
    for turn in [-1.0, 0, 1] {
      let shift = turn * MapSize.world.width
      guard
        let drawing = renderer.drawing(
          part.mapRect.offsetBy(dx: shift, dy: 0), zoomScale: part.zoomScale,
          contentScaleFactor: part.contentScaleFactor, style: part.userInterfaceStyle)
      else { continue }
      let origin = tiles.boundingMapRect.origin
      let place = ScreenPoint(
        x: (origin.x - shift - part.mapRect.minX) * part.zoomScale, y: (origin.y - part.mapRect.minY) * part.zoomScale)
      ground.append(MapPicture.Layer(drawing: drawing, origin: place, pointsPerUnit: part.zoomScale))
    }
    return BaseMapDrawing(ground: ground, failure: failure)
  }
}
