import GeoModel

/// What lies below everything else on a map: a map of a store, tiles of others, or nothing. The same to a ``MapView``.
public protocol BaseMap: Sendable {
  /// Who is to be named in pictures, such as "© OpenStreetMap contributors"; nil for nobody.
  var attribution: String? { get }

  /// What is seen of a part. What cannot be had is left out, and said by ``BaseMapDrawing/failure``.
  func drawing(of part: BaseMapPart) async -> BaseMapDrawing
}

/// The part of a base map that is to be drawn.
public struct BaseMapPart: Hashable, Sendable {
  /// What is seen; it may reach over the antimeridian.
  public var mapRect: MapRect
  /// Points for each map point.
  public var zoomScale: ZoomScale
  /// Pixels for each point.
  public var contentScaleFactor = 1.0
  /// Light or dark.
  public var userInterfaceStyle = UserInterfaceStyle.light
  /// The languages of names, best first, as BCP 47 tags; empty for local names.
  public var languages: [String] = []
  /// Labels are placed as if all of this were drawn, and lie wholly in it, so that parts of the same one fit together; nil for `mapRect`.
  public var labelRect: MapRect?

  /// A part at a scale.
  public init(mapRect: MapRect, zoomScale: ZoomScale) {
    self.mapRect = mapRect
    self.zoomScale = zoomScale
  }

  /// A tile of 256 by 256 points. Labels are placed for several tiles at once, so that they go on from one to the next: four by four up to
  /// level 9, where they are large and there is little to draw, two by two beyond.
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

/// What is seen of a part of a base map. The unit of the layers' origins is a point, (0, 0) is the upper left corner of the part.
public struct BaseMapDrawing: Sendable {
  /// Land, water, houses, roads: below all overlays.
  public var ground: [MapPicture.Layer]
  /// Names and numbers: between the overlays above roads and those above labels.
  public var labels: [MapPicture.Layer]
  /// Why something is missing; nil when nothing is.
  public var failure: MapError?

  /// A drawing; by default of nothing.
  public init(ground: [MapPicture.Layer] = [], labels: [MapPicture.Layer] = [], failure: MapError? = nil) {
    self.ground = ground
    self.labels = labels
    self.failure = failure
  }
}

/// No base map: overlays and annotations alone.
public struct NoBaseMap: BaseMap {
  /// Nobody.
  public var attribution: String? { nil }

  /// Nothing.
  public init() {}

  /// Nothing.
  public func drawing(of part: BaseMapPart) async -> BaseMapDrawing { BaseMapDrawing() }
}

/// Tiles as a base map, from files or by loading of a program's own.
public struct TileBaseMap: BaseMap {
  /// The tiles.
  public var tiles: TileOverlay
  /// Who made them.
  public var attribution: String?

  /// A base map of tiles.
  public init(_ tiles: TileOverlay, attribution: String? = nil) {
    self.tiles = tiles
    self.attribution = attribution
  }

  /// The tiles of the level that fits best.
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
