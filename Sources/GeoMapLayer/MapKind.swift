import GeoSupport

/// The kind of a feature in the map layer. The raw values are those in the file; see the documentation of the format.
public enum MapKind: UInt8, Hashable, BitwiseCopyable, Sendable, CaseIterable {
  // Ground, from bottom to top.
  case farmland = 1, residential, commercial, industrial, military
  case grass = 6, scrub, wood, park, cemetery, golf, sports, pitch
  case sand = 14, rock, glacier, wetland
  case campus = 18, parking, airport, apron, square, platform, pier, bridge
  case water = 30, pool
  /// Land and sea where the extract has a coastline. They cover the world layer there.
  case land = 32, sea
  case building = 40
  // Land cover and water of the world layer, drawn only at low zoom levels.
  case worldWater = 44, worldIce, worldTown

  // Lines.
  case motorway = 50, trunk, primary, secondary, tertiary, link, minor, pedestrian, service, track, path, steps
  case runway = 62, taxiway
  case footway, cycleway
  case rail = 70, lightRail, siding, cableway
  case river = 80, canal, stream
  case pierLine = 90, breakwater
  case ferry, powerLine, wall, fence, hedge
  case worldRiver = 98
  /// `natural=coastline`, with land on its left. It exists only during an import, never in a store.
  case coastline = 99

  // Names of areas, each once and at a point. The kind depends on the kind of the named area.
  case waterName = 120, greenName, groundName, buildingName
  /// A mountain with its height, at a point of its own.
  case peak
  /// A lake of the world layer, and a mountain range, a desert or the like.
  case worldWaterName, regionName
}

extension MapKind {
  /// Whether it consists of rings.
  public var isArea: Bool { rawValue < 50 }
  /// Whether it is a name at a point.
  public var isName: Bool { rawValue >= 120 }
  /// Whether it is a line, with a layer, name and number.
  public var isLine: Bool { !isArea && !isName }

  /// Whether it is a road for vehicles.
  public var isStreet: Bool { (MapKind.motorway.rawValue...MapKind.track.rawValue).contains(rawValue) }

  /// The first level at which it is drawn.
  public var firstLevel: Int {
    switch self {
    case .worldWater, .worldIce, .worldTown, .worldRiver, .worldWaterName, .regionName: 0
    case .land, .sea, .water, .wood, .glacier: 4
    case .motorway, .trunk: 5
    case .primary, .rail, .river: 8
    case .residential, .farmland, .grass, .park, .scrub, .sand, .rock, .wetland: 9
    case .industrial, .commercial, .airport, .military, .golf, .secondary, .canal, .runway, .cemetery: 10
    case .tertiary, .link, .lightRail: 11
    case .sports, .campus, .taxiway, .apron, .breakwater, .cableway: 12
    case .minor, .pedestrian, .pitch, .square, .pier, .pierLine, .siding, .stream: 13
    case .coastline: 4
    case .waterName, .greenName: 8
    case .ferry: 9
    case .peak: 11
    case .groundName: 12
    default: 14
    }
  }

  /// The last level at which it is drawn.
  public var lastLevel: Int {
    // The world layer's built-up areas have the coarsest outlines.
    isOfWorld ? (self == .worldTown ? MapCell.lastWorldLevel - 1 : MapCell.lastWorldLevel) : .max
  }

  /// Whether it belongs to the world layer, which is accurate to some hundred meters.
  public var isOfWorld: Bool {
    switch self {
    case .worldWater, .worldIce, .worldTown, .worldRiver, .worldWaterName, .regionName: true
    default: false
    }
  }

  /// The kind without the distinction of the world layer.
  public var plain: MapKind {
    switch self {
    case .worldWater: .water
    case .worldIce: .glacier
    case .worldTown: .residential
    case .worldRiver: .river
    case .worldWaterName: .waterName
    default: self
    }
  }

  /// The kind that lines or areas of this kind have in the world layer; nil when the map shows none of that layer.
  public var ofWorld: MapKind? {
    switch self {
    case .water: .worldWater
    case .glacier: .worldIce
    case .residential: .worldTown
    case .river: .worldRiver
    default: nil
    }
  }

  /// Whether a feature of this kind shows that there is land.
  public var isOnLand: Bool {
    switch self {
    case .residential, .commercial, .wood, .grass, .park, .building, .minor, .service, .primary, .secondary, .tertiary:
      true
    default: false
    }
  }

  /// The kind of name that an area of this kind has; nil when the map does not name it.
  public var nameKind: MapKind? {
    switch self {
    case .water: .waterName
    case .worldWater: .worldWaterName
    case .wood, .park, .cemetery, .golf, .glacier, .wetland, .scrub, .grass: .greenName
    case .campus, .sports, .airport, .square, .commercial, .industrial, .military, .sand, .rock, .residential:
      .groundName
    case .building: .buildingName
    default: nil
    }
  }
}

/// A square of the map layer: the tile `x`, `y` of a level, counted from the northwest, as in `/{z}/{x}/{y}`.
public struct MapCell: Hashable, BitwiseCopyable, Sendable {
  /// The level, from 0 for the whole world to 14.
  public var level: Int
  /// The column, counted eastward from the antimeridian.
  public var x: Int
  /// The row, counted southward from the northern edge.
  public var y: Int

  /// Creates a square.
  public init(level: Int, x: Int, y: Int) {
    self.level = level
    self.x = x
    self.y = y
  }

  /// The stored levels, finest first. Each also serves the level after it, and the finest serves all higher levels.
  public static let levels = [14, 12, 10, 8, 6, 4, 2, 0]
  /// The finest level.
  public static let finestLevel = 14
  /// The last level that shows rivers, lakes and the like from the world layer.
  public static let lastWorldLevel = 9

  /// Returns the stored level from which a level is drawn.
  public static func storedLevel(for level: Int) -> Int { levels.first { $0 <= level } ?? 0 }

  /// Returns the units along a square's side at a stored level, as a power of two. A unit is 0.2 m at the finest level
  /// (at the latitude of Paris), and an eighth of a pixel at the others.
  public static func extentBits(_ level: Int) -> Int { level == finestLevel ? 13 : 11 }

  /// The number of the square in the file: `level << 32` plus the interleaved bits of x and y, x in the lowest bit. So
  /// neighboring squares have close numbers.
  public var key: Int64 {
    let (x, y) = (UInt16(truncatingIfNeeded: x), UInt16(truncatingIfNeeded: y))
    return Int64(level) << 32 + Int64(InterleavedBits.join(UInt32(x), UInt32(y)))
  }

  /// Creates the square of a number; nil when the number is invalid.
  public init?(key: Int64) {
    let level = Int(key >> 32)
    guard key >= 0, level <= MapCell.finestLevel else { return nil }
    let (x, y) = InterleavedBits.part(UInt64(key & 0xFFFF_FFFF))
    self.init(level: level, x: Int(x), y: Int(y))
    guard x < 1 << level, y < 1 << level else { return nil }
  }
}
