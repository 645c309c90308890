import GeoMap
import GeoMapLayer
import GeoSupport

// How wide and in which color roads and railways are, in pictures and in vector tiles.
extension Style {
  /// Roads that are narrower have no edges, in points.
  static let leastEdgedWidth = 1.4

  /// Points across an edge of a road. It stands out on a bridge.
  static func edgeWidth(on storey: LayerWays.Storey, at level: Double) -> Double {
    storey == .above ? 1.1 : level >= 16 ? 0.9 : 0.6
  }

  /// Points across the rails of a kind of railway.
  static func railWidth(_ kind: MapKind, at level: Double) -> Double {
    let width = kind == .rail ? 1.7 : kind == .siding ? 0.8 : 1
    return max(0.5, width * exp2((level - 14) * 0.22))
  }

  /// Points by which the gaps between the dashes of a railway are narrower than its rails.
  static let railGapInset = 0.9

  /// Points across a river of the world layer.
  static func worldRiverWidth(at level: Double) -> Double { max(0.5, min(1.4, 0.35 + level * 0.12)) }

  /// Points across a runway or taxiway.
  static func runwayWidth(_ kind: MapKind, at level: Double) -> Double {
    max(1, (kind == .runway ? 5 : 2) * exp2((level - 14) * 0.9))
  }
}

extension Palette {
  /// The color of a road or its edge. Roads keep their colors even where all else is quiet, but less of them.
  func road(_ color: Color) -> Color { isMuted ? Color.mix(color, land, 0.55) : color }

  /// The filling of a road, which is faint in a tunnel.
  func roadFill(_ color: Color, on storey: LayerWays.Storey) -> Color {
    storey == .below ? Color.mix(road(color), land, 0.6) : road(color)
  }

  /// The color of rails, which are faint in a tunnel.
  func rail(on storey: LayerWays.Storey) -> Color { storey == .below ? Color.mix(rail, land, 0.55) : rail }
}
