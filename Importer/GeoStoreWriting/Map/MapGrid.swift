import GeoMapLayer
import GeoModel
import GeoSupport

/// Converts points on Earth to the units of a stored level.
struct MapGrid {
  let level: Int
  /// The side of a square in units, as a power of two.
  let extentBits: Int32
  /// The grid for corners of areas, a power of two, so that neighbors still share their borders after snapping.
  let areaStep: Int32
  /// The greatest deviation of simplified lines, in units.
  let lineTolerance: Double

  init(level: Int) {
    self.level = level
    extentBits = Int32(MapCell.extentBits(level))
    // A pixel of the next level has four units. The finest level keeps nearly everything.
    areaStep = level == MapCell.finestLevel ? 1 : 2
    lineTolerance = level == MapCell.finestLevel ? 1 : 2.5
  }

  /// The last level drawn from this one, not counting enlarged levels beyond the finest.
  var lastServed: Int { level == MapCell.finestLevel ? level : level + 1 }
  /// The side of a square in units.
  var extent: Int32 { 1 << extentBits }
  /// The size of a pixel in units, when the next level is drawn from this one.
  var pixel: Int32 { extent / (level == MapCell.finestLevel ? 1_024 : 512) }
  /// The greatest coordinate of the world in units.
  private var last: Double { Double((Int64(1) << Int64(level + Int(extentBits))) - 1) }

  /// The units nearest to a point on Earth.
  @inline(__always) func point(_ place: FixedPoint) -> MapGridPoint { point(ProjectedPlace(place)) }

  /// The units nearest to a projected point.
  @inline(__always) func point(_ place: ProjectedPlace) -> MapGridPoint {
    let units = last + 1
    let (x, y) = (place.west * units, place.north * units)
    return MapGridPoint(
      x: Int32(min(last, max(0, x.rounded()))), y: Int32(min(last, max(0, y.rounded()))))
  }

  /// The fraction of the map north of a latitude in 1e-7 degree, 0 to 1.
  @inline(__always) static func part(ofLatitude y: Int32) -> Double {
    let sine = sin(Double(y) * (.pi / 180e7))
    guard abs(sine) < 0.9999 else { return sine > 0 ? 0 : 1 }
    return 0.5 - log((1 + sine) / (1 - sine)) * (1 / (4 * .pi))
  }
}

/// A point on the map, projected for all levels.
struct ProjectedPlace: BitwiseCopyable {
  /// The fractions of the map to the west and north of it, 0 to 1.
  let west, north: Double

  @inline(__always) init(_ place: FixedPoint) {
    west = (Double(place.x) + 1_800_000_000) / 3_600_000_000
    north = MapGrid.part(ofLatitude: place.y)
  }
}

/// A box in units.
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

  /// The longer side in units.
  var extent: Int32 { max(maxX - minX, maxY - minY) }

  /// Whether two boxes share a point, edges included.
  func meets(_ other: MapGridBox) -> Bool {
    minX <= other.maxX && other.minX <= maxX && minY <= other.maxY && other.minY <= maxY
  }
}
