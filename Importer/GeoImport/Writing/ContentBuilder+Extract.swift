extension ContentBuilder {
  /// Adds everything that extracts hold, and empties them batch by batch, so that objects and their records are not both in
  /// memory.
  ///
  /// - Throws: ``ImportError`` when the import was asked to stop.
  mutating func add(
    _ extract: inout ExtractContent, _ areas: AssembledAreas, _ context: ImportContext
  ) throws(ImportError) {
    faults.add(extract.faults)
    skipped.add(extract.skipped)
    let progress = StageProgress(.classifying, total: extract.nodes.count + extract.ways.count, context)
    for index in extract.nodes.indices {
      try context.checkCancellation()
      addNodes(extract.nodes[index])
      extract.nodes[index] = NodeBatch()
      progress.advance()
    }
    indexEntrances()
    for index in extract.ways.indices {
      try context.checkCancellation()
      addWays(extract.ways[index], extract.locations)
      extract.ways[index] = WayBatch()
      progress.advance()
    }
    addRelations(areas, extract.relations)
    applyStreetRelations(extract.relations)
    cutInterpolations()
    rankByCountry()
  }
}
