import GeoSupport

/// A line that follows the shortest path on the Earth (`MKGeodesicPolyline`), so it is curved on the map. Where the
/// path crosses the antimeridian, the points continue beyond the world's width, or below 0.
public struct GeodesicPolyline: MultiPointShape, Hashable, Sendable {
  /// All points, in map points: the given ones and those between them, at most ``stepDegrees`` apart.
  public let points: [MapPoint]
  /// The first line of its label as an annotation; nil for none.
  public var title: String?
  /// The second line of its label; nil for none.
  public var subtitle: String?
  /// The given coordinates.
  private let corners: [Coordinate]

  /// The greatest distance between points, in degrees of a great circle (111 km).
  public static let stepDegrees = 1.0

  /// Creates the shortest path through coordinates (`MKGeodesicPolyline(coordinates:count:)`). Between exactly opposite
  /// coordinates every path is the shortest; it takes one of them.
  ///
  /// - Throws: ``ShapeError`` when there are fewer than two.
  public init(_ coordinates: [Coordinate], title: String? = nil, subtitle: String? = nil) throws(ShapeError) {
    guard let first = coordinates.first else { throw .empty("geodesic polyline") }
    guard coordinates.count > 1 else { throw .tooFewPoints("geodesic polyline", found: 1, needed: 2) }
    var points = [MapPoint(first)]
    for (from, to) in zip(coordinates, coordinates.dropFirst()) {
      for coordinate in GeodesicPolyline.between(from, to) { points.append(MapPoint(coordinate).near(points.last)) }
    }
    self.points = points
    self.title = title
    self.subtitle = subtitle
    corners = coordinates
  }

  /// The point halfway along it.
  public var coordinate: Coordinate { (MapLine.middle(points) ?? points[0]).coordinate }
  /// The given coordinates, without the points between them.
  public var shape: OverlayShape? { .geodesicPolyline(corners) }

  /// The number of points of a line through coordinates, computed without creating them.
  package static func pointCount(through coordinates: [Coordinate]) -> Int {
    zip(coordinates, coordinates.dropFirst()).reduce(1) { $0 + max(1, steps($1.0, $1.1).count) }
  }

  /// The angle between two coordinates, and the number of steps that divide it.
  private static func steps(_ from: Coordinate, _ to: Coordinate) -> (angle: Double, count: Int) {
    let angle = Geodesy.distanceMeters(from, to) / Geodesy.earthRadiusMeters
    return (angle, Int((angle / (stepDegrees * .pi / 180)).rounded(.up)))
  }

  /// The points on the great circle from the first to the second coordinate, without the first and with the second.
  private static func between(_ from: Coordinate, _ to: Coordinate) -> [Coordinate] {
    let a = Direction(from)
    let b = Direction(to)
    let (angle, steps) = steps(from, to)
    guard steps > 1 else { return [to] }
    let tangent = a.tangent(toward: b)
    return (1..<steps).map { step in
      let part = angle * Double(step) / Double(steps)
      return (a * cos(part) + tangent * sin(part)).coordinate
    } + [to]
  }
}

extension MapPoint {
  /// The same place, on the side of the antimeridian that is nearer to another point.
  package func near(_ other: MapPoint?) -> MapPoint {
    guard let other else { return self }
    let world = MapSize.world.width
    return MapPoint(x: x + ((other.x - x) / world).rounded() * world, y: y)
  }
}

/// A unit vector from the middle of the Earth.
private struct Direction {
  var x: Double, y: Double, z: Double

  init(x: Double, y: Double, z: Double) {
    self.x = x
    self.y = y
    self.z = z
  }

  init(_ coordinate: Coordinate) {
    let (latitude, longitude) = (coordinate.latitude * .pi / 180, coordinate.longitude * .pi / 180)
    self.init(x: cos(latitude) * cos(longitude), y: cos(latitude) * sin(longitude), z: sin(latitude))
  }

  var coordinate: Coordinate {
    Coordinate(
      clampingLatitude: atan2(z, (x * x + y * y).squareRoot()) * 180 / .pi, longitude: atan2(y, x) * 180 / .pi)
  }

  /// The direction at a right angle to this one towards another; any such direction when the other is opposite.
  func tangent(toward other: Direction) -> Direction {
    let along = x * other.x + y * other.y + z * other.z
    let rest = other + self * -along
    let length = (rest.x * rest.x + rest.y * rest.y + rest.z * rest.z).squareRoot()
    if length > 1e-9 { return rest * (1 / length) }
    // Goes to the east, as the map ends before the poles.
    return abs(z) < 0.999 ? tangent(toward: Direction(x: -y, y: x, z: 0)) : tangent(toward: Direction(x: 1, y: 0, z: 0))
  }

  static func * (vector: Direction, factor: Double) -> Direction {
    Direction(x: vector.x * factor, y: vector.y * factor, z: vector.z * factor)
  }

  static func + (a: Direction, b: Direction) -> Direction { Direction(x: a.x + b.x, y: a.y + b.y, z: a.z + b.z) }
}
