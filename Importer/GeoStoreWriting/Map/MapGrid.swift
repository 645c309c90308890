import GeoMapLayer
import GeoModel
import GeoSupport

/// From places on Earth to the units of a stored level.
struct MapGrid {
  let level: Int
  /// Units of a square's side, as a power of two.
  let extentBits: Int32
  /// Areas keep to every so many units, a power of two, so that neighbors which share a border still do.
  let areaStep: Int32
  /// Lines may stray so many units when they are simplified.
  let lineTolerance: Double

  init(level: Int) {
    self.level = level
    extentBits = Int32(MapCell.extentBits(level))
    // A pixel of the level after this one has four units; the finest level keeps everything.
    areaStep = level == MapCell.finestLevel ? 1 : 2
    lineTolerance = level == MapCell.finestLevel ? 1 : 2.5
  }

  /// The last level that is drawn from it, further ones enlarged aside.
  var lastServed: Int { level == MapCell.finestLevel ? level : level + 1 }
  /// Units of a square's side.
  var extent: Int32 { 1 << extentBits }
  /// Units of a pixel where the level after this one is drawn from it.
  var pixel: Int32 { extent / (level == MapCell.finestLevel ? 1_024 : 512) }
  /// The last unit of the world.
  private var last: Double { Double((Int64(1) << Int64(level + Int(extentBits))) - 1) }

  /// The nearest units to a place.
  @inline(__always) func point(_ place: FixedPoint) -> MapGridPoint { point(ProjectedPlace(place)) }

  /// The nearest units to a place that is projected already.
  @inline(__always) func point(_ place: ProjectedPlace) -> MapGridPoint {
    let units = last + 1
    let (x, y) = (place.west * units, place.north * units)
    return MapGridPoint(
      x: Int32(min(last, max(0, x.rounded()))), y: Int32(min(last, max(0, y.rounded()))))
  }

  /// The part of the world that lies north of a latitude in 1e-7 degree, 0 to 1.
  @inline(__always) static func part(ofLatitude y: Int32) -> Double {
    let sine = sin(Double(y) * (.pi / 180e7))
    guard abs(sine) < 0.9999 else { return sine > 0 ? 0 : 1 }
    return 0.5 - log((1 + sine) / (1 - sine)) * (1 / (4 * .pi))
  }
}

/// A place on the map, the same for all levels.
struct ProjectedPlace: BitwiseCopyable {
  /// The parts of the world that lie west and north of it, 0 to 1.
  let west, north: Double

  @inline(__always) init(_ place: FixedPoint) {
    west = (Double(place.x) + 1_800_000_000) / 3_600_000_000
    north = MapGrid.part(ofLatitude: place.y)
  }
}

/// The corners of what lies between.
struct MapGridBox {
  var minX = Int32.max, minY = Int32.max, maxX = Int32.min, maxY = Int32.min

  init() {}

  init(_ points: some Sequence<MapGridPoint>) { for point in points { include(point) } }

  @inline(__always) mutating func include(_ point: MapGridPoint) {
    minX = min(minX, point.x)
    minY = min(minY, point.y)
    maxX = max(maxX, point.x)
    maxY = max(maxY, point.y)
  }

  /// Units from west to east or north to south, whatever is more.
  var extent: Int32 { max(maxX - minX, maxY - minY) }

  /// Whether two boxes have a point in common, be it of their edges.
  func meets(_ other: MapGridBox) -> Bool {
    minX <= other.maxX && other.minX <= maxX && minY <= other.maxY && other.minY <= maxY
  }
}
