import GeoMap
import GeoMapLayer
import GeoSupport

// The widths and colors of roads and railways, in pictures and vector tiles.
extension Style {
  /// The width in points below which roads have no edges.
  static let leastEdgedWidth = 1.4

  /// The width of a road's edge in points; it is larger on a bridge.
  static func edgeWidth(on storey: LayerWays.Storey, at level: Double) -> Double {
    storey == .above ? 1.1 : level >= 16 ? 0.9 : 0.6
  }

  /// The width of a kind of railway in points.
  static func railWidth(_ kind: MapKind, at level: Double) -> Double {
    let width = kind == .rail ? 1.7 : kind == .siding ? 0.8 : 1
    return max(0.5, width * exp2((level - 14) * 0.22))
  }

  /// How much narrower the gaps between a railway's dashes are than its rails, in points.
  static let railGapInset = 0.9

  /// The width of a river of the world layer, in points.
  static func worldRiverWidth(at level: Double) -> Double { max(0.5, min(1.4, 0.35 + level * 0.12)) }

  /// The width of a runway or taxiway in points.
  static func runwayWidth(_ kind: MapKind, at level: Double) -> Double {
    max(1, (kind == .runway ? 5 : 2) * exp2((level - 14) * 0.9))
  }
}

extension Palette {
  /// The color of a road or its edge. In the quiet style, roads keep a paler version of their color.
  func road(_ color: Color) -> Color { isMuted ? Color.mix(color, land, 0.55) : color }

  /// The fill color of a road; it is fainter in a tunnel.
  func roadFill(_ color: Color, on storey: LayerWays.Storey) -> Color {
    storey == .below ? Color.mix(road(color), land, 0.6) : road(color)
  }

  /// The color of rails; it is fainter in a tunnel.
  func rail(on storey: LayerWays.Storey) -> Color { storey == .below ? Color.mix(rail, land, 0.55) : rail }
}
