import GeoSupport

extension CoordinateRegion {
  /// Creates a region around a center (`MKCoordinateRegion(center:span:)`, `MKCoordinateRegionMake`).
  ///
  /// The center is the middle of the region on a Mercator map. In the north, the northern half of a region spans fewer
  /// degrees than the southern half. ``center`` and ``span`` return the same values, and a map set to the region shows
  /// these edges exactly. Edges beyond the poles are cut off; a span of 360 degrees or more is the whole way around.
  public init(center: Coordinate, span: CoordinateSpan) {
    let middle = CoordinateRegion.mercator(center.latitude)
    let angle = max(0, min(179.999_999, span.latitudeDelta)) * .pi / 180
    // For two latitudes whose Mercator ordinates are h above and below y: tan(difference / 2) = sinh(h) / cosh(y).
    let half = span.latitudeDelta.isNaN ? .nan : asinh(tan(angle / 2) * cosh(middle))
    let across = min(360, span.longitudeDelta)
    var west = center.longitude - across / 2
    var east = center.longitude + across / 2
    if across >= 360 {
      (west, east) = (-180, 180)
    } else {
      if west < -180 { west += 360 }
      if east > 180 { east -= 360 }
    }
    self.init(
      south: CoordinateRegion.latitude(mercator: middle - half), west: west,
      north: CoordinateRegion.latitude(mercator: middle + half), east: east)
  }

  /// Creates a region by meters on the ground around a center (`MKCoordinateRegionMakeWithDistance`; meters, not
  /// kilometers).
  ///
  /// - Parameters:
  ///   - latitudinalMeters: meters from south to north.
  ///   - longitudinalMeters: meters from west to east, at the center's latitude.
  public init(center: Coordinate, latitudinalMeters: Double, longitudinalMeters: Double) {
    let metersPerDegree = Geodesy.earthRadiusMeters * .pi / 180
    let radius = max(cos(center.latitude * .pi / 180), 1e-9)
    self.init(
      center: center,
      span: CoordinateSpan(
        latitudeDelta: latitudinalMeters / metersPerDegree,
        longitudeDelta: longitudinalMeters / (metersPerDegree * radius)))
  }

  /// Creates the region that a rectangle of the map shows (`MKCoordinateRegionForMapRect`). Parts beyond the northern
  /// and southern edges of the world are cut off. The null rectangle gives an invalid region.
  public init(_ rect: MapRect) {
    guard rect.isValid else {
      self.init(south: .nan, west: .nan, north: .nan, east: .nan)
      return
    }
    let south = MapPoint(x: rect.minX, y: rect.maxY).coordinate
    let north = MapPoint(x: rect.maxX, y: rect.minY).coordinate
    let isWholeWay = rect.width >= MapSize.world.width
    var east = isWholeWay ? 180 : north.longitude
    let west = isWholeWay ? -180 : south.longitude
    // As an eastern edge the antimeridian is 180, so that a region that ends there does not cross it.
    if east == -180, rect.width > 0 { east = 180 }
    self.init(
      south: south.latitude, west: west == 180 && rect.width > 0 ? -180 : west, north: north.latitude, east: east)
  }

  /// Whether the edges are in range and south is not north of north, so that a map can show the region.
  public var isValid: Bool {
    south >= -90 && north <= 90 && south <= north && abs(west) <= 180 && abs(east) <= 180
  }

  /// The middle of the region on a map (`MKCoordinateRegion.center`). Setting it moves the region and keeps ``span``.
  public var center: Coordinate {
    get {
      let limit = MapPoint.maximumLatitude
      let y =
        (CoordinateRegion.mercator(max(-limit, south)) + CoordinateRegion.mercator(min(limit, north))) / 2
      return Coordinate(
        clampingLatitude: CoordinateRegion.latitude(mercator: y), longitude: west + span.longitudeDelta / 2)
    }
    set { self = CoordinateRegion(center: newValue, span: span) }
  }

  /// The extent (`MKCoordinateRegion.span`). Setting it zooms and keeps ``center``; twice the span is a zoom out by
  /// two.
  public var span: CoordinateSpan {
    get {
      let across = east - west
      return CoordinateSpan(latitudeDelta: north - south, longitudeDelta: across < 0 ? across + 360 : across)
    }
    set { self = CoordinateRegion(center: center, span: newValue) }
  }

  /// Whether the region crosses the antimeridian: its western edge is east of its eastern one.
  public var crossesAntimeridian: Bool { west > east }

  /// The Mercator ordinate of a latitude, in radii; cut off at the edges of the map.
  private static func mercator(_ latitude: Double) -> Double {
    let limit = MapPoint.maximumLatitude
    return asinh(tan(max(-limit, min(limit, latitude)) * .pi / 180))
  }

  private static func latitude(mercator: Double) -> Double { atan(sinh(mercator)) * 180 / .pi }
}

extension MapRect {
  /// Creates the rectangle of a region. For a region that crosses the antimeridian, it ends beyond the world's width.
  /// For an invalid region, it is ``null``.
  public init(_ region: CoordinateRegion) {
    guard region.isValid else {
      self = .null
      return
    }
    let world = MapSize.world.width
    let west = (region.west + 180) / 360 * world
    let north = MapPoint(Coordinate(clampingLatitude: region.north, longitude: 0)).y
    let south = MapPoint(Coordinate(clampingLatitude: region.south, longitude: 0)).y
    self.init(x: west, y: north, width: region.span.longitudeDelta / 360 * world, height: south - north)
  }
}

/// An extent in degrees, not in kilometers (`MKCoordinateSpan`). A degree of latitude is about 111 km everywhere; one
/// of longitude is 111 km at the equator and nothing at the poles.
public struct CoordinateSpan: Hashable, Sendable {
  /// Degrees from south to north, 0 to 180; a smaller value zooms in.
  public var latitudeDelta: Double
  /// Degrees from west to east, 0 to 360.
  public var longitudeDelta: Double

  /// Creates a span in degrees (`MKCoordinateSpanMake`).
  public init(latitudeDelta: Double, longitudeDelta: Double) {
    self.latitudeDelta = latitudeDelta
    self.longitudeDelta = longitudeDelta
  }
}
