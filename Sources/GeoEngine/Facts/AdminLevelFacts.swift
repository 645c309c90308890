/// What the administrative levels of one country mean for its addresses.
///
/// A value of a few bytes: copying and asking cost no allocation.
public struct AdminLevelFacts: Hashable, Sendable {
  private let state: AdminLevelList
  private let county: AdminLevelList
  private let city: AdminLevelList
  private let suburb: AdminLevelList
  private let neighborhood: AdminLevelList
  private let doubtfulCities: AdminLevelList

  /// Facts from the columns of ``AdminLevels``' table, each a list of levels, best first.
  init(
    state: AdminLevelList, county: AdminLevelList, city: AdminLevelList, suburb: AdminLevelList,
    neighborhood: AdminLevelList, doubtfulCities: AdminLevelList
  ) {
    self.state = state
    self.county = county
    self.city = city
    self.suburb = suburb
    self.neighborhood = neighborhood
    self.doubtfulCities = doubtfulCities
  }

  /// The levels that can give a part of the address, best first: the first that contains the point gives it, unless it
  /// has given a coarser part already.
  ///
  /// `levels(for: .city)` is `[8, 6, 4]` in Germany: the municipality, else the city that is a county, else the city
  /// that is a state. The last two have ``isCityOnlyIfSettlement(_:)``.
  public func levels(for role: AddressRole) -> AdminLevelList {
    switch role {
    case .none: []
    case .country: [2]
    case .state: state
    case .county: county
    case .city: city
    case .suburb: suburb
    case .neighborhood: neighborhood
    }
  }

  /// Whether areas of a level are cities only now and then: Munich (6) and Berlin (4), but not the other counties and
  /// states.
  ///
  /// Such an area counts as the city only where the data says that it is one: by its `place` or `border_type`, by a
  /// label place of the same name that is a city or town, or by ``AdminLevels/isCity(subdivision:)``.
  public func isCityOnlyIfSettlement(_ level: Int) -> Bool { doubtfulCities.rank(of: level) != nil }

  /// What a level is first of all: the role whose list names it earliest, the coarser of two. A level where only some
  /// areas are cities is whatever else it is.
  public func role(ofLevel level: Int) -> AddressRole {
    if level == 2 { return .country }
    var best: (rank: Int, role: AddressRole) = (.max, .none)
    for role in [AddressRole.state, .county, .city, .suburb, .neighborhood] {
      guard var rank = levels(for: role).rank(of: level) else { continue }
      if role == .city, isCityOnlyIfSettlement(level) { rank += 100 }
      if rank < best.rank { best = (rank, role) }
    }
    return best.role
  }
}
