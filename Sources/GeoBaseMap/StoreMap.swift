import GeoMap
import GeoMapLayer
import GeoModel
import GeoStore
// Callers that import only this module can name the error of opening a map.
@_exported public import struct GeoStore.StoreError
import GeoSupport
import Synchronization

/// The base map of a store, in one of its styles.
///
/// At low zoom levels it shows the countries of the world layer. At high zoom levels the style `sketch` shows the
/// geocoder's data: streets by kind, outlines of houses with their numbers, areas, places and borders. The other styles
/// show the map layer.
///
/// 1. ``MapContent`` collects the content of the store's tiles in a part of the map, ``LayerPart`` that of the map
///    layer's squares, and ``AreaShapes`` land, water and borders.
/// 2. ``Ground`` and ``LayerGround`` draw it in the colors of a ``Style`` and a ``Palette``.
/// 3. ``LabelPlacer`` places names and numbers, the most important first.
///
/// Several parts may be drawn concurrently, each with its own reader.
public final class StoreMap: BaseMap {
  /// The credit for the data: all lines of the store's attribution, as pages and tiles show it.
  public let attribution: String?

  /// The style used unless another one is requested.
  public let style: MapStyle
  /// Whether the store has a map layer; without it, every style is the sketch.
  public let hasLayer: Bool

  /// The names of the layers of the user's own areas: those of the store, and those from files.
  package let layerNames: [String]

  private let path: String
  private let canWrite: @Sendable (String) -> Bool
  private let artists: Mutex<[Artist]>
  /// The outlines of layers: those from files, and those of the store once they were drawn.
  let outlines: Mutex<[String: AreaOutlines]>
  /// The number of idle readers to keep.
  private static let keptCount = 4

  /// Opens the map of a store.
  ///
  /// - Parameters:
  ///   - style: the style; a store without a map layer only has the sketch.
  ///   - canWrite: whether there are fonts for a text. In pictures, a name that cannot be written is replaced by
  ///     another name of the place, or left out.
  /// - Throws: ``StoreError`` that says what is wrong with the file and what to do.
  public convenience init(
    database path: String, style: MapStyle = .standard, canWrite: @escaping @Sendable (String) -> Bool = { _ in true }
  ) throws(StoreError) {
    try self.init(database: path, style: style, layers: [], canWrite: canWrite)
  }

  /// Opens the map of a store, with layers from files.
  ///
  /// - Parameters:
  ///   - style: see ``init(database:style:canWrite:)``.
  ///   - layers: the layers with their outlines. One with the name of a layer of the store hides it.
  ///   - canWrite: see ``init(database:style:canWrite:)``.
  package init(
    database path: String, style: MapStyle = .standard, layers: [OwnLayer],
    canWrite: @escaping @Sendable (String) -> Bool
  ) throws(StoreError) {
    let artist = try Artist(database: path, canWrite: canWrite)
    self.path = path
    self.canWrite = canWrite
    hasLayer = artist.store.hasMapLayer
    self.style = hasLayer ? style : .sketch
    attribution = artist.store.info.metadata.attribution.joined(separator: ", ")
    let stored = artist.store.info.metadata.areaLayers.map(\.name)
    let names = layers.map(\.name)
    layerNames = stored.filter { !names.contains($0) } + names
    let own = layers.compactMap { layer in layer.outlines.map { (layer.name, $0) } }
    outlines = Mutex(Dictionary(own, uniquingKeysWith: { first, _ in first }))
    artists = Mutex([artist])
  }

  /// Draws a part of the map; reports an overwritten or damaged store in ``BaseMapDrawing/failure``.
  public func drawing(of part: BaseMapPart) async -> BaseMapDrawing { draw(part) }

  /// Draws a part of the map synchronously, for callers with a thread of their own.
  ///
  /// - Parameter style: the style; nil for ``style``.
  public func draw(_ part: BaseMapPart, style: MapStyle? = nil) -> BaseMapDrawing {
    do throws(StoreError) {
      return try withArtist { (artist) throws(StoreError) in
        try artist.draw(part, hasLayer ? style ?? self.style : .sketch)
      }
    } catch {
      return BaseMapDrawing(failure: .baseMapFailed(error.message))
    }
  }
}

extension StoreMap {
  /// Returns the same map in another style.
  public func styled(_ style: MapStyle) -> any BaseMap { StyledStoreMap(map: self, style: style) }

  private struct StyledStoreMap: BaseMap {
    let map: StoreMap
    let style: MapStyle

    var attribution: String? { map.attribution }

    func drawing(of part: BaseMapPart) async -> BaseMapDrawing { map.draw(part, style: style) }
  }

  /// Runs a closure with an exclusive reader. A reader that has failed is not reused.
  func withArtist<Result>(_ body: (Artist) throws(StoreError) -> Result) throws(StoreError) -> Result {
    let known = artists.withLock { $0.popLast() }
    let artist = if let known { known } else { try Artist(database: path, canWrite: canWrite) }
    let result = try body(artist)
    artists.withLock { if $0.count < StoreMap.keptCount { $0.append(artist) } }
    return result
  }
}

