import GeoMap
import GeoModel
import GeoStore

/// Draws land, water, areas, houses, streets and borders, from bottom to top.
struct Ground {
  let sheet: Sheet
  let content: MapContent
  let shapes: AreaShapes

  /// Fills the whole drawing with a color, such as that of the sea.
  static func fillAll(of size: ScreenSize, _ color: Color, _ drawing: inout Drawing) {
    var path = Path()
    path.addRect(ScreenRect(origin: .zero, size: size))
    drawing.append(.fill(path, color, .winding))
  }

  func draw(into drawing: inout Drawing) throws(StoreError) {
    let world = try WorldGround(sheet, shapes)
    try world.draw(land: Style.land, into: &drawing) { drawing throws(StoreError) in
      drawFeatures(&drawing)
      try world.fillSeas(Style.water, &drawing)
      try world.fill(Style.water, &drawing) { $0.kind == .inlandWater || ($0.kind == .ocean && !$0.isCoarse) }
      drawHouses(&drawing)
      drawStreets(&drawing)
    }
  }

  /// Draws the grounds of places of interest, the largest at the bottom. Places that are buildings are drawn with the
  /// houses.
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

  /// Whether a place of interest is drawn as a building; districts and the like are larger than buildings.
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
