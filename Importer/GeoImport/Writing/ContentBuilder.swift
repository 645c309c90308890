import GeoModel
import GeoStore
import GeoStoreWriting
import GeoSupport

/// Turns objects of extracts into the records of a store, batch by batch. Streets and houses are linked afterwards.
struct ContentBuilder {
  /// An `addr:interpolation` way that waits for the house numbers of its nodes.
  struct PendingInterpolation {
    var id: Int64
    var kind: NameID
    var street: NameID?
    var origin: StreetOrigin
    /// The position of its first node in ``interpolationNodes``.
    var firstNode: Int
    var nodeCount: Int
  }

  /// An entrance that waits for its building.
  struct PendingEntrance {
    var node: Int64
    var point: FixedPoint
    var tags: TagRange
  }

  /// The content of the store.
  var content: StoreContent
  /// Counts of faults in the data.
  var faults = DataFaultCounts()
  /// Counts of sound objects that are not used.
  var skipped = SkipCounts()
  /// The tallies of the address tables.
  var tables: [TableTally] = []
  /// Interpolations to cut once all house numbers are known.
  var interpolations: MappedArray<PendingInterpolation>
  /// The nodes of ``interpolations``.
  var interpolationNodes: MappedArray<WayBatch.LocatedNode>
  /// Nodes that are entrances of buildings, kept until the ways are known. Sorted by node once ``entranceNodes`` is
  /// set.
  var entrances: MappedArray<PendingEntrance>
  /// The nodes of ``entrances``.
  var entranceNodes = NodeIndex([])
  /// The addresses with a point only, indexed once all nodes are known.
  var residents: AddressCells
  /// The allowance of a building on average for finding the nodes in it. Real buildings contain a few nodes and have a
  /// dozen corners.
  var residentAllowance = WorkAllowance(each: 4_096)
  /// Positions of map objects whose ranks depend on the country, kept until the countries are known.
  var rankedByCountry: MappedArray<Int>
  /// Whether the objects are those of the coarse world layer, whose ids are invented and must not be shown.
  var isWorldLayer = false
  /// Whether places of interest are kept.
  var includesFeatures = true
  /// Whether the world layer continues coasts where the extract ends.
  var hasWorldLayer = false

  /// The number of worker threads; 1 or more.
  private let threads: Int

  /// Creates an empty builder.
  ///
  /// - Parameter workspace: the place of large arrays; nil for the heap.
  init(threads: Int, in workspace: Workspace?) {
    self.threads = threads
    content = StoreContent(in: workspace)
    interpolations = MappedArray(in: workspace)
    interpolationNodes = MappedArray(in: workspace)
    entrances = MappedArray(in: workspace)
    residents = AddressCells(content) { _ in false }
    rankedByCountry = MappedArray(in: workspace)
  }

  /// The reference of a record; nil for the world layer.
  func source(_ type: SourceReference.ObjectType, _ id: Int64) -> SourceReference? {
    isWorldLayer ? nil : SourceReference(type: type, id: id)
  }

  mutating func intern(_ text: String?) -> NameID? { text.map { content.names.intern($0) } }
}

extension ContentBuilder {
  /// Adds the contents of extracts, and empties them batch by batch, so that objects and their records are not both in
  /// memory.
  ///
  /// - Throws: ``ImportError`` if the import was asked to stop.
  mutating func add(_ extract: inout AssembledExtract, _ context: ImportContext) throws(ImportError) {
    try addElements(&extract, context)
    shareNamesOfLabels()
    addSettlementsOfAreas()
    applyStreetRelations(extract.content.relations)
    completeAddresses()
    cutInterpolations()
  }

  /// Adds the world layer. Its faults are not counted, as they are not the extracts'.
  ///
  /// - Throws: ``ImportError`` if the import was asked to stop.
  mutating func add(worldLayer: inout AssembledExtract, _ context: ImportContext) throws(ImportError) {
    let (faults, skipped) = (faults, skipped)
    isWorldLayer = true
    try addElements(&worldLayer, context)
    isWorldLayer = false
    self.faults = faults
    self.skipped = skipped
  }

  private mutating func addElements(
    _ extract: inout AssembledExtract, _ context: ImportContext
  ) throws(ImportError) {
    faults.add(extract.content.faults)
    skipped.add(extract.content.skipped)
    let total = extract.content.nodes.count + extract.content.ways.count
    let progress = StageProgress(.classifying, total: total, context)
    for index in extract.content.nodes.indices {
      try context.checkCancellation()
      addNodes(extract.content.nodes[index])
      extract.content.nodes[index] = NodeBatch()
      progress.advance()
    }
    if !isWorldLayer {
      indexEntrances()
      indexResidents()
    }
    try addWays(of: &extract.content, progress, context)
    addRelations(extract.areas, extract.content.relations)
  }

  /// Adds all ways and then frees the locations of nodes. Areas of relations have their own points.
  private mutating func addWays(
    of extract: inout ExtractContent, _ progress: StageProgress, _ context: ImportContext
  ) throws(ImportError) {
    var ways = LocatedWays(of: &extract, threads: threads)
    while let batch = ways.next() {
      try context.checkCancellation()
      addWays(batch, extract.locations)
      progress.advance()
    }
    extract.locations = ExtractContent().locations
  }
}

extension ContentBuilder {
  /// Adds house numbers, settlements and places of interest among nodes.
  mutating func addNodes(_ batch: NodeBatch) {
    for index in batch.ids.indices where !batch.isLeftOut(index) && !batch.tags.isEmpty(index) {
      let tags = batch.tags[index]
      let source = SourceReference(type: .node, id: batch.ids[index])
      addPlace(tags, source, at: batch.points[index])
      addAddress(
        tags, source, at: batch.points[index], outline: nil, isLender: AddressTags.isLender(tags, isSmall: true))
      addFeature(tags, source, at: batch.points[index], outline: nil)
    }
    addObjects(batch)
    addToMap(batch)
  }

  /// Adds a settlement with the reach of its kind.
  private mutating func addPlace(_ tags: Tags, _ source: SourceReference, at point: FixedPoint) {
    guard let value = tags[.placeType], let kind = PlaceClassifier.kind(value) else { return }
    guard let name = tags.fullName else { return skipped.add(.placeUnnamed) }
    let population = tags.peopleCount
    let reach =
      isWorldLayer
      ? PlaceClassifier.coarseReachMeters(kind, population: population)
      : PlaceClassifier.reachMeters(kind, population: population)
    var place = PlaceRecord(
      source: isWorldLayer ? nil : source, kind: kind, name: content.names.intern(name), population: population,
      countryCode: intern(tags[.countryCode] ?? tags.countryCode),
      postalCode: intern(tags[.postalCode] ?? tags[.postcode]),
      timeZone: intern(tags.ianaTimeZone), isCoarse: isWorldLayer, reachMeters: reach, point: point)
    // Capitals are tagged with the level of the area whose capital they are.
    place.isCapital = kind.isTown && tags[.adminLevel] == "2"
    content.places.append(place)
  }
}
