/// How far things may be from the asked point and still describe it, in metres.
///
/// Beyond these distances nothing is an answer: a street a kilometre away in the desert still helps to find the way,
/// a house number 300 m away would only mislead. Of the answers that another geocoder and we agree on, 99 in 100 house numbers are within 60 m.
enum Reach {
  /// A named way. Dense places find one within metres; the length matters in empty country only.
  static let street = 1_000.0
  /// A house or an interpolated number of the street that is answered.
  static let houseOnStreet = 75.0
  /// A house that is nearer than any street.
  static let house = 300.0
  /// The nearest street for a point on a lake or river: a bridge or a quay, not the road along the far shore.
  static let streetFromWater = 50.0
  /// An address node inside the building that contains the point is the finer answer when it is this near.
  static let nodeInBuilding = 11.0
  /// A place of interest mapped as a node is "here" within this distance.
  static let feature = 8.0
  /// The nearest house that may lend its postal code to a point of the same city.
  static let postalCode = 1_500.0
  /// The nearest house of the same street that may lend its postal code; found by hiding known codes, see
  /// Tests/ReferenceComparison.
  static let postalCodeOnStreet = 300.0
  /// Beyond this distance the house of the same street gives way to one of another street that is three times as near.
  static let surePostalCodeOnStreet = 100.0
  /// Coarse borders farther than this are not worth a warning.
  static let coarseBorder = 10_000.0

  /// The radii that are searched one after the other while no street has been found.
  static let rings = [150.0, 400.0, street]
}
