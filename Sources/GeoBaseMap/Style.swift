import GeoMap
import GeoMapLayer
import GeoStore
import GeoSupport

/// The colors and widths of the sketch, those of roads, lines, texts and borders in all styles, and the levels at which
/// objects appear. They cannot be configured.
enum Style {
  // Levels. There are no streets below level 10, because the store has no coarser copies of them.
  static let firstStreetLevel = 10.0
  static let featureLevel = 12.5
  static let houseLevel = 14.5
  static let featureNameLevel = 16.5
  static let numberLevel = 16.6
  static let signLevel = 16.9
  static let pointLevel = 17.5
  static let oneWayLevel = 15.8
  /// The level from which borders of the world layer are no longer shown, because they are accurate to a kilometer.
  static let coarseBorderEnd = 13.0
  /// The levels from which lines in water are named, the most important first.
  static let waterNames: [(kind: MapKind, firstLevel: Double)] = [
    (.worldRiver, 4), (.river, 12.5), (.ferry, 13), (.canal, 14), (.stream, 15),
  ]
  static let peakLevel = 11.0
  static let heightLevel = 12.5
  static let namelessPeakLevel = 14.0
  /// The extent in meters beyond which an outline is not a building.
  static let buildingMeters = 300.0

  static func color(_ light: UInt32, _ dark: UInt32) -> Color {
    func parts(_ number: UInt32) -> Color.Components {
      func part(_ shift: UInt32) -> Double { Double(number >> shift & 255) / 255 }
      return Color.Components(red: part(16), green: part(8), blue: part(0))
    }
    return Color(light: parts(light), dark: parts(dark))
  }

  static let sea = color(0xB5D0E3, 0x17232E)
  static let land = color(0xF5F2EC, 0x222428)
  static let water = color(0xB5D0E3, 0x1A2A38)
  static let park = color(0xD2E5C0, 0x24332A)
  static let wood = color(0xC5DDB4, 0x213027)
  static let campus = color(0xEFE7D6, 0x2A2A2C)
  static let works = color(0xE7E3E6, 0x28292D)
  static let house = color(0xDED6CA, 0x35373C)
  static let houseEdge = color(0xBDB1A0, 0x4A4D54)
  static let square = color(0xE9E6EF, 0x303238)
  static let text = color(0x33363B, 0xD9DCE1)
  static let quietText = color(0x6B6F76, 0x9CA2AB)
  static let waterText = color(0x4A7A9C, 0x7FA6C4)
  static let parkText = color(0x4C7A3F, 0x8DB583)
  static let countryText = color(0x6E5A7E, 0xB6A5C6)
  static let halo = color(0xFBFAF6, 0x17181B)
  static let peak = color(0x9A6B47, 0xA5815F)
  static let peakText = color(0x7F5A3C, 0xBE9C7C)
  static let oneWay = color(0x8D8F97, 0x9A9DA6)
  static let shopText = color(0x8A5A2B, 0xC9A06F)

  /// The look of one kind of street.
  struct Road {
    /// The drawing order; higher is on top.
    var rank: Int
    /// The level from which it appears.
    var first: Double
    /// The width at level 14 in points, without edges.
    var width: Double
    var fill: Color
    var edge: Color
    /// The color where it is too thin for edges: white would be invisible on light ground, and black on dark.
    var thin: Color { Color(light: edge.light, dark: fill.dark) }
    /// The dash lengths in line widths; empty for solid lines.
    var dash: [Double] = []
    /// Whether it is a line without edges.
    var isLine = false
    /// The level from which it is named.
    var nameLevel: Double
  }

  private static let plain = color(0xFFFFFF, 0x454850)
  private static let plainEdge = color(0xCBC5BA, 0x17181B)

