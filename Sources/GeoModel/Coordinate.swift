/// A place on Earth in WGS84 degrees, latitude first.
///
/// There are two doors. Anything typed by a person or sent by a program comes through the throwing
/// ``init(latitude:longitude:)``; our own stored data comes through ``init(_:)``, which cannot fail.
public struct Coordinate: Hashable, Sendable {
  /// Degrees north of the equator, -90 to 90.
  public let latitude: Double
  /// Degrees east of Greenwich, -180 to 180. Both ends are the same meridian.
  public let longitude: Double

  /// Accepts a coordinate from outside.
  ///
  /// - Parameters:
  ///   - latitude: degrees, -90 to 90.
  ///   - longitude: degrees, -180 to 180.
  /// - Throws: ``CoordinateError`` that names the value which is not a number or out of range.
  public init(latitude: Double, longitude: Double) throws(CoordinateError) {
    guard latitude.isFinite else { throw .notANumber(.latitude, latitude) }
    guard longitude.isFinite else { throw .notANumber(.longitude, longitude) }
    guard abs(latitude) <= 90 else {
      throw .outOfRange(.latitude, latitude, looksSwapped: abs(latitude) <= 180 && abs(longitude) <= 90)
    }
    guard abs(longitude) <= 180 else { throw .outOfRange(.longitude, longitude, looksSwapped: false) }
    self.latitude = latitude
    self.longitude = longitude
  }

  /// The coordinate of a stored point. Never fails.
  @inlinable public init(_ point: FixedPoint) {
    latitude = Double(point.y) / FixedPoint.unitsPerDegree
    longitude = Double(point.x) / FixedPoint.unitsPerDegree
  }
}
