/// The reason why our value is right although the reference has another one; the raw value is the heading in the
/// output.
///
/// Each reason is checked against the map around the point, not against the engine's own result.
enum Reason: String, CaseIterable {
  case saysSo = "the object that both matched has our value in its own tags"
  case ownTags = "our house, which is not farther, has our value in its own tags"
  case contains = "our building contains the point"
  case nodeInBuilding = "our address node is in or on the building around the point"
  case nearer = "ours is nearer"
  case nearerStreet = "our street is nearer than what the reference chose"
  case outOfReach = "the reference's way is a tunnel or a motorway: nobody stands on it"
  case houseOnStreet = "the same street, and we know the nearest house on it"
  case tooFar = "the reference's house is farther than 75 m"
  case municipality = "the boundary of our city contains the point"
  case cityOfNeighbor = "the nearest house that names a city names ours"
  case postalArea = "the boundary of our postal area contains the point"
  case codeOfStreet = "a house of the same street has our code, within 100 m"
  case codeNearer = "the nearest house with our code is nearer than any with the reference's"
  case codeOfOtherCity = "the nearest house with the reference's code lies in another city"
  case noSuchCode = "no house within 3 km has the reference's code"
  case soleCode = "country or parish has only our code"
  case nothingMapped = "no house of the city within reach has a code; the reference's is another town's"
  case unclear = "not explained: look at the map"

  /// Whether it supports our value.
  var speaksForUs: Bool { self != .unclear }
}
