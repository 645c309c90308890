extension Placemark {
  /// Whether no extract had a part in the answer: everything in it is what the coarse world layer knows.
  @inlinable public var isFromWorldLayerAlone: Bool {
    // Few placemarks get further, and none is copied to look at four of its fields.
    source == nil && thoroughfare == nil && subThoroughfare == nil && inlandWater == nil && hasCoarseNamesAlone
  }

  /// Whether all its areas are coarse.
  @usableFromInline var hasCoarseNamesAlone: Bool {
    let fields: [(PlacemarkField, String?)] = [
      (.country, country), (.state, administrativeArea), (.county, subAdministrativeArea), (.city, locality),
      (.suburb, subLocality), (.neighborhood, neighborhood), (.ocean, ocean),
    ]
    return fields.allSatisfy { field, value in value == nil || coarseFields.contains(field.name) }
  }
}

extension Placemark {
  /// What a person reads of it, line by line: the address, on water after the water's name. Never empty, as a point at sea has a name at most.
  package var readLines: [String] {
    let water = match == .water && thoroughfare == nil ? inlandWater ?? ocean : nil
    let lines = (water.map { [$0] } ?? []) + formattedAddress
    return lines.isEmpty ? [title ?? name ?? inlandWater ?? ocean ?? country ?? match.rawValue] : lines
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
