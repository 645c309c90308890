import GeoModel
import GeoStore

extension ContentBuilder {
  /// Adds house numbers, settlements and places of interest among nodes.
  mutating func addNodes(_ batch: NodeBatch) {
    for index in batch.ids.indices where !batch.isDropped(index) && !batch.tags.isEmpty(index) {
      let tags = batch.tags[index]
      let source = SourceReference(type: .node, id: batch.ids[index])
      addPlace(tags, source, at: batch.points[index])
      addAddress(tags, source, at: batch.points[index], outline: nil)
      addFeature(tags, source, at: batch.points[index], outline: nil)
    }
    addObjects(batch)
  }

  /// Adds a settlement with the reach of its kind.
  private mutating func addPlace(_ tags: Tags, _ source: SourceReference, at point: FixedPoint) {
    guard let value = tags[.placeType], let kind = PlaceClassifier.kind(value) else { return }
    guard let name = tags.fullName else { return skipped.add(.placeUnnamed) }
    let population = tags.peopleCount
    let reach =
      isWorldLayer
      ? PlaceClassifier.coarseReachMeters(population: population)
      : PlaceClassifier.reachMeters(kind, population: population)
    content.places.append(
      PlaceRecord(
        source: isWorldLayer ? nil : source, kind: kind, name: content.names.intern(name), population: population,
        countryCode: intern(tags[.countryCode] ?? tags.countryCode),
        postalCode: intern(tags[.postalCode] ?? tags[.postcode]),
        timeZone: intern(tags.ianaTimeZone), isCoarse: isWorldLayer, reachMeters: reach, point: point))
  }
}
