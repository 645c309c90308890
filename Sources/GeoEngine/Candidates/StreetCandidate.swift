import GeoModel
import GeoStore

/// A named way within reach of the asked point.
struct StreetCandidate {
  /// The way's row.
  var id: StreetID
  /// Its name's row.
  var name: NameID
  /// Whether the name is only the road's number.
  var isReference: Bool
  /// Metres from the point to the line; 0 inside a square.
  var distanceMeters: Double
  /// ``distanceMeters`` and the way's penalty: what ways are compared by.
  var rankMeters: Double
  /// The nearest point of the line, in the query's projection; the asked point itself inside a square.
  var nearest: LocalPoint
}

/// A house within reach of the asked point.
struct AddressCandidate {
  /// The house's row.
  var id: AddressID
  /// Its street's name; nil when nothing says.
  var street: NameID?
  /// Metres to its outline, or to its point when it has no outline; 0 inside the outline.
  var distanceMeters: Double
  /// Whether the outline contains the asked point.
  var containsPoint: Bool
  /// Metres to the nearest edge of the outline in the tiles seen: of two outlines around the point the inner one's is less.
  var edgeMeters: Double
}

/// A stretch of interpolated numbers within reach of the asked point.
struct InterpolationCandidate {
  /// The stretch's row.
  var id: InterpolationID
  /// Its street's name; nil when nothing says.
  var street: NameID?
  /// Metres to its line.
  var distanceMeters: Double
}

/// A place of interest at the asked point.
struct FeatureCandidate {
  /// The feature's row.
  var id: FeatureID
  /// Whether its outline contains the point.
  var containsPoint: Bool
  /// Metres to its node, or to the nearest edge of the outline around the point.
  var distanceMeters: Double
}
