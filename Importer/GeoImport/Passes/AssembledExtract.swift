import OSMFile

/// What extracts hold, read, with their areas assembled, and not sorted out yet.
struct AssembledExtract: Sendable {
  var content: ExtractContent
  var areas: AssembledAreas
  /// Whether there was anything at all in the files, of use or not.
  let heldObjects: Bool

  /// Reads files that are open already.
  ///
  /// - Parameter countsFaults: whether somebody wants to know of faults that change nothing.
  /// - Throws: ``ImportError`` when one of them cannot be read, or when the import was asked to stop.
  init(
    _ readers: [OSMFileReader], region: ImportRegion?, _ selection: Selection, threads: Int,
    countsFaults: Bool = true, _ context: ImportContext, _ timings: inout [StageTiming]
  ) throws(ImportError) {
    var reader = ExtractReader(readers, region: region, selection: selection, threads: threads, context: context)
    try context.run(.relations, &timings) { () throws(ImportError) in try reader.readRelations() }
    try context.run(.ways, &timings) { () throws(ImportError) in try reader.readWays() }
    try context.run(.nodes, &timings) { () throws(ImportError) in try reader.readNodes() }
    heldObjects = reader.holdsObjects
    let (read, memberWays) = (reader.takeContent(), reader.memberWays)
    content = read
    areas = try context.run(.assembling, &timings) { () throws(ImportError) in
      try AreaAssembly(read, memberWays: memberWays, checksCrossings: countsFaults).run(threads: threads, context)
    }
  }
}
