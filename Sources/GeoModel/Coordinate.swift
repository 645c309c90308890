/// A place on Earth in WGS84 degrees, latitude first.
///
/// There are two initializers. Use the throwing ``init(latitude:longitude:)`` for input from users and programs, and
/// ``init(_:)``, which cannot fail, for stored data.
public struct Coordinate: Hashable, Codable, Sendable {
  /// Degrees north of the equator, -90 to 90.
  public let latitude: Double
  /// Degrees east of Greenwich, -180 to 180. Both ends are the same meridian.
  public let longitude: Double

  /// Creates a coordinate from unchecked values.
  ///
  /// - Parameters:
  ///   - latitude: degrees, -90 to 90.
  ///   - longitude: degrees, -180 to 180.
  /// - Throws: ``CoordinateError`` that names the value which is not finite or out of range.
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

/// The reason why a latitude or longitude is invalid, with advice for the caller.
public enum CoordinateError: Error, Hashable, Sendable {
  /// The invalid number.
  public enum Axis: String, Hashable, Sendable { case latitude, longitude }

  /// The value is NaN or infinite.
  case notANumber(Axis, Double)
  /// The value is outside its range; `looksSwapped` when the two numbers would be valid in the other order.
  case outOfRange(Axis, Double, looksSwapped: Bool)
}

extension CoordinateError: CustomStringConvertible {
  /// One sentence for the user: the value, the range, and a hint when the numbers look swapped.
  public var description: String {
    switch self {
    case .notANumber(let axis, let value): "\(axis.rawValue) \(value) is not a finite number"
    case .outOfRange(let axis, let value, let swapped):
      "\(axis.rawValue) \(value) is out of range (\(axis == .latitude ? "-90 to 90" : "-180 to 180"))"
        + (swapped ? "; latitude comes first: are the two numbers swapped?" : "")
    }
  }
}
