import GeoModel
import GeoStore

/// A named way within reach of the query's point.
struct StreetCandidate {
  /// The way's row.
  var id: StreetID
  /// Its name's row.
  var name: NameID
  /// Whether the name is only the road's number.
  var isReference: Bool
  /// Meters from the point to the line; 0 inside a square.
  var distanceMeters: Double
  /// ``distanceMeters`` plus the way's penalty; ways are compared by it.
  var rankMeters: Double
  /// The nearest point of the line, in the query's projection; the query's point itself inside a square.
  var nearest: LocalPoint
}

/// A house within reach of the query's point.
struct AddressCandidate {
  /// The house's row; known once it is measured.
  var id: AddressID
  /// Its street's name; nil when unknown.
  var street: NameID?
  /// Meters to its outline, or to its point when it has no outline; 0 inside the outline. A lower bound while
  /// ``openTile`` is set.
  var distanceMeters: Double
  /// Whether the outline contains the query's point.
  var containsPoint: Bool
  /// Meters to the nearest edge of the outline in the tiles seen; of two outlines around the point the inner one has
  /// less. Until it is measured, the reach of the search.
  var edgeMeters: Double
  /// The position in ``CandidateSearch/outlineTiles`` of the outline's tile; -1 once the house is measured, and for
  /// houses without an outline.
  var openTile: Int32 = -1
  /// Position of the outline in ``openTile``.
  var openPiece: Int32 = 0

  /// The size of the box around the outline, set where the outline contains the point; only good for comparing.
  var outlineSize = Int64.max

  /// Whether it is known as a point.
  var isNode: Bool { edgeMeters == .infinity }

  /// Whether its outline is the inner one of two around the point. The inner one has the nearer wall. Where both share
  /// that wall, as a shop or a stairway shares its building's, the inner one is smaller.
  func isWithin(_ other: AddressCandidate) -> Bool {
    if abs(edgeMeters - other.edgeMeters) > Reach.sameWall { return edgeMeters < other.edgeMeters }
    return outlineSize < other.outlineSize
  }
}

/// A stretch of interpolated numbers within reach of the query's point.
struct InterpolationCandidate {
  /// The stretch's row.
  var id: InterpolationID
  /// Its street's name; nil when unknown.
  var street: NameID?
  /// Meters to its line.
  var distanceMeters: Double
}

/// A place of interest at the query's point.
struct FeatureCandidate {
  /// The feature's row.
  var id: FeatureID
  /// Whether its outline contains the point.
  var containsPoint: Bool
  /// Meters to its node, or to the nearest edge of the outline around the point.
  var distanceMeters: Double
}

/// Meters added to a way's distance before ways are compared.
///
/// The street that one can stand in front of wins over the motorway behind the noise barrier, the tunnel below and the
/// footpath between two gardens. The reported distance stays the true one.
///
/// A point right on the line of a motorway is in a vehicle there. On the line the penalty of a motorway is therefore
/// 0.5 m, and it grows to the full value between 3 and 10 m from the line.
struct StreetPenalty {
  /// The whole penalty, in meters.
  let meters: Double
  /// The penalty right on the line, in meters: less than ``meters`` on ways that are only for drivers.
  let onLine: Double

  /// The penalty of a kind of way.
  @inline(__always) init(kind: StreetKind, isReference: Bool, layer: Int8) {
    meters = StreetPenalty.meters(kind) + (isReference ? 10 : 0) + StreetPenalty.meters(layer: layer)
    let isForDriversOnly = kind == .motorway || kind == .trunk || kind == .link && isReference
    onLine = layer >= 0 && isForDriversOnly ? StreetPenalty.tie : meters
  }

  /// The penalty at a distance from the line, in meters.
  @inline(__always) func at(_ distance: Double) -> Double {
    guard onLine < meters, distance < StreetPenalty.wholeFrom else { return meters }
    let part = max(0, distance - StreetPenalty.onLineUpTo) / (StreetPenalty.wholeFrom - StreetPenalty.onLineUpTo)
    return onLine + (meters - onLine) * part
  }

  /// Where a motorway crosses another way, this small penalty lets the other way win.
  private static let tie = 0.5
  /// A point within this distance of the line, in meters, is on the carriageway.
  private static let onLineUpTo = 3.0
  /// A point at least this far from the line, in meters, is beside the carriageway.
  private static let wholeFrom = 10.0

