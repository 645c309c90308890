import GeoMap
import GeoModel
import GeoStore

/// The parts shared by the grounds of all styles: land and seas of the world layer, borders, and clipping at the edges
/// of the world.
struct WorldGround {
  let sheet: Sheet
  let shapes: AreaShapes
  /// The visible areas.
  let areas: [StoredArea]
  private let box: FixedBox

  init(_ sheet: Sheet, _ shapes: AreaShapes) throws(StoreError) {
    (self.sheet, self.shapes) = (sheet, shapes)
    let rect = sheet.rect.insetBy(dx: -sheet.margin, dy: -sheet.margin)
    box = Sheet.box(rect)
    areas = try shapes.areas(sheet, in: rect)
  }

  /// Draws land, content and borders, clipped to the world so that nothing reaches into its neighboring copy.
  ///
  /// - Parameter coversBorders: whether borders of the world layer are drawn below the content instead of on top.
  func draw(
    land color: Color, coversBorders: Bool = false, into drawing: inout Drawing,
    _ body: (inout Drawing) throws(StoreError) -> Void
  ) throws(StoreError) {
    var clip = Path()
    clip.addRect(sheet.bounds())
    drawing.append(.save)
    drawing.append(.clip(clip, .winding))
    let borders = try shapes.borders(of: areas, sheet, in: box)
    try drawLand(color, &drawing)
    for border in borders where coversBorders && border.isCoarse { draw(border, &drawing) }
    try body(&drawing)
    for border in borders where !coversBorders || !border.isCoarse { draw(border, &drawing) }
    drawing.append(.restore)
  }

  private func draw(_ border: AreaShapes.Border, _ drawing: inout Drawing) {
    let (color, style) = Style.border(border.level, at: sheet.level)
    var path = Path()
    for line in Clip(sheet.bounds(around: 8)).lines(border.line.map(sheet.place)) { path.addLines(line) }
    if !path.isEmpty { drawing.append(.stroke(path, color, style)) }
  }

  /// Fills the countries of the world layer, whose coasts are accurate to a kilometer.
  ///
  /// All outer rings run clockwise, so that land shared by two countries stays filled. Without a world layer,
  /// everything is land.
  private func drawLand(_ color: Color, _ drawing: inout Drawing) throws(StoreError) {
    var land = Path()
    if !shapes.hasWorldLayer { land.addRect(sheet.bounds()) }
    for area in areas where area.isCoarse && area.kind == .administrative && area.level == 2 {
      try add(area, to: &land, isDirected: true)
    }
    if !land.isEmpty { drawing.append(.fill(land, color, .winding)) }
  }

  /// Fills the areas that fulfill a condition, one by one.
  func fill(
    _ color: Color, _ drawing: inout Drawing, where isMeant: (StoredArea) -> Bool
  ) throws(StoreError) {
    for area in areas where isMeant(area) {
      var path = Path()
      try add(area, to: &path)
      if !path.isEmpty { drawing.append(.fill(path, color, .evenOdd)) }
    }
  }

  /// Fills the seas of the world layer in a single path. Otherwise the land below would show through a seam where two
  /// seas meet, because countries extend over their waters.
  func fillSeas(_ color: Color, _ drawing: inout Drawing) throws(StoreError) {
    let seas = areas.filter { $0.isCoarse && $0.kind == .ocean }
    // A single sea needs no check of its direction.
    let areMany = seas.count > 1
    var path = Path()
    for sea in seas { try add(sea, to: &path, isDirected: areMany) }
    if !path.isEmpty { drawing.append(.fill(path, color, areMany ? .winding : .evenOdd)) }
  }

  private func add(_ area: StoredArea, to path: inout Path, isDirected: Bool = false) throws(StoreError) {
    let clip = Clip(sheet.bounds(around: 8))
    for ring in try shapes.rings(of: area, sheet, in: box, isDirected: isDirected) {
      let corners = clip.ring(ring.map(place))
      if corners.count > 2 { path.addLines(corners, closed: true) }
    }
  }

  /// The position of a corner in the drawing. Corners at the antimeridian are moved beyond the edge of the world.
  /// Otherwise the two half-covered pixels at the edge would show what is below.
  private func place(_ point: FixedPoint) -> ScreenPoint {
    var place = sheet.place(point)
    guard AreaShapes.isAtAntimeridian(point) else { return place }
    place.x = sheet.place(MapPoint(x: point.x > 0 ? MapSize.world.width : 0, y: 0)).x + (point.x > 0 ? 2 : -2)
    return place
  }
}

extension AreaShapes {
  /// Whether the store has the world layer, in which everything outside countries is sea.
  var hasWorldLayer: Bool { store.info.metadata.hasWorldLayer }
}
