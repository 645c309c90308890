import GeoStore

/// Finds the country, state, county and so on among the areas that contain a point.
///
/// 1. Real boundaries go before coarse ones. A coarse area whose real boundary is in the data is not believed where the
///    real one does not contain the point. The tile's nearest other coarse areas replace it.
/// 2. The country is chosen first: the smallest real country that contains the point, else the coarse one.
/// 3. Only areas that can lie in that country are kept. An enclave therefore belongs to its own country, and the region
///    around it is dropped.
/// 4. Each area gets its role from the country's meaning of `admin_level`.
/// 5. A county or state that is a city itself stands for the city that no finer boundary names.
/// 6. The coarse layer's borders at sea are rough. Beyond territorial waters its seas count, but not its countries and
///    their parts. Nearer to land its seas count where no country does. Elsewhere they count only far from their coast
///    and from streets and houses; otherwise harbors would be at sea.
final class HierarchyResolver {
  let store: StoreReader
  @exclusivity(unchecked) private var cache = HierarchyCache()
  /// The number of hierarchies made so far.
  @exclusivity(unchecked) private var madeCount: UInt64 = 0

  init(store: StoreReader) { self.store = store }

  /// The hierarchy of a point.
  ///
  /// - Parameter key: the areas that contain the point, and the tile's coarse areas that may replace them.
  func resolve(_ key: borrowing AreaKey) throws(StoreError) -> Hierarchy {
    let hash = key.hash
    if let known = cache.hierarchy(of: key, hash: hash) { return known }
    let hierarchy = try makeHierarchy(copy key)
    cache.insert(hierarchy, hash: hash)
    return hierarchy
  }

  private func makeHierarchy(_ key: AreaKey) throws(StoreError) -> Hierarchy {
    var areas: [StoredArea] = []
    for id in key.containing { areas.append(try store.area(id)) }
    var others: [StoredArea] = []
    let isOpenSea = HierarchyResolver.isOpenSea(areas)
    if isOpenSea {
      areas.removeAll { $0.isCoarse && ($0.kind == .administrative || $0.kind == .place) }
    } else {
      for id in key.alternatives { others.append(try store.area(id)) }
    }
    madeCount += 1
    let hierarchy = Hierarchy(number: madeCount, key: key)
    chooseCountry(&hierarchy.country, &hierarchy.countryCode, areas, others)
    var kept = believed(areas, others, hierarchy)
    if !isOpenSea, hierarchy.countryCode != nil {
      if !HierarchyResolver.isOfIslets(areas) {
        hierarchy.coastalSea = kept.first { $0.isCoarse && $0.kind == .ocean }
      }
      hierarchy.coarseLake = kept.filter { $0.isCoarse && $0.kind == .inlandWater }.min { $0.boxSize < $1.boxSize }
      kept.removeAll { $0.isCoarse && ($0.kind == .ocean || $0.kind == .inlandWater) }
    }
    try assignRoles(kept, to: hierarchy)
    assignOthers(kept, to: hierarchy)
    // The list has every real area around the point, even one that disagrees with the rest, such as a claim on another
    // country's land. Of the coarse areas it has only the believed ones.
    let listed = areas.filter { !$0.isCoarse } + kept.filter(\.isCoarse)
    hierarchy.all = listed.filter(\.isListed).sorted(by: AreaOrder.coarseToFine)
    hierarchy.realCountries = hierarchy.all.filter(\.isRealCountry).map(\.id)
    hierarchy.sumUp()
    return hierarchy
  }

  /// Whether the point is in a sea of the coarse layer, more than 12 nautical miles from land, where time zones are
  /// nautical ones.
  private static func isOpenSea(_ areas: [StoredArea]) -> Bool {
    areas.contains { $0.isCoarse && $0.kind == .ocean }
      && areas.contains { $0.isCoarse && $0.kind == .timeZone && $0.timeZone?.hasPrefix("Etc/") == true }
  }

  /// Whether the point is in a time zone where the seas of the coarse layer cover land: their sources leave out islets
  /// and atolls.
  private static func isOfIslets(_ areas: [StoredArea]) -> Bool {
    guard let zone = areas.first(where: { $0.isCoarse && $0.kind == .timeZone })?.timeZone else { return false }
    return zonesOfIslets.contains(zone)
  }

