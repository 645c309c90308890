extension Placemark {
  /// Whether no extract had a part in the answer: everything in it is what the coarse world layer knows.
  public var isFromWorldLayerAlone: Bool {
    guard source == nil, thoroughfare == nil, subThoroughfare == nil, inlandWater == nil else { return false }
    let fields = [
      ("country", country), ("state", administrativeArea), ("county", subAdministrativeArea), ("city", locality),
      ("suburb", subLocality), ("neighborhood", neighborhood),
    ]
    return fields.allSatisfy { name, value in value == nil || coarseFields.contains(name) }
  }
}

/// What a store covers, to tell whether it fits what it is asked.
public struct StoreCoverage: Hashable, Sendable {
  /// File names of the extracts that the store was made of, without folders.
  public var extracts: [String]
  /// The box of what they hold; nil when that is nothing.
  public var bounds: CoordinateRegion?

  /// The coverage of a store.
  public init(extracts: [String] = [], bounds: CoordinateRegion? = nil) {
    self.extracts = extracts
    self.bounds = bounds
  }
}
