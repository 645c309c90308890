/// What describes the asked point at the finest: a house, an interpolated number, a street, or nothing of the kind.
struct AddressChoice {
  /// The house; nil when none is within reach.
  var house: AddressCandidate?
  /// The stretch of interpolated numbers, when it is nearer than any house. It answers before house and street, which stand for
  /// themselves with ``rule`` where the stretch turns out to have no number.
  var interpolation: InterpolationCandidate?
  /// Whether ``interpolation`` is an address range of a census.
  var isFromRange = false
  /// The way that is nearest, whether or not the house is on it; nil when none is within reach.
  var street: StreetCandidate?
  /// Whether ``house`` was chosen because it is nearer than any street, or because it is on the nearest one.
  var rule = Rule.none

  /// Why the house was chosen; the raw value is the phrase in traces.
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
  /// What of the choice is shown where no finer part of an address than the street is wanted: a house only if it decided which street is
  /// meant.
  var withoutNumbers: AddressChoice {
    var choice = self
    choice.interpolation = nil
    guard rule == .onNearestStreet else { return choice }
    choice.house = nil
    choice.rule = .streetOnly
    return choice
  }
}
