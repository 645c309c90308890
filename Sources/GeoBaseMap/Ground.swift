import GeoMap
import GeoModel
import GeoStore

/// Draws land, water, areas, houses, streets and borders, from below to the top.
struct Ground {
  let sheet: Sheet
  let content: MapContent
  let shapes: AreaShapes

  /// The sea, on which all else lies.
  static func fillAll(of size: ScreenSize, _ color: Color, _ drawing: inout Drawing) {
    var path = Path()
    path.addRect(ScreenRect(origin: .zero, size: size))
    drawing.append(.fill(path, color, .winding))
  }

  func draw(into drawing: inout Drawing) throws(StoreError) {
    // Nothing of one world reaches into the next one.
    var clip = Path()
    clip.addRect(sheet.bounds())
    drawing.append(.save)
    drawing.append(.clip(clip, .winding))
    let rect = sheet.rect.insetBy(dx: -sheet.margin, dy: -sheet.margin)
    let box = Sheet.box(rect)
    let areas = try shapes.areas(sheet, in: rect)
    try drawLand(areas, box, &drawing)
    drawFeatures(&drawing)
    try drawWater(areas, box, &drawing)
    drawHouses(&drawing)
    drawStreets(&drawing)
    for border in try shapes.borders(of: areas, sheet, in: box) {
      let (color, style) = Style.border(border.level, at: sheet.level)
      var path = Path()
      for line in Clip(sheet.bounds(around: 8)).lines(border.line.map(sheet.place)) { path.addLines(line) }
      if !path.isEmpty { drawing.append(.stroke(path, color, style)) }
    }
    drawing.append(.restore)
  }

  /// The countries of the world layer; their coasts are good to a kilometer.
  private func drawLand(_ areas: [StoredArea], _ box: FixedBox, _ drawing: inout Drawing) throws(StoreError) {
    var land = Path()
    if !shapes.hasWorldLayer { land.addRect(sheet.bounds()) }
    for area in areas where area.isCoarse && area.kind == .administrative && area.level == 2 {
      try add(area, box, to: &land)
    }
    if !land.isEmpty { drawing.append(.fill(land, Style.land, .winding)) }
  }

  private func add(_ area: StoredArea, _ box: FixedBox, to path: inout Path) throws(StoreError) {
    let clip = Clip(sheet.bounds(around: 8))
    for ring in try shapes.rings(of: area, sheet, in: box) {
      let corners = clip.ring(ring.map(sheet.place))
      if corners.count > 2 { path.addLines(corners, closed: true) }
    }
  }

  private func drawWater(_ areas: [StoredArea], _ box: FixedBox, _ drawing: inout Drawing) throws(StoreError) {
    for area in areas where area.kind == .inlandWater || area.kind == .ocean {
      var path = Path()
      try add(area, box, to: &path)
      if !path.isEmpty { drawing.append(.fill(path, Style.water, .evenOdd)) }
    }
  }

  /// Grounds of places of interest, the largest below; those that are buildings come with the houses.
  private func drawFeatures(_ drawing: inout Drawing) {
    var grounds: [(order: Int, size: Int64, path: Path, color: Color)] = []
    for feature in content.features where !feature.rings.isEmpty {
      guard let ground = Style.ground(feature.category) else { continue }
      let box = FixedBox(around: feature.rings.joined())
      grounds.append(
        (
          ground.order, (Int64(box.maxX) - Int64(box.minX)) * (Int64(box.maxY) - Int64(box.minY)) >> 20,
          path(of: feature.rings), ground.color
        ))
    }
    for ground in grounds.sorted(by: { ($0.order, -$0.size) < ($1.order, -$1.size) }) {
      drawing.append(.fill(ground.path, ground.color, .evenOdd))
    }
  }

  private func drawHouses(_ drawing: inout Drawing) {
    var all = Path()
    func add(_ rings: [[FixedPoint]]) {
      let path = path(of: rings)
      drawing.append(.fill(path, Style.house, .evenOdd))
      all.addPath(path)
    }
    if sheet.level >= Style.houseLevel {
      for feature in content.features where !feature.rings.isEmpty && isBuilding(feature) {
        add(feature.rings)
      }
    }
    for house in content.houses { add(house) }
    if sheet.level >= 15.5, !all.isEmpty {
      drawing.append(.stroke(all, Style.houseEdge, StrokeStyle(width: sheet.level >= 17 ? 1 : 0.6)))
    }
  }

  /// Whether a place of interest is drawn as a building: districts and the like are larger than those.
  private func isBuilding(_ feature: MapContent.Feature) -> Bool {
    let extent = Style.buildingMeters * sheet.pointsPerMeter * sheet.unitsPerPoint
    return Style.ground(feature.category) == nil && FixedBox(around: feature.rings.joined()).extent <= extent
  }

  private func path(of rings: [[FixedPoint]]) -> Path {
    var path = Path()
    for ring in rings {
      let isClosed = ring.first == ring.last
      path.addLines((isClosed ? ring.dropLast() : ring[...]).lazy.map(sheet.place), closed: true)
    }
    return path
  }
}

extension AreaShapes {
  /// Whether the store has the world layer, so that what is no country is sea.
  var hasWorldLayer: Bool { store.info.metadata.hasWorldLayer }
}
