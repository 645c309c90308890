import GeoModel
import GeoStore

extension AnswerBuilder {
  /// Fills the name of the place of interest at the point and the list of those that contain it, smallest first. The
  /// address stays as it is.
  func fillFeatures(
    _ placemark: inout Placemark, _ choice: AddressChoice, _ trace: inout TraceRecorder
  ) throws(StoreError) {
    guard query.detail == .address, !search.features.isEmpty else { return }
    let sorted = search.features.sorted { $0.isFiner(than: $1) }
    for feature in sorted where feature.containsPoint {
      placemark.areasOfInterest.append(
        try namer.name(try store.feature(feature.id).name, country: hierarchy.countryCode).text)
    }
    guard let best = sorted.first else { return }
    let row = try store.feature(best.id)
    let text = try name(row.name, field: "name", &placemark)
    placemark.name = text
    trace.note(
      TraceEntry(
        field: "name", value: text,
        rule: best.containsPoint
          ? "innermost outline around the point (\(row.category))" : "nearest node (\(row.category))",
        source: row.source, distanceMeters: best.containsPoint ? 0 : best.distanceMeters))
  }
}

extension FeatureCandidate {
  /// Nodes at the point before outlines, then the inner outline before the outer one.
  fileprivate func isFiner(than other: FeatureCandidate) -> Bool {
    if containsPoint != other.containsPoint { return !containsPoint }
    return distanceMeters != other.distanceMeters ? distanceMeters < other.distanceMeters : id < other.id
  }
}
