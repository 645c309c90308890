import GeoMap
import GeoMapLayer
import GeoSupport

extension Style {
  /// A pattern of marks on areas of a kind, a little darker than their ground.
  struct Pattern {
    var kind: MapKind
    /// The level from which it appears.
    var first: Double
    /// The distances between marks in points, west to east and north to south.
    var distance: (x: Double, y: Double)
    var color: Color
    /// The strokes of a mark around (0, 0), in points.
    var mark: Path
    /// The width of the strokes in points.
    var width = 0.8

    init(_ kind: MapKind, first: Double, _ distance: (x: Double, y: Double), _ color: Color, _ mark: String) {
      (self.kind, self.first, self.distance, self.color) = (kind, first, distance, color)
      self.mark = Path(text: mark) ?? Path()
    }
  }

  static let patterns = [
    // Trees.
    Pattern(
      .wood, first: 13.9, (26, 21), color(0x9FC98C, 0x2B3D27),
      "M0 3.6L0 1.4C-2.9 1.6 -2.9 -3.4 0 -3.4C2.9 -3.4 2.9 1.6 0 1.4"),
    // Reeds over water.
    Pattern(
      .wetland, first: 12.9, (24, 15), color(0x93C4D6, 0x2C4A52),
      "M-5 1.6L5 1.6M-2.4 0L-3.4 -2.2M0 0L0 -3M2.4 0L3.4 -2.2"),
    // Gravestones.
    Pattern(
      .cemetery, first: 14.9, (20, 16), color(0x9DBB95, 0x394D39),
      "M-1.7 2.4L-1.7 -0.8C-1.7 -3 1.7 -3 1.7 -0.8L1.7 2.4M-2.8 2.4L2.8 2.4"),
    // Grains.
    Pattern(
      .sand, first: 13.9, (13, 10), color(0xDDCB95, 0x4B442C), "M-2.4 1.2L-1.6 1.2M0.6 -1.6L1.4 -1.6M2.6 1.9L3.4 1.9"),
  ]
}

/// Positions the marks of a pattern on a grid over the whole map, so that neighboring pictures fit together. Every
/// other row is shifted by half.
struct LayerPatterns {
  let sheet: Sheet
  let layer: LayerPart

  /// An intersection of a grid row with the edge of an area.
  private struct Crossing {
    var x: Double
    /// 1 where the edge goes down, -1 where it goes up.
    var turn: Int
  }

  /// Returns the marks within the areas of the pattern's kind, keeping a distance from the edges to their left and
  /// right.
  func marks(_ pattern: Style.Pattern) -> Path {
    let pieces = layer.pieces(pattern.kind)
    var path = Path()
    guard !pieces.isEmpty else { return path }
    let (left, top) = (sheet.origin.x * sheet.zoomScale, sheet.origin.y * sheet.zoomScale)
    let bounds = sheet.bounds(around: 6)
    let first = Int(((bounds.minY + top) / pattern.distance.y).rounded(.up))
    let last = Int(((bounds.maxY + top) / pattern.distance.y).rounded(.down))
    guard first <= last else { return path }
    var rows = [[Crossing]](repeating: [], count: last - first + 1)
    for piece in pieces {
      for ring in layer.lines(piece) {
        guard var p = ring.last else { continue }
        for q in ring {
          defer { p = q }
          let (upper, lower) = p.y < q.y ? (p, q) : (q, p)
          // The range is half open, so that a corner counts once.
          let from = max(first, Int(((upper.y + top) / pattern.distance.y).rounded(.up)))
          let to = min(last, Int(((lower.y + top) / pattern.distance.y).rounded(.up)) - 1)
          guard from <= to else { continue }
          for row in from...to {
            let y = Double(row) * pattern.distance.y - top
            let x = upper.x + (lower.x - upper.x) * (y - upper.y) / (lower.y - upper.y)
            rows[row - first].append(Crossing(x: x, turn: p.y < q.y ? 1 : -1))
          }
        }
      }
    }
    for (number, crossings) in rows.enumerated() where crossings.count > 1 {
      let row = first + number
      let y = Double(row) * pattern.distance.y - top
      var winding = 0
      var start = 0.0
      for crossing in crossings.sorted(by: { $0.x < $1.x }) {
        let wasInside = winding != 0
        winding += crossing.turn
        if !wasInside { start = crossing.x }
        guard wasInside, winding == 0 else { continue }
        let (west, east) = (max(start + 3, bounds.minX), min(crossing.x - 3, bounds.maxX))
        let shift = row & 1 == 0 ? 0 : 0.5
        var column = ((west + left) / pattern.distance.x - shift).rounded(.up)
        while true {
          let x = (column + shift) * pattern.distance.x - left
          guard x <= east else { break }
          // Shifts each mark a little, so that the grid does not show.
          let dice = Hashing.mix(UInt64(bitPattern: Int64(row) << 32 ^ Int64(column)))
          let (dx, dy) = (Double(dice & 7) - 3.5, Double(dice >> 3 & 7) - 3.5)
          path.addPath(
            pattern.mark.map {
              ScreenPoint(x: $0.x + x + dx * pattern.distance.x / 24, y: $0.y + y + dy * pattern.distance.y / 24)
            })
          column += 1
        }
      }
    }
    return path
  }
}
