import GeoStore

extension HierarchyResolver {
  /// Gives the administrative areas and the settlements mapped as areas their fields.
  func assignRoles(_ areas: [StoredArea], to hierarchy: Hierarchy) {
    for area in areas.sorted(by: AreaOrder.realFirst) where area.kind == .administrative && !area.isCountry {
      guard let role = AreaRole(level: area.level, country: hierarchy.countryCode) else { continue }
      fill(role, with: area, in: hierarchy)
    }
    for area in areas.sorted(by: AreaOrder.smallestFirst) where area.kind == .place {
      guard let role = area.placeKind?.role else { continue }
      fill(role, with: area, in: hierarchy)
    }
    if hierarchy.city == nil { promoteToCity(hierarchy) }
    hierarchy.bounds = [hierarchy.country, hierarchy.state, hierarchy.county].compactMap {
      $0.flatMap { $0.isCoarse ? nil : $0.id }
    }
  }

  /// Gives the remaining kinds of areas their fields, the smallest of each kind.
  func assignOthers(_ areas: [StoredArea], to hierarchy: Hierarchy) {
    for area in areas.sorted(by: AreaOrder.smallestFirst) {
      switch area.kind {
      case .postal: hierarchy.postal = hierarchy.postal ?? area
      case .inlandWater: hierarchy.inlandWater = hierarchy.inlandWater ?? area
      case .ocean: hierarchy.ocean = hierarchy.ocean ?? area
      case .administrative, .place, .timeZone: break
      }
      if hierarchy.timeZone == nil { hierarchy.timeZone = area.timeZone }
    }
  }

  /// The first area of a role keeps it.
  private func fill(_ role: AreaRole, with area: StoredArea, in hierarchy: Hierarchy) {
    switch role {
    case .country: break
    case .state: hierarchy.state = hierarchy.state ?? area
    case .county: hierarchy.county = hierarchy.county ?? area
    case .city: hierarchy.city = hierarchy.city ?? area
    case .suburb: hierarchy.suburb = hierarchy.suburb ?? area
    case .neighborhood: hierarchy.neighborhood = hierarchy.neighborhood ?? area
    }
  }

  /// A city that is its own county or state, such as Munich or Berlin, is the city of its points. As a county it would
  /// only repeat itself; as a state it stays one.
  private func promoteToCity(_ hierarchy: Hierarchy) {
    if let county = hierarchy.county, county.isCity {
      hierarchy.city = county
      hierarchy.county = nil
    } else if let state = hierarchy.state, state.isCity {
      hierarchy.city = state
    }
  }
}

extension PlaceKind {
  /// The field that a settlement or part of one fills; nil for kinds that no address mentions.
  var role: AreaRole? {
    switch self {
    case .city, .town, .village, .municipality, .hamlet, .isolatedDwelling, .farm: .city
    case .borough, .suburb, .quarter, .district: .suburb
    case .neighbourhood, .cityBlock: .neighborhood
    case .locality, .plot, .island, .islet, .county, .state, .country, .other: nil
    }
  }
}

extension StoredArea {
  /// Whether it is a country.
  var isCountry: Bool { kind == .administrative && level == 2 }
  /// Whether it says of itself that it is a city or town.
  var isCity: Bool { placeKind == .city || placeKind == .town }
  /// Whether `areas` lists it.
  var isListed: Bool { kind == .administrative || kind == .postal || kind == .place }
  /// A measure of its extent, in square units of 1e-7 degree; only good for comparing.
  var boxSize: Double { (Double(box.maxX) - Double(box.minX)) * (Double(box.maxY) - Double(box.minY)) }
}

/// Orders of areas.
enum AreaOrder {
  /// By level, then from large to small; kinds without a level stand where a settlement of their kind would.
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
  /// `admin_level`, or the level at which an area without one stands in a list from coarse to fine.
  fileprivate var effectiveLevel: Int {
    if level > 0 { return Int(level) }
    if kind == .postal { return 12 }
    return switch placeKind?.role {
    case .city: 8
    case .suburb: 9
    default: 10
    }
  }
}
