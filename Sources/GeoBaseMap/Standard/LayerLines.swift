import GeoMap
import GeoMapLayer
import GeoSupport

extension Style {
  /// The look of a line that is neither road, railway nor water.
  struct Line {
    var kind: MapKind
    /// The level from which it appears.
    var first: Double
    /// The width in points at the level `first`; it grows slowly, up to 1.6 times.
    var width: Double
    var color: Color
    /// The dash lengths in points; empty for solid lines.
    var dash: [Double] = []
    /// The length of the strokes across it and the distance between them, in points; nil for none.
    var ticks: (length: Double, distance: Double)?

    func width(at level: Double) -> Double { width * min(1.6, exp2((level - first) * 0.25)) }
  }

  private static let stone = color(0xB3ABA0, 0x54575E)

  /// The lines on the ground; power lines are separate because they are drawn above everything.
  static let lines: [Line] = [
    Line(kind: .ferry, first: 9.5, width: 0.9, color: color(0x6E9CC9, 0x4F7596), dash: [5, 4]),
    Line(kind: .hedge, first: 15.9, width: 1.4, color: color(0xA5C994, 0x2F4A2C)),
    Line(kind: .fence, first: 16.9, width: 0.5, color: stone, ticks: (2.4, 9)),
    Line(kind: .wall, first: 15.9, width: 0.8, color: stone),
  ]
  static let powerLine = Line(
    kind: .powerLine, first: 14.9, width: 0.8, color: color(0x93949B, 0x6A6D75), ticks: (4, 40))
}

/// Draws ferries, walls and similar lines.
struct LayerLines {
  let sheet: Sheet
  let layer: LayerPart
  let palette: Palette

  func draw(_ lines: [Style.Line], _ drawing: inout Drawing) {
    for line in lines where line.first <= sheet.level {
      var path = Path()
      for piece in layer.pieces(line.kind) where !layer.feature(piece).course.isTunnel {
        for points in layer.lines(piece) { path.addLines(points) }
      }
      guard !path.isEmpty else { continue }
      let color = palette.isMuted ? Color.mix(line.color, palette.land, 0.4) : line.color
      let width = line.width(at: sheet.level)
      drawing.append(.stroke(path, color, StrokeStyle(width: width, cap: .butt, dash: line.dash)))
      guard let ticks = line.ticks else { continue }
      let thick = max(0.7, width)
      drawing.append(
        .stroke(
          path, color,
          StrokeStyle(
            width: ticks.length, cap: .butt, dash: [thick, ticks.distance - thick], dashPhase: -ticks.distance / 2)))
    }
  }
}
