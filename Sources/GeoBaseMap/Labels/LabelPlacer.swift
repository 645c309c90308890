import GeoMap
import GeoModel
import GeoStore

/// Places names and numbers, the most important first: countries, settlements, streets, parks, houses, places of
/// interest.
struct LabelPlacer {
  let sheet: Sheet
  let store: StoreReader
  let names: MapNames
  private(set) var labels: [Label] = []
  private var room: LabelRoom

  /// - Parameter sheet: the frame; its origin is that of its rectangle.
  init(sheet: Sheet, store: StoreReader, names: MapNames) {
    self.sheet = sheet
    self.store = store
    self.names = names
    room = LabelRoom(sheet.bounds(around: -3))
  }

  mutating func place(_ content: MapContent, _ shapes: AreaShapes) throws(StoreError) {
    let box = Sheet.box(sheet.rect)
    try placeWorld(shapes, box)
    try placeStreets(content)
    try placeFeatures(content, withOutline: true)
    try placeNumbers(content)
    try placeFeatures(content, withOutline: false)
  }

  /// Places a horizontal text around a point.
  ///
  /// - Parameter apart: the least distance in points from a label with the same text.
  @discardableResult
  mutating func add(
    _ text: String, _ style: TextStyle, at point: ScreenPoint, mark: (mark: LabelMark, place: ScreenPoint)? = nil,
    shield: Label.Shield? = nil, apart: Double
  ) -> Bool {
    let width = Label.width(of: text, style) + 6
    let height = Label.height(of: text, style)
    let left =
      switch style.anchor {
      case .left: point.x - 3
      case .center: point.x - width / 2
      case .right: point.x - width + 3
      }
    let rect = ScreenRect(x: left, y: point.y - height / 2, width: width, height: height)
    var parts = text.isEmpty ? [] : [rect]
    if let (mark, place) = mark {
      let side = 2 * mark.radius
      parts.append(ScreenRect(x: place.x - mark.radius, y: place.y - mark.radius, width: side, height: side))
    }
    return take(text, style, parts, at: point, mark: mark, shield: shield, apart: apart)
  }

  /// Places a text whose room is given as rectangles: those of its letters and of its mark.
  mutating func take(
    _ text: String, _ style: TextStyle, _ parts: [ScreenRect], at point: ScreenPoint,
    mark: (mark: LabelMark, place: ScreenPoint)? = nil, shield: Label.Shield? = nil, apart: Double
  ) -> Bool {
    guard var extent = parts.first, room.take(parts, text: text, apart: apart) else { return false }
    for part in parts.dropFirst() {
      let (left, top) = (min(extent.minX, part.minX), min(extent.minY, part.minY))
      extent = ScreenRect(
        x: left, y: top, width: max(extent.maxX, part.maxX) - left, height: max(extent.maxY, part.maxY) - top)
    }
    // The halo extends beyond the letters.
    extent = ScreenRect(x: extent.minX - 4, y: extent.minY - 4, width: extent.width + 8, height: extent.height + 8)
    labels.append(
      Label(
        text: text, style: style, place: mapPoint(point), extent: extent,
        mark: mark.map { ($0.mark, mapPoint($0.place)) }, shield: shield))
    return true
  }

  private func mapPoint(_ point: ScreenPoint) -> MapPoint {
    MapPoint(x: sheet.origin.x + point.x / sheet.zoomScale, y: sheet.origin.y + point.y / sheet.zoomScale)
  }

  mutating func placeNumbers(_ content: MapContent) throws(StoreError) {
    let style = TextStyle(size: sheet.level >= 17.5 ? 9.5 : 8.5, color: Style.quietText, halo: Style.halo)
    for house in content.numbers {
      let text = try store.address(house.id).houseNumber
      guard !text.isEmpty, text.count <= 12 else { continue }
      add(text, style, at: sheet.place(house.point), apart: 0)
    }
  }
}

extension FixedBox {
  /// Units from west to east; 0 for an empty box.
  var width: Double { isEmpty ? 0 : Double(maxX) - Double(minX) }
  /// The larger of the extents west to east and south to north, in units; 0 for an empty box.
  var extent: Double { isEmpty ? 0 : max(Double(maxX) - Double(minX), Double(maxY) - Double(minY)) }
}
