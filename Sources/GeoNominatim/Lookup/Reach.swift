import GeoModel
import GeoStore

/// How far things are looked for, in meters.
///
/// Nominatim's documentation and settings give these distances in degrees of latitude; one of them is 111,195 m.
enum Reach {
  /// The closest street or house.
  static let street = meters(0.006)
  /// A house of the closest street.
  static let houseOnStreet = meters(0.001)
  /// A node that stands for the area around it, as a place of interest within a building does.
  static let nodeInArea = meters(0.0001)
  /// Lakes, peaks and parks.
  static let feature = meters(0.007)
  /// A street that a house names, or the nearest one.
  static let parentStreet = meters(0.015)
  /// A house whose postal code is lent.
  static let postalCode = meters(0.05)
  /// A settlement that a house names.
  static let parentPlace = meters(0.04)

  /// How far a settlement may be that is answered, by its search rank.
  static func settlement(_ rank: UInt8) -> Double {
    switch rank {
    case ...4: meters(5)
    case ...8: meters(1.8)
    case ...12: meters(0.6)
    case ...17: meters(0.16)
    case ...18: meters(0.08)
    case ...19: meters(0.04)
    default: meters(0.02)
    }
  }

  /// How far around its node a settlement of a search rank names addresses.
  static func naming(_ rank: UInt8) -> Double {
    switch rank {
    case ...16: 15_000
    case ...18: 4_000
    case ...19: 2_000
    case ...20: 1_000
    default: 500
    }
  }

  /// Degrees of latitude in meters.
  private static func meters(_ degrees: Double) -> Double {
    degrees * LocalProjection.metersPerUnitY * FixedPoint.unitsPerDegree
  }
}
