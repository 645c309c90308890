/// The part of an address that an administrative area gives.
public enum AddressRole: UInt8, Hashable, Sendable, CaseIterable {
  /// The area says nothing that an address shows.
  case none = 0
  /// A sovereign state, or a territory with a country code of its own.
  case country
  /// State, province, region: the part that an address of the country names, or its nearest equivalent.
  case state
  /// County, department, district: what lies between state and city.
  case county
  /// City, town, municipality, commune.
  case city
  /// Borough, district or quarter of a city.
  case suburb
  /// A part of a suburb.
  case neighborhood
}

/// What the administrative levels of one country mean for its addresses.
///
/// A value of a few bytes: copying and asking cost no allocation.
public struct AdminLevelFacts: Hashable, Sendable {
  private let state: AdminLevelList
  private let county: AdminLevelList
  private let city: AdminLevelList
  /// Levels above the municipality whose areas are cities only now and then: Berlin (4), Munich (6), Monaco (2).
  ///
  /// Such an area counts as the city only where the data itself says that it is one: by its `place` or `border_type`, or by a
  /// label place of the same name that is a city or town.
  public let cityIfSettlement: AdminLevelList
  private let suburb: AdminLevelList
  private let neighborhood: AdminLevelList

  /// Facts from the five columns of ``AdminLevels``' table, each a list of levels, best first.
  init(
    state: AdminLevelList, county: AdminLevelList, city: AdminLevelList, cityIfSettlement: AdminLevelList,
    suburb: AdminLevelList, neighborhood: AdminLevelList
  ) {
    self.state = state
    self.county = county
    self.city = city
    self.cityIfSettlement = cityIfSettlement
    self.suburb = suburb
    self.neighborhood = neighborhood
  }

  /// The levels that can give a part of the address, best first: the engine takes the first that contains the point.
  ///
  /// `levels(for: .city)` is `[8]` in Germany; cities that are a county or a state of their own are ``cityIfSettlement``.
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

  /// What a level is first of all: the role that names it earliest in its list, the coarser of two.
  public func role(ofLevel level: Int) -> AddressRole {
    if level == 2 { return .country }
    let roles: [(AddressRole, AdminLevelList)] = [
      (.state, state), (.county, county), (.city, city), (.suburb, suburb), (.neighborhood, neighborhood),
    ]
    var best: (rank: Int, role: AddressRole) = (.max, .none)
    for (role, list) in roles {
      if let rank = list.rank(of: level), rank < best.rank { best = (rank, role) }
    }
    return best.role
  }
}
