import GeoSupport

/// What a thing of the map layer is. The raw values are those in the file; see the documentation of the format.
public enum MapKind: UInt8, Hashable, BitwiseCopyable, Sendable, CaseIterable {
  // Ground, from below to the top.
  case farmland = 1, residential, commercial, industrial, military
  case grass = 6, scrub, wood, park, cemetery, golf, sports, pitch
  case sand = 14, rock, glacier, wetland
  case campus = 18, parking, airport, apron, square, platform, pier, bridge
  case water = 30, pool
  /// Land and sea where the extract has a coastline: they cover what the world layer says there.
  case land = 32, sea
  case building = 40
  // What the world layer has of land cover and water, far out alone.
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
  /// `natural=coastline`, land on its left: only on its way into the store, never in it.
  case coastline = 99

  // Names of areas, each once and at a point: what is named follows from the kind.
  case waterName = 120, greenName, groundName, buildingName
  /// A mountain with its height, at a point of its own.
  case peak
  /// A lake of the world layer, and a range, a desert or the like.
  case worldWaterName, regionName
}

extension MapKind {
  /// Whether it has rings.
  public var isArea: Bool { rawValue < 50 }
  /// Whether it is a name at a point.
  public var isName: Bool { rawValue >= 120 }
  /// Whether it is a line with a layer, names and numbers.
  public var isLine: Bool { !isArea && !isName }

  /// Whether it is a road that vehicles use.
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
    // Built-up land has the coarsest corners.
    isOfWorld ? (self == .worldTown ? MapCell.lastWorldLevel - 1 : MapCell.lastWorldLevel) : .max
  }

  /// Whether it is of the world layer, good to some hundred meters.
  public var isOfWorld: Bool {
    switch self {
    case .worldWater, .worldIce, .worldTown, .worldRiver, .worldWaterName, .regionName: true
    default: false
    }
  }

  /// What it is called where it does not matter whether it is of the world layer.
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

  /// What something of the world layer is on the map; nil for what the map does not show of it.
  public var ofWorld: MapKind? {
    switch self {
    case .water: .worldWater
    case .glacier: .worldIce
    case .residential: .worldTown
    case .river: .worldRiver
    default: nil
    }
  }

  /// Whether it says that there is land where it is.
  public var isOnLand: Bool {
    switch self {
    case .residential, .commercial, .wood, .grass, .park, .building, .minor, .service, .primary, .secondary, .tertiary:
      true
    default: false
    }
  }

  /// The name of an area of this kind; nil when it has none of its own on the map.
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

/// A square of the map layer: the tile `x`, `y` of a level, from the north-west, as of `/{z}/{x}/{y}`.
public struct MapCell: Hashable, BitwiseCopyable, Sendable {
  /// 0 for the whole world to 14.
  public var level: Int
  /// From the antimeridian to the east.
  public var x: Int
  /// From the northern edge to the south.
  public var y: Int

  /// A square by its place.
  public init(level: Int, x: Int, y: Int) {
    self.level = level
    self.x = x
    self.y = y
  }

  /// The levels that are stored. Each but the last one serves the level after it, too.
  public static let levels = [14, 12, 10, 8, 6, 4, 2, 0]
  /// The finest level.
  public static let finestLevel = 14
  /// The last level that shows rivers, lakes and the like of the world layer.
  public static let lastWorldLevel = 9

  /// The stored level from which a level is drawn.
  public static func storedLevel(for level: Int) -> Int { levels.first { $0 <= level } ?? 0 }

  /// Units of a square's side at a stored level, as a power of two: 0.2 m (at the latitude of Paris) at the finest one, else an eighth of a pixel.
  public static func extentBits(_ level: Int) -> Int { level == finestLevel ? 13 : 11 }

  /// Its number in the file: `level << 32` and the bits of x and y in turn, x first, so that squares side by side are near each other.
  public var key: Int64 {
    let (x, y) = (UInt16(truncatingIfNeeded: x), UInt16(truncatingIfNeeded: y))
    return Int64(level) << 32 + Int64(InterleavedBits.join(UInt32(x), UInt32(y)))
  }

  /// The square of a number; nil when it is none.
  public init?(key: Int64) {
    let level = Int(key >> 32)
    guard key >= 0, level <= MapCell.finestLevel else { return nil }
    let (x, y) = InterleavedBits.part(UInt64(key & 0xFFFF_FFFF))
    self.init(level: level, x: Int(x), y: Int(y))
    guard x < 1 << level, y < 1 << level else { return nil }
  }
}
