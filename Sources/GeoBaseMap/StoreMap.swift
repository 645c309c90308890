import GeoMap
import GeoModel
import GeoStore
import GeoSupport
import Synchronization

/// The base map of a store, in the style `sketch`: what the geocoder knows, right beside an explanation. Streets by kind, outlines of
/// houses with their numbers, areas, places and borders; far out the countries of the world layer.
///
/// 1. ``MapContent`` gathers what the tiles of the store have in a part of the map, and ``AreaShapes`` land, water and borders.
/// 2. ``Ground`` draws that in the order of a ``Style``.
/// 3. ``LabelPlacer`` finds room for names and numbers, the most important first.
///
/// Several parts may be drawn at once, each by a reader of its own.
public final class StoreMap: BaseMap {
  /// Who made the data: the first line of what the store asks for.
  public let attribution: String?

  private let path: String
  private let artists: Mutex<[Artist]>
  /// Readers that are kept when nobody uses them.
  private static let keptCount = 4

  /// The map of a store.
  ///
  /// - Throws: ``StoreError`` that says what is wrong with the file and what to do.
  public init(database path: String) throws(StoreError) {
    let artist = try Artist(database: path)
    self.path = path
    attribution = artist.store.info.metadata.attribution.first
    artists = Mutex([artist])
  }

  /// What is seen of a part, as a store that was overwritten or is damaged leaves it.
  public func drawing(of part: BaseMapPart) async -> BaseMapDrawing { draw(part) }

  /// The same, for those who have a thread of their own.
  public func draw(_ part: BaseMapPart) -> BaseMapDrawing {
    do throws(StoreError) {
      let artist = try takeArtist()
      let drawing = try artist.draw(part)
      artists.withLock { if $0.count < StoreMap.keptCount { $0.append(artist) } }
      return drawing
    } catch {
      return BaseMapDrawing(failure: .baseMapFailed(error.message))
    }
  }
}

extension StoreMap {
  private func takeArtist() throws(StoreError) -> Artist {
    if let known = artists.withLock({ $0.popLast() }) { return known }
    return try Artist(database: path)
  }
}

/// A reader of the store and what it remembers. `@unchecked Sendable`: it is on the shelf or with one thread, never both.
final class Artist: @unchecked Sendable {
  let store: StoreReader
  let shapes: AreaShapes
  /// Labels of parts that several drawings share, such as tiles side by side.
  private var labels = BoundedCache<LabelFrame, [Label]>(capacity: 64)
  private var names = BoundedCache<[String], MapNames>(capacity: 8)

  init(database path: String) throws(StoreError) {
    store = try StoreReader(path: path)
    shapes = AreaShapes(store)
  }

  func draw(_ part: BaseMapPart) throws(StoreError) -> BaseMapDrawing {
    var ground = Drawing()
    var texts = Drawing()
    guard part.mapRect.isValid, part.zoomScale > 0, part.zoomScale.isFinite, part.size.isValid else {
      return BaseMapDrawing()
    }
    Ground.fillAll(of: part.size, &ground)
    for sheet in Sheet.sheets(of: part) {
      let content = try MapContent(store, sheet, sheet.rect.insetBy(dx: -sheet.margin, dy: -sheet.margin))
      try Ground(sheet: sheet, content: content, shapes: shapes).draw(into: &ground)
      let frame = LabelFrame(part, sheet)
      var placed = labels[frame]
      if placed == nil {
        placed = try place(frame, sheet, frame.rect == sheet.rect ? content : nil)
        if part.labelRect != nil { labels[frame] = placed }
      }
      for label in placed ?? [] { label.draw(from: frame.rect.origin, sheet, &texts) }
    }
    try store.confirm()
    return BaseMapDrawing(
      ground: [MapPicture.Layer(drawing: ground)], labels: [MapPicture.Layer(drawing: texts)])
  }

  /// Finds room for the labels of a frame.
  private func place(_ frame: LabelFrame, _ sheet: Sheet, _ known: MapContent?) throws(StoreError) -> [Label] {
    let sheet = Sheet(rect: frame.rect, origin: frame.rect.origin, zoomScale: sheet.zoomScale)
    let content: MapContent
    if let known { content = known } else { content = try MapContent(store, sheet, frame.rect) }
    let names = self.names.value(for: frame.languages) { MapNames(languages: frame.languages, store: store) }
    var placer = LabelPlacer(sheet: sheet, store: store, names: names)
    try placer.place(content, shapes)
    return placer.labels
  }
}

/// Where labels are placed together.
struct LabelFrame: Hashable {
  /// Within the world.
  let rect: MapRect
  let zoomScale: ZoomScale
  let languages: [String]

  init(_ part: BaseMapPart, _ sheet: Sheet) {
    rect = part.labelRect?.intersection(.world) ?? sheet.rect
    zoomScale = part.zoomScale
    languages = part.languages
  }
}