/// A reader of the store with its caches. `@unchecked Sendable` because it is either idle or used by a single thread.
final class Artist: @unchecked Sendable {
  let store: StoreReader
  let shapes: AreaShapes
  let world: WorldRings
  /// The labels of frames that several drawings share, such as neighboring tiles.
  private var labels = BoundedCache<LabelFrame, [Label]>(capacity: 64)
  private var names = BoundedCache<NamesKey, MapNames>(capacity: 8)
  private let canWrite: (String) -> Bool
  /// Squares of the map layer; nil for empty squares.
  private var squares = BoundedCache<MapCell, LayerSquare?>(capacity: 24)

  private struct NamesKey: Hashable {
    var languages: [String]
    var isPicture: Bool
  }

  init(database path: String, canWrite: @escaping (String) -> Bool) throws(StoreError) {
    self.canWrite = canWrite
    store = try StoreReader(path: path)
    shapes = AreaShapes(store)
    world = WorldRings(store)
  }

  func draw(_ part: BaseMapPart, _ style: MapStyle) throws(StoreError) -> BaseMapDrawing {
    var ground = Drawing()
    var texts = Drawing()
    guard part.mapRect.isValid, part.zoomScale > 0, part.zoomScale.isFinite, part.size.isValid else {
      return BaseMapDrawing()
    }
    Ground.fillAll(of: part.size, style.palette?.sea ?? Style.sea, &ground)
    for sheet in Sheet.sheets(of: part) {
      let rect = sheet.rect.insetBy(dx: -sheet.margin, dy: -sheet.margin)
      let frame = LabelFrame(part, sheet, style)
      let placed: [Label]
      if let palette = style.palette {
        let layer = try layer(sheet, rect)
        try LayerGround(sheet: sheet, layer: layer, shapes: shapes, palette: palette).draw(into: &ground)
        placed = try labels(in: frame) { placer throws(StoreError) in
          let here = placer.sheet == sheet ? layer : try self.layer(placer.sheet, frame.rect)
          try placer.place(here, MapContent(namesIn: frame.rect, self.store, placer.sheet), self.shapes)
        }
      } else {
        let content = try MapContent(store, sheet, rect)
        try Ground(sheet: sheet, content: content, shapes: shapes).draw(into: &ground)
        placed = try labels(in: frame) { placer throws(StoreError) in
          let here = placer.sheet == sheet ? content : try MapContent(self.store, placer.sheet, frame.rect)
          try placer.place(here, self.shapes)
        }
      }
      if part.labelRect != nil { labels[frame] = placed }
      for label in placed { label.draw(from: frame.rect.origin, sheet, &texts) }
    }
    try store.confirm()
    var below = MapPicture.Layer(drawing: ground)
    below.isCrowded = true
    return BaseMapDrawing(ground: [below], labels: [MapPicture.Layer(drawing: texts)])
  }

  /// The content of the map layer in a rectangle of the world.
  private func layer(_ sheet: Sheet, _ rect: MapRect) throws(StoreError) -> LayerPart {
    try LayerPart(sheet, rect) { (cell) throws(StoreError) in try self.square(cell) }
  }

  /// A square of the map layer; nil for an empty one.
  func square(_ cell: MapCell) throws(StoreError) -> LayerSquare? {
    try squares.value(for: cell) { () throws(StoreError) in try store.mapTile(cell).map { LayerSquare($0) } }
  }

  /// The names in some languages.
  ///
  /// - Parameter isPicture: whether they are written with the fonts of this machine.
  func names(_ languages: [String], isPicture: Bool) -> MapNames {
    names.value(for: NamesKey(languages: languages, isPicture: isPicture)) {
      isPicture
        ? MapNames(languages: languages, store: store, canWrite: canWrite)
        : MapNames(languages: languages, store: store)
    }
  }

  /// The labels of a frame, from the cache or placed now.
  private func labels(
    in frame: LabelFrame, _ place: (inout LabelPlacer) throws(StoreError) -> Void
  ) throws(StoreError) -> [Label] {
    if let known = labels[frame] { return known }
    let sheet = Sheet(rect: frame.rect, origin: frame.rect.origin, zoomScale: frame.zoomScale)
    var placer = LabelPlacer(sheet: sheet, store: store, names: names(frame.languages, isPicture: true))
    try place(&placer)
    return placer.labels
  }
}

/// The area in which labels are placed together.
struct LabelFrame: Hashable {
  /// The rectangle, within the world.
  let rect: MapRect
  let zoomScale: ZoomScale
  let languages: [String]
  let style: MapStyle

  init(_ part: BaseMapPart, _ sheet: Sheet, _ style: MapStyle) {
    self.style = style
    rect = part.labelRect?.intersection(.world) ?? sheet.rect
    zoomScale = part.zoomScale
    languages = part.languages
  }
}
