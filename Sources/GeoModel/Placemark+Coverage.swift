extension Placemark {
  /// Whether no extract contributed to the placemark, so that everything in it comes from the coarse world layer.
  @inlinable public var isFromWorldLayerAlone: Bool {
    // These checks decide for most placemarks without copying fields.
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
  /// The lines that a person reads: the address, preceded by the water's name if the point is on water.
  ///
  /// Never empty: where there is no address, as at sea, a name is the only line.
  package var readLines: [String] {
    let water = match == .water && thoroughfare == nil ? inlandWater ?? ocean : nil
    let lines = (water.map { [$0] } ?? []) + formattedAddress
    return lines.isEmpty ? [title ?? name ?? inlandWater ?? ocean ?? country ?? match.rawValue] : lines
  }
}

/// The extracts and the extent of a store.
public struct StoreCoverage: Hashable, Sendable {
  /// File names of the extracts that the store was made of, without folders.
  public var extracts: [String]
  /// The bounding box of their data; nil when there is none.
  public var bounds: CoordinateRegion?

  /// Creates a coverage.
  public init(extracts: [String] = [], bounds: CoordinateRegion? = nil) {
    self.extracts = extracts
    self.bounds = bounds
  }
}
