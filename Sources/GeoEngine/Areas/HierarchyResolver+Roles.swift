import GeoStore

extension HierarchyResolver {
  /// Assigns fields to the administrative areas and to the settlements mapped as areas.
  ///
  /// 1. From state to neighborhood, each field takes the first level of the country's list for which there is an area.
  ///    An area fills one field only, and a real one goes before a coarse one.
  /// 2. Settlements mapped as areas fill the empty fields; towns and villages go before a coarse municipality. Those of
  ///    the coarse layer are cities that are a unit of their own. They name the city where no real boundary does.
  /// 3. A city that is its own county, state or country stands for the city that no finer boundary names.
  func assignRoles(_ areas: [StoredArea], to hierarchy: Hierarchy) throws(StoreError) {
    let facts = AdminLevels.facts(for: hierarchy.countryCode)
    let sorted = areas.filter { $0.kind == .administrative && !$0.isCountry }.sorted(by: AreaOrder.realFirst)
    var used = Set<AreaID>()
    for role in [AddressRole.state, .county, .city, .suburb, .neighborhood] {
      let area =
        role == .city
        ? try city(among: sorted, facts, notIn: used, hierarchy)
        : first(of: sorted, atLevels: facts.levels(for: role), notIn: used)
      guard let area else { continue }
      used.insert(area.id)
      fill(role, with: area, in: hierarchy)
    }
    for area in areas.sorted(by: AreaOrder.smallestFirst) where area.kind == .place && !area.isCoarse {
      if area.placeKind?.isTownOrVillage == true, hierarchy.city?.isCoarse == true { hierarchy.city = area }
      if let role = area.placeKind?.role { fill(role, with: area, in: hierarchy) }
    }
    if hierarchy.city?.isCoarse ?? true {
      hierarchy.city = areas.first { $0.kind == .place && $0.isCoarse } ?? hierarchy.city
    }
    if hierarchy.city == nil { try promoteToCity(hierarchy, facts) }
    hierarchy.bounds = [hierarchy.country, hierarchy.state, hierarchy.county].compactMap {
      $0.flatMap { $0.isCoarse ? nil : $0.id }
    }
  }

  private func first(of areas: [StoredArea], atLevels levels: AdminLevelList, notIn used: Set<AreaID>) -> StoredArea? {
    for level in levels {
      if let area = areas.first(where: { Int($0.level) == level && !used.contains($0.id) }) { return area }
    }
    return nil
  }

  /// The first area of the country's levels of cities. Where only some areas of a level are cities, an area that the
  /// data calls a city counts, even if it is the county or state as well. It then stops being the county, which would
  /// only repeat its name.
  private func city(
    among areas: [StoredArea], _ facts: AdminLevelFacts, notIn used: Set<AreaID>, _ hierarchy: Hierarchy
  ) throws(StoreError) -> StoredArea? {
    for level in facts.levels(for: .city) {
      guard facts.isCityOnlyIfSettlement(level) else {
        if let area = first(of: areas, atLevels: [level], notIn: used) { return area }
        continue
      }
      for area in areas where Int(area.level) == level {
        guard try isCity(area) else { continue }
        if hierarchy.county?.id == area.id { hierarchy.county = nil }
        return area
      }
    }
    return nil
  }

  /// Assigns fields to the remaining kinds of areas: the smallest of each kind, a real one before a coarse one. An area
  /// mapped for its postal code goes before a municipality with a postal code. The sea of the extract's coastlines goes
  /// after the extract's own bays.
  func assignOthers(_ areas: [StoredArea], to hierarchy: Hierarchy) {
    let sorted = areas.sorted(by: AreaOrder.smallestFirst)
    for area in sorted.filter({ !$0.isCoarse }) + sorted.filter(\.isCoarse) {
      switch area.kind {
      case .postal:
        if hierarchy.postal == nil || (hierarchy.postal?.isMunicipalPostalArea == true && !area.isMunicipalPostalArea) {
          hierarchy.postal = area
        }
      case .inlandWater: hierarchy.inlandWater = hierarchy.inlandWater ?? area
      case .ocean where area.isSeaOfCoastlines: hierarchy.isBeyondCoastline = true
      case .ocean: hierarchy.ocean = hierarchy.ocean ?? area
      case .administrative, .place, .timeZone: break
      }
      if hierarchy.timeZone == nil { hierarchy.timeZone = area.timeZone }
    }
    if hierarchy.ocean?.isCoarse ?? true, let sea = areas.first(where: \.isSeaOfCoastlines) { hierarchy.ocean = sea }
  }

