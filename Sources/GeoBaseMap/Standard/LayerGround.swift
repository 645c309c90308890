import GeoMap
import GeoMapLayer
import GeoModel
import GeoStore
import GeoSupport

/// Draws the ground of the styles `standard` and `muted`, from bottom to top: sea, land of the world layer, land and
/// sea of coastlines, land cover, water, tunnels, ferries and walls, buildings, roads and railways, bridges, power
/// lines, borders.
struct LayerGround {
  let sheet: Sheet
  let layer: LayerPart
  let shapes: AreaShapes
  let palette: Palette

  /// The level below which the sea covers the world layer's borders in it.
  static let seaBorderEnd = 9.0

  func draw(into drawing: inout Drawing) throws(StoreError) {
    let world = try WorldGround(sheet, shapes)
    try world.draw(land: palette.land, coversBorders: sheet.level < LayerGround.seaBorderEnd, into: &drawing) {
      drawing throws(StoreError) in
      // Countries extend over their waters. The coastlines of extracts are drawn over both.
      try world.fillSeas(palette.sea, &drawing)
      drawWorld(&drawing)
      fill(.sea, palette.sea, &drawing)
      fill(.land, palette.land, &drawing)
      drawThings(&drawing)
    }
  }

  /// Draws built-up land, ice, rivers and lakes of the world layer. Land and sea of an extract's coastlines cover them.
  private func drawWorld(_ drawing: inout Drawing) {
    fill(.worldTown, palette.worldTown, &drawing)
    fill(.worldIce, palette.color(.glacier), &drawing)
    drawWaterway(.worldRiver, width: Style.worldRiverWidth(at: sheet.level), &drawing)
    fill(.worldWater, palette.color(.water), &drawing)
  }

  private func drawWaterway(_ kind: MapKind, width: Double, _ drawing: inout Drawing) {
    var open = Path()
    for piece in layer.pieces(kind) where !layer.feature(piece).course.isTunnel {
      for line in layer.lines(piece) { open.addLines(line) }
    }
    guard !open.isEmpty, let color = palette.color(.water) else { return }
    drawing.append(.stroke(open, color, StrokeStyle(width: width)))
  }

  private func drawThings(_ drawing: inout Drawing) {
    for kind in Palette.ground.map(\.kind)
    where kind.rawValue < MapKind.water.rawValue && kind != .pier && kind != .bridge {
      fill(kind, palette.color(kind), &drawing)
      for pattern in Style.patterns where pattern.kind == kind { strew(pattern, &drawing) }
    }
    drawWater(&drawing)
    let lines = LayerLines(sheet: sheet, layer: layer, palette: palette)
    fill(.pier, palette.color(.pier), &drawing)
    fill(.bridge, palette.color(.bridge), &drawing)
    let ways = LayerWays(sheet: sheet, layer: layer, palette: palette)
    ways.draw(.below, &drawing)
    lines.draw(Style.lines, &drawing)
    fill(.building, palette.building, &drawing)
    if sheet.level >= 15.5 {
      let edges = layer.outlines(.building)
      if !edges.isEmpty {
        drawing.append(.stroke(edges, palette.buildingEdge, StrokeStyle(width: sheet.level >= 17 ? 0.9 : 0.5)))
      }
    }
    ways.draw(.ground, &drawing)
    ways.draw(.above, &drawing)
    lines.draw([Style.powerLine], &drawing)
  }

  private func strew(_ pattern: Style.Pattern, _ drawing: inout Drawing) {
    guard sheet.level >= pattern.first else { return }
    let marks = LayerPatterns(sheet: sheet, layer: layer).marks(pattern)
    guard !marks.isEmpty else { return }
    let color = palette.isMuted ? Color.mix(pattern.color, palette.land, 0.5) : pattern.color
    drawing.append(.stroke(marks, color, StrokeStyle(width: pattern.width)))
  }

  private func fill(_ kind: MapKind, _ color: Color?, _ drawing: inout Drawing) {
    let path = layer.rings(kind)
    if let color, !path.isEmpty { drawing.append(.fill(path, color, .winding)) }
  }

  private func drawWater(_ drawing: inout Drawing) {
    for (kind, width) in [(MapKind.stream, 0.8), (.canal, 1.6), (.river, 2.2)] {
      drawWaterway(kind, width: max(0.6, width * exp2((sheet.level - 14) * 0.45)), &drawing)
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
