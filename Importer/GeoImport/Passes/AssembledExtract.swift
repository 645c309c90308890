import OSMFile

/// The contents of extracts, read and with assembled areas, but not yet classified.
struct AssembledExtract: Sendable {
  var content: ExtractContent
  var areas: AssembledAreas
  /// Whether the files had any object, used or not. Corrections do not count.
  let heldObjects: Bool

  /// Reads opened files.
  ///
  /// - Parameter countsFaults: whether to look for faults that have no effect on the result.
  /// - Throws: ``ImportError`` if a file cannot be read, or if the import was asked to stop.
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
