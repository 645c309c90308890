import GeoMap
import GeoMapLayer
import GeoSupport

extension Style {
  /// How a line that is neither road, railway nor water is drawn.
  struct Line {
    var kind: MapKind
    /// From which level on.
    var first: Double
    /// Points across at that level; it grows slowly, to 1.6 times as much.
    var width: Double
    var color: Color
    /// Lengths in points; empty for solid lines.
    var dash: [Double] = []
    /// Strokes across it: points of their length, and from one to the next; nil for none.
    var ticks: (length: Double, distance: Double)?

    func width(at level: Double) -> Double { width * min(1.6, exp2((level - first) * 0.25)) }
  }

  private static let stone = color(0xB3ABA0, 0x54575E)

  /// Those on the ground, and what hangs over all.
  static let lines: [Line] = [
    Line(kind: .ferry, first: 9.5, width: 0.9, color: color(0x6E9CC9, 0x4F7596), dash: [5, 4]),
    Line(kind: .hedge, first: 15.9, width: 1.4, color: color(0xA5C994, 0x2F4A2C)),
    Line(kind: .fence, first: 16.9, width: 0.5, color: stone, ticks: (2.4, 9)),
    Line(kind: .wall, first: 15.9, width: 0.8, color: stone),
  ]
  static let powerLine = Line(
    kind: .powerLine, first: 14.9, width: 0.8, color: color(0x93949B, 0x6A6D75), ticks: (4, 40))
}

/// Draws ferries, walls and the like.
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
