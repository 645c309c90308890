/// Why a sound object was not stored. The raw value is the stable name it is counted under.
public enum SkipReason: String, Hashable, Sendable, CaseIterable {
  /// A way with a `highway` tag but neither name nor number.
  case streetUnnamed = "street-unnamed"
  /// An object with a street but no house number or house name.
  case addressWithoutNumber = "address-without-number"
  /// A settlement without a name.
  case placeUnnamed = "place-unnamed"
  /// A place of interest without a name.
  case featureUnnamed = "feature-unnamed"
  /// An older or deleted version of an object that another one replaces.
  case versionSuperseded = "version-superseded"
}

/// How many objects were left out, by reason.
public struct SkipCounts: Hashable, Sendable {
  /// Objects by reason; reasons that did not occur are absent.
  public private(set) var counts: [SkipReason: Int] = [:]

  /// Nothing left out.
  public init() {}

  /// Objects left out for one reason.
  public subscript(reason: SkipReason) -> Int { counts[reason] ?? 0 }

  /// Counts objects that are left out.
  public mutating func add(_ reason: SkipReason, _ objects: Int = 1) {
    if objects > 0 { counts[reason, default: 0] += objects }
  }

  /// Adds the counts of another part of the import.
  public mutating func add(_ other: SkipCounts) {
    for (reason, objects) in other.counts { add(reason, objects) }
  }
}
