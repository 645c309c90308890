import GeoMap
import GeoModel
import GeoStore
import GeoSupport

/// Draws the ground of the styles `standard` and `muted`, from below to the top:
/// sea, land of the world, land and sea of coastlines, land cover, water, tunnels, buildings, roads and railways, bridges, borders.
struct LayerGround {
  let sheet: Sheet
  let layer: LayerPart
  let shapes: AreaShapes
  let palette: Palette

  func draw(into drawing: inout Drawing) throws(StoreError) {
    var clip = Path()
    clip.addRect(sheet.bounds())
    drawing.append(.save)
    drawing.append(.clip(clip, .winding))
    let rect = sheet.rect.insetBy(dx: -sheet.margin, dy: -sheet.margin)
    let box = Sheet.box(rect)
    let areas = try shapes.areas(sheet, in: rect)
    let borders = try shapes.borders(of: areas, sheet, in: box)
    // Far out the sea covers how the world layer divides it.
    let isFar = sheet.level < 9
    try drawLand(areas, box, with: isFar ? borders.filter(\.isCoarse) : [], &drawing)
    for kind in Palette.ground.map(\.kind)
    where kind.rawValue < MapKind.water.rawValue && kind != .pier && kind != .bridge {
      fill(kind, palette.color(kind), &drawing)
    }
    drawWater(&drawing)
    fill(.pier, palette.color(.pier), &drawing)
    fill(.bridge, palette.color(.bridge), &drawing)
    let ways = LayerWays(sheet: sheet, layer: layer, palette: palette)
    ways.draw(.below, &drawing)
    fill(.building, palette.building, &drawing)
    if sheet.level >= 15.5 {
      let edges = layer.outlines(.building)
      if !edges.isEmpty {
        drawing.append(.stroke(edges, palette.buildingEdge, StrokeStyle(width: sheet.level >= 17 ? 0.9 : 0.5)))
      }
    }
    ways.draw(.ground, &drawing)
    ways.draw(.above, &drawing)
    for border in borders where !isFar || !border.isCoarse { draw(border, &drawing) }
    drawing.append(.restore)
  }

  private func draw(_ border: AreaShapes.Border, _ drawing: inout Drawing) {
    let (color, style) = Style.border(border.level, at: sheet.level)
    var path = Path()
    for line in Clip(sheet.bounds(around: 8)).lines(border.line.map(sheet.place)) { path.addLines(line) }
    if !path.isEmpty { drawing.append(.stroke(path, color, style)) }
  }

  private func fill(_ kind: MapKind, _ color: Color?, _ drawing: inout Drawing) {
    let path = layer.rings(kind)
    if let color, !path.isEmpty { drawing.append(.fill(path, color, .winding)) }
  }

  /// The countries of the world layer with their borders, and over them what the coastlines of extracts say.
  private func drawLand(
    _ areas: [StoredArea], _ box: FixedBox, with borders: [AreaShapes.Border], _ drawing: inout Drawing
  ) throws(StoreError) {
    let clip = Clip(sheet.bounds(around: 8))
    var land = Path()
    if !shapes.hasWorldLayer { land.addRect(sheet.bounds()) }
    func add(_ area: StoredArea, to path: inout Path) throws(StoreError) {
      for ring in try shapes.rings(of: area, sheet, in: box) {
        let corners = clip.ring(ring.map(sheet.place))
        if corners.count > 2 { path.addLines(corners, closed: true) }
      }
    }
    for area in areas where area.isCoarse && area.kind == .administrative && area.level == 2 {
      try add(area, to: &land)
    }
    if !land.isEmpty { drawing.append(.fill(land, palette.land, .winding)) }
    for border in borders { draw(border, &drawing) }
    // Countries reach over their waters.
    for area in areas where area.isCoarse && area.kind == .ocean {
      var sea = Path()
      try add(area, to: &sea)
      if !sea.isEmpty { drawing.append(.fill(sea, palette.sea, .evenOdd)) }
    }
    fill(.sea, palette.sea, &drawing)
    fill(.land, palette.land, &drawing)
  }

  private func drawWater(_ drawing: inout Drawing) {
    for (kind, width) in [(MapKind.stream, 0.8), (.canal, 1.6), (.river, 2.2)] {
      var open = Path()
      for piece in layer.pieces(kind) where !layer.feature(piece).course.isTunnel {
        for line in layer.lines(piece) { open.addLines(line) }
      }
      guard !open.isEmpty, let color = palette.color(.water) else { continue }
      drawing.append(.stroke(open, color, StrokeStyle(width: max(0.6, width * exp2((sheet.level - 14) * 0.45)))))
    }
    fill(.water, palette.color(.water), &drawing)
    fill(.pool, palette.color(.pool), &drawing)
    for (kind, width) in [(MapKind.breakwater, 1.6), (.pierLine, 1.2)] {
      var path = Path()
      for piece in layer.pieces(kind) { for line in layer.lines(piece) { path.addLines(line) } }
      guard !path.isEmpty else { continue }
      let width = max(0.8, width * exp2((sheet.level - 14) * 0.7))
      let color = kind == .pierLine ? palette.land : palette.color(.rock) ?? palette.land
      drawing.append(.stroke(path, color, StrokeStyle(width: width, cap: .butt)))
    }
  }
}
