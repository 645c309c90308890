import GeoStore

/// Whether settlements lie in the same areas as the asked point, for the hierarchies and settlements that were asked for last,
/// each pair in a slot of its own where it drives out another. Nearly always saves reading the settlement's row.
struct PlaceVerdicts {
  /// What is known of a settlement for the points of one hierarchy.
  struct Verdict {
    /// The number of the hierarchy; 0 for none.
    fileprivate var hierarchy: UInt64 = 0
    fileprivate var place = PlaceID(0)
    /// The settlement's name.
    var name = NameID(0)
    /// Whether it may be a part of the point's address.
    var isInSameAreas = false
  }

  private static let capacity = 8_192
  private var slots = Array(repeating: Verdict(), count: capacity)

  /// The verdict on a settlement, worked out when it is not kept.
  @inline(__always) mutating func verdict(
    on place: PlaceID, in hierarchy: Hierarchy, _ make: () throws(StoreError) -> (name: NameID, isInSameAreas: Bool)
  ) throws(StoreError) -> Verdict {
    let hash = (hierarchy.number << 32 ^ UInt64(place.rawValue)) &* 0x9E37_79B9_7F4A_7C15
    let slot = Int(hash >> 32) & (PlaceVerdicts.capacity - 1)
    let known = slots[slot]
    if known.hierarchy == hierarchy.number, known.place == place { return known }
    let made = try make()
    let verdict = Verdict(
      hierarchy: hierarchy.number, place: place, name: made.name, isInSameAreas: made.isInSameAreas)
    slots[slot] = verdict
    return verdict
  }
}
