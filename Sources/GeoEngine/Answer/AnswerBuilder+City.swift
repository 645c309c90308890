import GeoModel
import GeoStore

// The city is the same at every level of detail. Even where the query wants no address, the address is therefore
// searched for, but only where it may change the city:
// 1. In a municipality of the extract, only if settlements in it have other names
//    (``SettlementChooser/mayHavePart(_:)``).
// 2. Only where there are houses. The headers of the tiles around show where no house can be chosen
//    (``CandidateSearch/mayChooseHouse(in:)``). The groups of houses with a postal code show where none is near enough
//    to lend its city.
// 3. Only where houses could change the city: tiles list the cities that the houses around name (``Tile/cities``).
// 4. Of the address found, only the city is named.
extension AnswerBuilder {
  /// The city facts of the address around the point, whatever the query's detail. (Nominatim's interface names
  /// everything coarser than streets by areas alone.)
  ///
  /// - Parameters:
  ///   - shown: the facts of the shown address.
  ///   - choice: the choice behind the shown address.
  func cityFacts(_ shown: AddressFacts, _ choice: AddressChoice) throws(StoreError) -> AddressFacts {
    guard query.detail < .address, rows == nil else { return shown }
    return try cityFacts(of: query.detail == .street ? choice : engine.chooseAddress(self))
  }

  /// The city facts in a municipality of the extract, where only the house counts; empty where there is no house.
  func houseCityFacts(_ shown: AddressFacts, _ choice: AddressChoice) throws(StoreError) -> AddressFacts {
    guard mustSearchForCity else { return try cityFacts(shown, choice) }
    engine.beginSearch(self)
    guard try engine.mayChooseHouse(self) else { return AddressFacts() }
    return try cityFacts(of: engine.chooseAddressFromHere(self))
  }

  /// The city facts for a point outside the extract's municipalities; nil where no house is near enough to give a city.
  func nearbyCityFacts(_ shown: AddressFacts, _ choice: AddressChoice) throws(StoreError) -> AddressFacts? {
    guard mustSearchForCity else { return try cityFacts(shown, choice) }
    engine.beginSearch(self)
    if try engine.mayChooseHouse(self) { return try cityFacts(of: engine.chooseAddressFromHere(self)) }
    return try mayLendCity() ? cityFacts(of: engine.chooseAddress(self)) : nil
  }

  /// The city outside municipalities of the extract, where it is the same whatever the houses name; nil where houses
  /// must be searched.
  ///
  /// 1. Nil when the shown house names its city, as that is already known.
  /// 2. In a coarse area that is the city: all houses around name it, and if there are such houses, no settlement may
  ///    go before it.
  /// 3. Elsewhere: the same settlement is the city without a house's name and with each of the names around.
  ///
  /// - Returns: the settlement that is the city, or none, as ``fillSettlements(_:_:_:_:)`` would find it with houses.
  func cityWhateverHousesSay(_ shown: AddressFacts) throws(StoreError) -> SureCity? {
    guard rows == nil, shown.city == nil, let names = citiesAround else { return nil }
    if try isCoarseCity(nil) {
      for name in names where try !isCoarseCity(name) { return nil }
      let settlement = try sureSettlement()
      return settlement == nil || names.isEmpty ? SureCity(settlement: settlement) : nil
    }
    let settlement = try engine.settlements.city(named: nil)
    for name in names {
      guard let settlement, let other = try engine.settlements.city(named: name), other.place.id == settlement.place.id,
        try engine.settlementNames.isSame(name, as: settlement.place.name)
      else { return nil }
    }
    return SureCity(settlement: settlement)
  }

  /// A city found without houses.
  struct SureCity {
    /// The settlement that is the city; nil when the city is an area, or there is no city.
    var settlement: Settlement?
  }

  /// Whether an address is needed only for the city.
  private var mustSearchForCity: Bool { query.detail < .street && rows == nil }

  /// Whether a house with a postal code may give the city of a point where no house can be chosen. Outside any city's
  /// area the house may be far away.
  private func mayLendCity() throws(StoreError) -> Bool {
    guard let house = try nearestHouse(on: nil) else { return false }
    return hierarchy.digest.city == nil || house.distanceMeters <= Reach.houseWithCity
  }
}