  static func road(_ kind: StreetKind) -> Road {
    switch kind {
    case .motorway:
      Road(
        rank: 9, first: 10, width: 4.4, fill: color(0xF0A868, 0x8A5F38), edge: color(0xC97F42, 0x17181B), nameLevel: 11)
    case .trunk:
      Road(
        rank: 8, first: 10, width: 4, fill: color(0xF5BE86, 0x7D5F40), edge: color(0xD0935A, 0x17181B), nameLevel: 11.5)
    case .primary:
      Road(
        rank: 7, first: 10, width: 3.6, fill: color(0xFAD694, 0x766543), edge: color(0xD6AC62, 0x17181B),
        nameLevel: 12.5)
    case .secondary:
      Road(
        rank: 6, first: 11, width: 3.1, fill: color(0xFBE7AE, 0x696144), edge: color(0xD4BD80, 0x17181B), nameLevel: 13)
    case .tertiary: Road(rank: 5, first: 12, width: 2.7, fill: plain, edge: plainEdge, nameLevel: 13.7)
    case .link:
      Road(
        rank: 5, first: 12.5, width: 2.1, fill: color(0xFAD694, 0x766543), edge: color(0xD6AC62, 0x17181B),
        nameLevel: 16)
    case .unclassified, .residential, .livingStreet, .road, .other:
      Road(rank: 4, first: 12.5, width: 1.9, fill: plain, edge: plainEdge, nameLevel: 14.6)
    case .pedestrian:
      Road(rank: 3, first: 13.5, width: 1.8, fill: square, edge: plainEdge, nameLevel: 15.2)
    case .service: Road(rank: 2, first: 14, width: 1.1, fill: plain, edge: plainEdge, nameLevel: 16.3)
    case .track:
      Road(
        rank: 1, first: 13.5, width: 0.8, fill: color(0xB59A6C, 0x6E6046), edge: plainEdge, dash: [5, 2.5],
        isLine: true,
        nameLevel: 16)
    case .path: foot(0.75, color(0xA88E6E, 0x6E6046), dash: [4, 2])
    case .footway: foot(0.85, color(0xE2A08F, 0x7C5C50), dash: [1.6, 1.8])
    case .cycleway: foot(0.8, color(0x8493DA, 0x5B659C), dash: [5, 2.2])
    // Short bars across the line.
    case .steps: foot(2.2, color(0xDB907D, 0x86604F), dash: [0.36, 0.3])
    }
  }

  /// The look of a way for pedestrians or bicycles.
  private static func foot(_ width: Double, _ fill: Color, dash: [Double]) -> Road {
    Road(rank: 0, first: 14, width: width, fill: fill, edge: plainEdge, dash: dash, isLine: true, nameLevel: 16.5)
  }

  /// The width of a street in points, without edges.
  ///
  /// From level to level it grows by about half, and that of paths by less, while the ground doubles.
  static func width(_ road: Road, at level: Double) -> Double {
    max(0.5, road.width * exp2((level - 14) * (level > 14 ? (road.isLine ? 0.25 : 0.58) : 0.62)))
  }

  /// The kinds of streets that a level shows.
  static func kinds(at level: Double) -> Set<StreetKind> { Set(StreetKind.allCases.filter { road($0).first <= level }) }

  /// The color and order of the ground of a place of interest; nil for places without a ground of their own.
  static func ground(_ category: String) -> (color: Color, order: Int)? {
    let parts = category.split(separator: "=", maxSplits: 1)
    guard let key = parts.first, let value = parts.last else { return nil }
    switch (key, value) {
    case (_, "water"), (_, "bay"), ("leisure", "marina"), ("leisure", "swimming_pool"): return (water, 3)
    case (_, "wood"), (_, "forest"), ("leisure", "nature_reserve"): return (wood, 1)
    case ("leisure", "park"), ("leisure", "garden"), ("leisure", "pitch"), ("leisure", "playground"),
      ("leisure", "golf_course"), ("leisure", "dog_park"), ("landuse", "grass"), ("landuse", "cemetery"),
      ("landuse", "recreation_ground"), ("landuse", "meadow"), ("landuse", "village_green"), ("natural", "beach"),
      ("leisure", "common"):
      return (park, 2)
    case ("amenity", "school"), ("amenity", "university"), ("amenity", "college"), ("amenity", "hospital"),
      ("amenity", "kindergarten"), ("leisure", "sports_centre"), ("leisure", "stadium"):
      return (campus, 1)
    case ("amenity", "parking"), ("landuse", _), ("place", _): return (works, 0)
    default: return nil
    }
  }

  /// The smallest extent, in points, at which a part of a country gets borders.
  ///
  /// At low zoom levels the borders of small regions would otherwise dominate.
  static func leastBordered(at level: Double) -> Double { level < 6 ? 40 : 20 }

  /// The values of `admin_level` whose borders a level shows.
  static func borderLevels(at level: Double) -> ClosedRange<UInt8> {
    switch level {
    case ..<4.5: 2...2
    case ..<7: 2...4
    case ..<10: 2...6
    case ..<12: 2...8
    default: 2...10
    }
  }

  /// The look of a border.
  static func border(_ level: UInt8, at zoom: Double) -> (color: Color, style: StrokeStyle) {
    let scale = zoom < 6 ? 0.8 : zoom < 10 ? 1 : 1.4
    return switch level {
    case 0...2: (color(0x9A7FAE, 0x8A76A0), StrokeStyle(width: 1.3 * scale))
    case 3...4: (color(0xB6A2C4, 0x6B5F7C), StrokeStyle(width: 0.9 * scale, cap: .butt, dash: [6, 3]))
    case 5...6: (color(0xC4B5CF, 0x5C546A), StrokeStyle(width: 0.8 * scale, cap: .butt, dash: [4, 3]))
    default: (color(0xCDC0D6, 0x564F63), StrokeStyle(width: 0.7 * scale, cap: .butt, dash: [2, 3]))
    }
  }
}
