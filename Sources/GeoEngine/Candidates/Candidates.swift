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
  /// Meters from the point to the line; 0 inside a square.
  var distanceMeters: Double
  /// ``distanceMeters`` and the way's penalty: what ways are compared by.
  var rankMeters: Double
  /// The nearest point of the line, in the query's projection; the asked point itself inside a square.
  var nearest: LocalPoint
}

/// A house within reach of the asked point.
struct AddressCandidate {
  /// The house's row; known once it is measured.
  var id: AddressID
  /// Its street's name; nil when nothing says.
  var street: NameID?
  /// Meters to its outline, or to its point when it has no outline; 0 inside the outline. No more than that while ``openTile`` says where
  /// the outline is.
  var distanceMeters: Double
  /// Whether the outline contains the asked point.
  var containsPoint: Bool
  /// Meters to the nearest edge of the outline in the tiles seen: of two outlines around the point the inner one's is less. Until it is
  /// measured, how far it may be.
  var edgeMeters: Double
  /// Position in ``CandidateSearch/outlineTiles`` of the tile that has the outline, until it is measured; -1 from then on.
  var openTile: Int32 = -1
  /// Position of the outline in ``openTile``.
  var openPiece: Int32 = 0

  /// A measure of the box around the outline, where that contains the point; only good for comparing.
  var outlineSize = Int64.max

  /// Whether it is known as a point.
  var isNode: Bool { edgeMeters == .infinity }

  /// Of two outlines around the point whether its own is the inner one: its wall is nearer, or it is smaller where they share that wall,
  /// as a shop or a stairway shares that of its building.
  func isWithin(_ other: AddressCandidate) -> Bool {
    if abs(edgeMeters - other.edgeMeters) > Reach.sameWall { return edgeMeters < other.edgeMeters }
    return outlineSize < other.outlineSize
  }
}

/// A stretch of interpolated numbers within reach of the asked point.
struct InterpolationCandidate {
  /// The stretch's row.
  var id: InterpolationID
  /// Its street's name; nil when nothing says.
  var street: NameID?
  /// Meters to its line.
  var distanceMeters: Double
}

/// A place of interest at the asked point.
struct FeatureCandidate {
  /// The feature's row.
  var id: FeatureID
  /// Whether its outline contains the point.
  var containsPoint: Bool
  /// Meters to its node, or to the nearest edge of the outline around the point.
  var distanceMeters: Double
}

/// Meters added to a way's distance before ways are compared, so that the street one can stand in front of wins over the
/// motorway behind the noise barrier, the tunnel below and the footpath between two gardens. The distance that is
/// reported stays the true one.
///
/// On a motorway nobody stands: who is right on its line drives there, and it counts as any other street does. Over some meters from the line its
/// penalty grows to the whole.
struct StreetPenalty {
  /// The whole penalty, in meters.
  let meters: Double
  /// The penalty right on the line, in meters: less than ``meters`` where only drivers are.
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

  /// What decides for the other one where two lines cross.
  private static let tie = 0.5
  /// So near to its line, in meters, a point is on a carriageway.
  private static let onLineUpTo = 3.0
  /// From this distance on, in meters, it is beside it.
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

  /// Tunnels cannot be seen from the ground, where somebody stands who asks; a bridge passes over the street that is meant.
  private static func meters(layer: Int8) -> Double { layer < 0 ? 20 : layer > 0 ? 1 : 0 }
}

/// How far things may be from the asked point and still describe it, in meters.
///
/// Beyond these distances nothing is an answer: a street a kilometre away in the desert still helps to find the way,
/// a house number 300 m away would only mislead. Of the answers that another geocoder and we agree on, 99 in 100 house numbers are within 60 m.
enum Reach {
  /// A named way. Dense places find one within meters; the length matters in empty country only.
  static let street = 1_000.0
  /// A house or an interpolated number of the street that is answered; and neighbors that say in which city the point is.
  static let houseOnStreet = 75.0
  /// A house that is nearer than any street.
  static let house = 300.0
  /// The nearest street for a point on a lake or river: a bridge or a quay, not the road along the far shore.
  static let streetFromWater = 50.0
  /// On a lake of the coarse layer, whose shore is good to some hundred meters, the point is this far from it.
  static let lakeShore = 500.0
  /// A street for a point beyond the coastline that is in the waters of a town.
  static let harbor = 500.0
  /// An address node inside the building that contains the point is the finer answer when it is this near.
  static let nodeInBuilding = 11.0
  /// The street nearest to a house gives way to the one nearest to the point when it is this farther than one and a half times as far.
  static let besideNearestStreet = 10.0
  /// A numbered house goes before one of its street that has only a name when it is no more than this farther than twice as far.
  static let besideNamedHouse = 10.0
  /// An object is at a point that was taken from it, however its coordinates were rounded.
  static let samePlace = 1.0
  /// An address node this near to a wall is on it.
  static let onWall = 0.3
  /// Walls of two outlines that are no farther apart are one: what is between is rounding.
  static let sameWall = 0.1
  /// A place of interest mapped as a node is "here" within this distance.
  static let feature = 8.0
  /// The nearest house that may lend its postal code to a point of the same city.
  static let postalCode = 1_500.0
  /// The same where each street has codes of its own.
  static let postalCodeOfStreets = 300.0
  /// The nearest house that may say in which city the point is.
  static let houseWithCity = 300.0
  /// The nearest house that may lend its postal code to a point on water.
  static let postalCodeOnWater = 300.0
  /// Beyond this distance a house of the same city gives way to one of another city that is three times as near.
  static let postalCodeNextDoor = 100.0
  /// The nearest point of a table of postal codes that may say the code. Post offices are 4 km apart in Liechtenstein, 7 km in Germany and 9 km in France, one in each 44 and
  /// 86 square kilometers; farther away a code is more often another one than not.
  static let postalPoint = 10_000.0
  /// The nearest house of the same street that may lend its postal code; found by hiding known codes, see
  /// Tests/ReferenceComparison.
  static let postalCodeOnStreet = 300.0
  /// Beyond this distance the house of the same street gives way to one of another street that is three times as near.
  static let surePostalCodeOnStreet = 100.0
  /// Coarse borders farther than this are not worth a warning.
  static let coarseBorder = 10_000.0

  /// The radii that are searched one after the other while no street has been found.
  static let rings = [150.0, 400.0, street]
  /// The radii that are searched for a house with a postal code: nearly always there is one next door, and a small circle has few.
  static let postalCodeRings = [postalCodeNextDoor, 300.0, postalCode]
  /// The same for a house on a street: few have one.
  static let postalCodeOnStreetRings = [postalCodeOnStreet]
}