  private static let zonesOfIslets: Set = [
    "America/Grand_Turk", "America/Grenada", "America/Guadeloupe", "America/Nassau", "America/Noronha",
    "America/St_Vincent", "Atlantic/Azores", "Atlantic/Cape_Verde", "Atlantic/Madeira", "Atlantic/St_Helena",
    "Atlantic/Stanley", "Europe/Guernsey", "Europe/Mariehamn", "Indian/Chagos", "Indian/Cocos", "Indian/Kerguelen",
    "Indian/Mahe", "Indian/Maldives", "Indian/Mauritius", "Pacific/Bougainville", "Pacific/Chuuk", "Pacific/Efate",
    "Pacific/Fakaofo", "Pacific/Funafuti", "Pacific/Gambier", "Pacific/Guadalcanal", "Pacific/Kanton",
    "Pacific/Kiritimati", "Pacific/Kwajalein", "Pacific/Majuro", "Pacific/Midway", "Pacific/Noumea",
    "Pacific/Pago_Pago", "Pacific/Palau", "Pacific/Pitcairn", "Pacific/Pohnpei", "Pacific/Rarotonga", "Pacific/Tahiti",
    "Pacific/Tarawa", "Pacific/Tongatapu", "Pacific/Wake",
  ]

  // MARK: Country

  private func chooseCountry(
    _ country: inout StoredArea?, _ code: inout String?, _ areas: [StoredArea], _ others: [StoredArea]
  ) {
    let candidates = areas.filter(\.isCountry)
    country =
      candidates.filter { !$0.isCoarse }.min { $0.boxSize < $1.boxSize }
      ?? candidates.filter { $0.isCoarse && !$0.isOverridden }.min { $0.boxSize < $1.boxSize }
    // A coarse country that is not believed still shows that the point is on land, so the nearest other country is
    // chosen.
    if country == nil, candidates.contains(where: { $0.isCoarse }) {
      country = others.first { $0.isCountry && !$0.isOverridden }
    }
    code = country?.countryCode ?? impliedCountry(areas)
  }

  /// The country in the codes of subdivisions, for points that no country contains.
  private func impliedCountry(_ areas: [StoredArea]) -> String? {
    for area in areas where area.kind == .administrative {
      if let code = area.subdivisionCode, code.count > 3 { return String(code.prefix(2)) }
    }
    return areas.first { $0.isCoarse && !$0.isOverridden && $0.countryCode != nil }?.countryCode
  }

  // MARK: Belief

  /// The areas that agree with the country. A coarse one is dropped where a real one replaces it.
  private func believed(_ areas: [StoredArea], _ others: [StoredArea], _ hierarchy: Hierarchy) -> [StoredArea] {
    var kept = areas.filter { area in
      if area.isCountry { return area.id == hierarchy.country?.id || (!area.isCoarse && area.countryCode == nil) }
      return agrees(area, with: hierarchy.countryCode) && !(area.isCoarse && isReplaced(area, by: areas))
    }
    if let country = hierarchy.country, !kept.contains(where: { $0.id == country.id }) { kept.append(country) }
    let hasState = kept.contains { $0.isCoarse && $0.kind == .administrative && !$0.isCountry }
    if !hasState, let other = others.first(where: { isAlternative($0, for: hierarchy, given: areas) }) {
      kept.append(other)
    }
    return kept
  }

  /// Whether a coarse subdivision of the country may stand in where the one at the point was rejected or is missing.
  private func isAlternative(_ area: StoredArea, for hierarchy: Hierarchy, given areas: [StoredArea]) -> Bool {
    guard let code = hierarchy.countryCode, !area.isCountry, !area.isOverridden, area.countryCode == code else {
      return false
    }
    return hierarchy.country.map { country in !areas.contains { $0.id == country.id } } ?? false
      || areas.contains { $0.isCoarse && !$0.isCountry && $0.countryCode == code && $0.isOverridden }
  }

  /// Whether a coarse area gives way: its real boundary exists, or a real area of the same code contains the point.
  private func isReplaced(_ coarse: StoredArea, by areas: [StoredArea]) -> Bool {
    coarse.isOverridden
      || areas.contains {
        !$0.isCoarse && $0.kind == .administrative && $0.subdivisionCode != nil
          && $0.subdivisionCode == coarse.subdivisionCode
      }
  }

  private func agrees(_ area: StoredArea, with country: String?) -> Bool {
    guard let country, area.kind == .administrative || area.isCoarse else { return true }
    if let code = area.subdivisionCode, code.utf8.count > 3 { return code.hasPrefix(country) }
    if let code = area.countryCode { return code == country }
    return true
  }
}
