import GeoSupport

/// The settlement that a point is near, where none contains it: `12 km NW of Elko`.
public struct NearbySettlement: Hashable, Codable, Sendable {
  /// The settlement's name in the query's language.
  public var name: String
  /// The distance from its middle to the point, in meters.
  public var distanceMeters: Double
  /// The direction from its middle to the point, in degrees clockwise from north, 0 up to 360.
  public var bearingDegrees: Double
  /// The OpenStreetMap object; nil for a settlement of the world layer.
  public var source: SourceReference?

  /// Creates a settlement by its name, and the point's distance and direction from it.
  public init(name: String, distanceMeters: Double, bearingDegrees: Double, source: SourceReference?) {
    self.name = name
    self.distanceMeters = distanceMeters
    self.bearingDegrees = bearingDegrees
    self.source = source
  }

  /// A description for users: `400 m E of Nendeln`, `1.8 km S of Malbun`, `12 km NW of Elko`.
  public var text: String {
    let names = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"]
    return "\(distance) \(names[Int((bearingDegrees / 45).rounded()) % 8]) of \(name)"
  }

  private var distance: String {
    if distanceMeters < 950 { return "\(Int((distanceMeters / 50).rounded()) * 50) m" }
    if distanceMeters >= 9950 { return "\(Int((distanceMeters / 1000).rounded())) km" }
    let tenths = Int((distanceMeters / 100).rounded())
    return tenths % 10 == 0 ? "\(tenths / 10) km" : "\(tenths / 10).\(tenths % 10) km"
  }
}

extension Geodesy {
  /// The direction from one point to another along the great circle, in degrees clockwise from north, 0 up to 360.
  package static func bearingDegrees(from a: Coordinate, to b: Coordinate) -> Double {
    let radians = Double.pi / 180
    let (south, north, turn) = (a.latitude * radians, b.latitude * radians, (b.longitude - a.longitude) * radians)
    let east = sin(turn) * cos(north)
    let ahead = cos(south) * sin(north) - sin(south) * cos(north) * cos(turn)
    let degrees = atan2(east, ahead) / radians
    return degrees < 0 ? degrees + 360 : degrees
  }
}