  private static func meters(_ kind: StreetKind) -> Double {
    switch kind {
    case .motorway: 15
    case .trunk, .other: 4
    case .track, .cycleway: 3
    // A link with a name is a street like others; those of motorways have numbers only.
    case .path, .footway, .steps, .link: 2
    default: 0
    }
  }

  /// A point is usually on the ground: no tunnel is visible there, and a bridge passes over the street that is meant.
  private static func meters(layer: Int8) -> Double { layer < 0 ? 20 : layer > 0 ? 1 : 0 }
}

/// How far things may be from the query's point and still describe it, in meters.
///
/// Beyond these distances there is no answer: a street a kilometer away in the desert still helps to find the way, but
/// a house number 300 m away would only mislead. Of the house numbers on which this geocoder and another one agree, 99
/// in 100 are within 60 m.
enum Reach {
  /// A named way. In dense places one is found within meters, so the distance matters only in empty country.
  static let street = 1_000.0
  /// A house or interpolated number of the chosen street, or a neighbor that shows which city the point is in.
  static let houseOnStreet = 75.0
  /// A house that is nearer than any street.
  static let house = 300.0
  /// The nearest street for a point on a lake or river: a bridge or a quay, not the road along the far shore.
  static let streetFromWater = 50.0
  /// A point counts as on a lake of the coarse layer when it is this far from the shore, which is accurate to some
  /// hundred meters.
  static let lakeShore = 500.0
  /// A street or house near a point beyond the coastline, which is then in a town's harbor, for instance.
  static let harbor = 500.0
  /// An address node inside the building around the point is preferred to the building within this distance.
  static let nodeInBuilding = 11.0
  /// A house's own street gives way to the street nearest to the point when it is farther away than 1.5 times that
  /// street's distance plus this.
  static let besideNearestStreet = 10.0
  /// A numbered house replaces a house of the same street that has only a name, up to twice the latter's distance plus
  /// this.
  static let besideNamedHouse = 10.0
  /// A point within this distance of an object was taken from it: the tolerance for rounded coordinates.
  static let samePlace = 1.0
  /// An address node this near to a wall is on it.
  static let onWall = 0.3
  /// Walls of two outlines within this distance are the same wall: the difference is rounding.
  static let sameWall = 0.1
  /// A place of interest mapped as a node is "here" within this distance.
  static let feature = 8.0
  /// The nearest house that may lend its postal code to a point of the same city.
  static let postalCode = 1_500.0
  /// The same as ``postalCode`` in countries where each street has codes of its own.
  static let postalCodeOfStreets = 300.0
  /// The nearest house that may give the point's city.
  static let houseWithCity = 300.0
  /// The nearest house that may lend its postal code to a point on water.
  static let postalCodeOnWater = 300.0
  /// Beyond this distance a house of the same city gives way to a house of another city at less than a third of its
  /// distance.
  static let postalCodeNextDoor = 100.0
  /// The nearest point of a table of postal codes that may give the code.
  ///
  /// Post offices are 4 km apart in Liechtenstein, 7 km in Germany (one in 44 square kilometers) and 9 km in France
  /// (one in 86). A code from farther away is more often wrong than right.
  static let postalPoint = 10_000.0
  /// The nearest house of the same street that may lend its postal code; measured by hiding known codes, see
  /// Tests/ReferenceComparison.
  static let postalCodeOnStreet = 300.0
  /// Beyond this distance the house of the same street gives way to a house of another street at less than a third of
  /// its distance.
  static let surePostalCodeOnStreet = 100.0
  /// Coarse borders farther than this are not worth a warning.
  static let coarseBorder = 10_000.0

  /// The radii that are searched one after the other while no street has been found.
  static let rings = [150.0, 400.0, street]
  /// The radii that are searched for a house with a postal code. Nearly always one is next door, and a small circle has
  /// few houses.
  static let postalCodeRings = [postalCodeNextDoor, 300.0, postalCode]
  /// The radii that are searched for such a house on one street: a single one, as a street has few houses.
  static let postalCodeOnStreetRings = [postalCodeOnStreet]
}
