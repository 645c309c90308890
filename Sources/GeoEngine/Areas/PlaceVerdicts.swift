import GeoModel
import GeoStore
import GeoSupport

/// Caches whether settlements lie in the same areas as the query's point, by hierarchy and settlement. A hit saves
/// reading the settlement's row.
struct PlaceVerdicts {
  /// The facts about a settlement for the points of one hierarchy.
  struct Verdict {
    /// The settlement's name.
    var name = NameID(0)
    /// Whether it may be a part of the point's address.
    var isInSameAreas = false
    /// Whether it lies in the area that is the point's city.
    var isInMunicipality = false
    /// Whether the coarse layer has the point in one municipality and the settlement in another.
    var isInOtherMunicipality = false
    /// Whether the coarse layer has it in another country, state or municipality than the point.
    var isBeyondCoarseBorder = false
  }

  private var known = SlotTable<Verdict>(slotBits: 13)

  /// Returns the verdict on a settlement, or makes and keeps it.
  @inline(__always) mutating func verdict(
    on place: PlaceID, in hierarchy: Hierarchy, _ make: () throws(StoreError) -> Verdict
  ) throws(StoreError) -> Verdict {
    let key = (hierarchy.number << 32) + UInt64(place.rawValue)
    if let verdict = known[key] { return verdict }
    let verdict = try make()
    known.keep(verdict, for: key)
    return verdict
  }
}

extension PlaceVerdicts.Verdict {
  /// The verdict on a settlement, by its areas and those of the query's point.
  init(on place: StoredPlace, in hierarchy: Hierarchy, _ store: StoreReader) throws(StoreError) {
    name = place.name
    isInMunicipality = hierarchy.digest.city.map { place.areas.contains($0.id) } ?? false
    try compareAreas(place, hierarchy, store)
  }

  /// Compares the areas of a settlement with those of the query's point, and stops at the first difference that
  /// excludes it.
  private mutating func compareAreas(
    _ place: StoredPlace, _ hierarchy: Hierarchy, _ store: StoreReader
  ) throws(StoreError) {
    if let code = place.countryCode, let country = hierarchy.countryCode, code != country { return }
    for bound in hierarchy.bounds where !place.areas.contains(bound) { return }
    if let city = hierarchy.digest.city, city.isBoundary, !place.areas.contains(city.id) { return }
    let facts = AdminLevels.facts(for: hierarchy.countryCode)
    for id in place.areas where !hierarchy.all.contains(where: { $0.id == id }) {
      let area = try store.area(id)
      switch facts.role(ofLevel: Int(area.level)) {
      case .country, .state:
        guard PlaceVerdicts.Verdict.isElsewhere(area, place, hierarchy) else { continue }
        if !area.isCoarse { return }
        isBeyondCoarseBorder = true
      case .city where area.isCoarse:
        guard PlaceVerdicts.Verdict.isInOtherMunicipality(area, place, hierarchy) else { continue }
        isInOtherMunicipality = true
        isBeyondCoarseBorder = true
      case .city: if hierarchy.digest.city?.isBoundary != true, !hierarchy.isAtCoast { return }
      default: continue
      }
    }
    isInSameAreas = true
  }

  /// Whether a coarse municipality around a settlement is another one than the coarse municipality of the point.
  private static func isInOtherMunicipality(_ area: StoredArea, _ place: StoredPlace, _ hierarchy: Hierarchy) -> Bool {
    guard let city = hierarchy.digest.city, city.isCoarse else { return false }
    return area.kind == .administrative && !place.areas.contains(city.id)
  }

  /// Whether a country or state around a settlement is not the point's. The same country may be there twice, as a
  /// boundary of the extract and of the coarse layer; also, Curaçao lies in the outline of the Netherlands. Codes of
  /// different levels are not compared: in Malta the extract has two regions with codes, the coarse layer
  /// municipalities.
  private static func isElsewhere(_ area: StoredArea, _ place: StoredPlace, _ hierarchy: Hierarchy) -> Bool {
    if area.level == 2 {
      if area.isCoarse, let own = hierarchy.country, place.areas.contains(own.id) { return false }
      return area.countryCode == nil || area.countryCode != hierarchy.countryCode
    }
    guard let code = area.subdivisionCode, let own = hierarchy.subdivision, own.level == area.level else {
      return false
    }
    return code != own.subdivisionCode
  }
}
