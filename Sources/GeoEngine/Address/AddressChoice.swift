/// The finest description of the query's point: a house, an interpolated number, a street, or none of them.
struct AddressChoice {
  /// The house; nil when none is within reach.
  var house: AddressCandidate?
  /// The stretch of interpolated numbers, when it is nearer than the house.
  ///
  /// It goes before the house and the street, which apply only if the stretch turns out to have no number.
  var interpolation: InterpolationCandidate?
  /// Whether ``interpolation`` is an address range of a census.
  var isFromRange = false
  /// The nearest way, whether or not the house is on it; nil when none is within reach.
  var street: StreetCandidate?
  /// Why the house or street was chosen.
  var rule = Rule.none

  /// The reason for the choice; the raw value is the phrase in traces.
  enum Rule: String {
    case none = "nothing is within reach"
    case own = "the address of the object itself"
    case atPoint = "the point is that of the address"
    case buildingContainsPoint = "the outline contains the point"
    case nodeInBuilding = "nearest address in the building that contains the point"
    case nearerThanStreet = "nearer than any street"
    case onNearestStreet = "nearest address of the nearest street"
    case streetOnly = "nearest named way"
  }
}

extension AddressChoice {
  /// The choice for queries that want nothing finer than a street: it keeps a house only if the house decided the
  /// street.
  var withoutNumbers: AddressChoice {
    var choice = self
    choice.interpolation = nil
    guard rule == .onNearestStreet else { return choice }
    choice.house = nil
    choice.rule = .streetOnly
    return choice
  }
}
