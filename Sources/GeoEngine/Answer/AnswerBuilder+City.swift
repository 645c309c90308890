import GeoModel
import GeoStore

// The city is the same at every level of detail, so where no address is wanted it is searched for all the same, where it can matter:
// 1. In a municipality of the extract only if settlements in it have other names (``SettlementChooser/mayHavePart(_:)``).
// 2. Only where there are houses: the headers of the tiles around tell where there are none (``CandidateSearch/mayChooseHouse(in:)``), and
//    the groups of houses with a postal code where none is near enough to lend its city.
// 3. Only where houses could say anything else: tiles list the cities that those around name (``Tile/cities``).
// 4. Of the address found nothing is named.
extension AnswerBuilder {
  /// What the address around the point says of its city, however much of it is shown. (Nominatim's interface names what is coarser than
  /// streets by areas alone.)
  ///
  /// - Parameters:
  ///   - shown: what the shown address says.
  ///   - choice: what the shown address is made of.
  func cityFacts(_ shown: AddressFacts, _ choice: AddressChoice) throws(StoreError) -> AddressFacts {
    guard query.detail < .address, rows == nil else { return shown }
    return try cityFacts(of: query.detail == .street ? choice : engine.chooseAddress(self))
  }

  /// The same in a municipality of the extract, where only the house counts; nothing where there is none.
  func houseCityFacts(_ shown: AddressFacts, _ choice: AddressChoice) throws(StoreError) -> AddressFacts {
    guard mustSearchForCity else { return try cityFacts(shown, choice) }
    engine.beginSearch(self)
    guard try engine.mayChooseHouse(self) else { return AddressFacts() }
    return try cityFacts(of: engine.chooseAddressFromHere(self))
  }

  /// The same outside of municipalities of the extract; nil where no house is near enough to say a city in any way.
  func nearbyCityFacts(_ shown: AddressFacts, _ choice: AddressChoice) throws(StoreError) -> AddressFacts? {
    guard mustSearchForCity else { return try cityFacts(shown, choice) }
    engine.beginSearch(self)
    if try engine.mayChooseHouse(self) { return try cityFacts(of: engine.chooseAddressFromHere(self)) }
    return try mayLendCity() ? cityFacts(of: engine.chooseAddress(self)) : nil
  }

  /// The city outside of municipalities of the extract where it is the same whatever houses say; nil where they must be asked.
  ///
  /// 1. A house that is shown and names its city is known already.
  /// 2. In a coarse area that is the city all houses around name it, and no settlement goes before it for those that name none.
  /// 3. Elsewhere a settlement is the city both for houses that name none and for those that name any of the cities around.
  ///
  /// - Returns: the settlement that is the city, or that none is: what ``fillSettlements(_:_:_:_:)`` would find with houses.
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

  /// A city that needs no house.
  struct SureCity {
    /// The settlement that it is; nil when it is an area, or when nothing is.
    var settlement: Settlement?
  }

  /// Whether no address is wanted but for the city.
  private var mustSearchForCity: Bool { query.detail < .street && rows == nil }

  /// Whether a house with a postal code may say the city of a point without any house to choose. Without a municipality it may be far.
  private func mayLendCity() throws(StoreError) -> Bool {
    guard let house = try nearestHouse(on: nil) else { return false }
    return hierarchy.digest.city == nil || house.distanceMeters <= Reach.houseWithCity
  }
}
