extension ContentBuilder {
  /// Adds everything that extracts hold.
  mutating func add(_ extract: ExtractContent, _ areas: [AreaAssembly.Area]) {
    faults.add(extract.faults)
    skipped.add(extract.skipped)
    for batch in extract.nodes { addNodes(batch) }
    for batch in extract.ways { addWays(batch, extract.locations) }
    addRelations(areas, extract.relations)
    applyStreetRelations(extract.relations)
    cutInterpolations()
  }
}