  /// Assigns an area to a field unless the field is filled.
  private func fill(_ role: AddressRole, with area: StoredArea, in hierarchy: Hierarchy) {
    switch role {
    case .none, .country: break
    case .state: hierarchy.state = hierarchy.state ?? area
    case .county: hierarchy.county = hierarchy.county ?? area
    case .city: hierarchy.city = hierarchy.city ?? area
    case .suburb: hierarchy.suburb = hierarchy.suburb ?? area
    case .neighborhood: hierarchy.neighborhood = hierarchy.neighborhood ?? area
    }
  }

  /// Makes a county, state or country the city where it is one: Munich is its own county, Berlin its own state, Monaco
  /// its own country. The county field is then cleared, as it would only repeat the name; the state field stays.
  private func promoteToCity(_ hierarchy: Hierarchy, _ facts: AdminLevelFacts) throws(StoreError) {
    if let county = hierarchy.county, try isCity(county) {
      hierarchy.city = county
      hierarchy.county = nil
    } else if let state = hierarchy.state, try isCity(state) {
      hierarchy.city = state
    } else if let country = hierarchy.country, facts.levels(for: .city).rank(of: 2) != nil {
      hierarchy.city = country
    }
  }

  /// Whether an area is a city or town: by its place kind, by its code, or because its label place is a city or town of
  /// the same name.
  private func isCity(_ area: StoredArea) throws(StoreError) -> Bool {
    if area.placeKind == .city || area.placeKind == .town { return true }
    if let code = area.subdivisionCode, AdminLevels.isCity(subdivision: code) { return true }
    guard let label = area.labelPlace else { return false }
    let place = try store.place(label)
    guard place.kind == .city || place.kind == .town else { return false }
    if place.name == area.name { return true }
    return try store.name(place.name) == store.name(area.name)
  }
}

extension PlaceKind {
  /// Whether it is a city, town or village, which an address may name whatever municipality it is in.
  var isTownOrVillage: Bool { self == .city || self == .town || self == .village }

  /// Whether it may be the city of an address; true for hamlets, too.
  package var mayBeCity: Bool { role == .city }

  /// The field that a settlement or part of one fills; nil for kinds that no address mentions.
  var role: AddressRole? {
    switch self {
    case .city, .town, .village, .municipality, .hamlet: .city
    case .borough, .suburb, .quarter, .district: .suburb
    case .neighbourhood, .cityBlock, .isolatedDwelling, .farm: .neighborhood
    case .locality, .plot, .island, .islet, .county, .state, .country, .other: nil
    }
  }
}

extension StoredArea {
  /// Whether it is a country.
  var isCountry: Bool { kind == .administrative && level == 2 }
  /// Whether it is a municipality that serves as a postal area, as it has a single code.
  var isMunicipalPostalArea: Bool { kind == .postal && level > 0 }
  /// Whether it is a country of the extract.
  var isRealCountry: Bool { isCountry && !isCoarse }
  /// Whether it is the sea bounded by the extract's coastlines.
  var isSeaOfCoastlines: Bool { kind == .ocean && !isCoarse && source == nil }
  /// Whether the placemark's `areas` lists it.
  var isListed: Bool { kind == .administrative || kind == .postal || kind == .place }
  /// The size of its box, in square units of 1e-7 degree; only good for comparing.
  var boxSize: Double { box.size }
}

/// Orders of areas.
enum AreaOrder {
  /// By level, then from large to small; a postal area ranks last, and an area without a level ranks as a settlement of
  /// its kind.
  static func coarseToFine(_ a: StoredArea, _ b: StoredArea) -> Bool {
    if a.effectiveLevel != b.effectiveLevel { return a.effectiveLevel < b.effectiveLevel }
    return a.boxSize != b.boxSize ? a.boxSize > b.boxSize : a.id < b.id
  }

  /// From small to large.
  static func smallestFirst(_ a: StoredArea, _ b: StoredArea) -> Bool {
    a.boxSize != b.boxSize ? a.boxSize < b.boxSize : a.id < b.id
  }

  /// Real before coarse, then by level, then from small to large.
  static func realFirst(_ a: StoredArea, _ b: StoredArea) -> Bool {
    if a.isCoarse != b.isCoarse { return b.isCoarse }
    return a.level != b.level ? a.level < b.level : smallestFirst(a, b)
  }
}

extension StoredArea {
  /// The level at which the area stands in a list from coarse to fine: `admin_level`, or a substitute for areas without
  /// one and for postal areas.
  fileprivate var effectiveLevel: Int {
    if kind == .postal { return 12 }
    if level > 0 { return Int(level) }
    return switch placeKind?.role {
    case .city: 8
    case .suburb: 9
    default: 10
    }
  }
}
