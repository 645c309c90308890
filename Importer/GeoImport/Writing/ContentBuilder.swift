import GeoModel
import GeoStore
import GeoStoreWriting
import GeoSupport

/// Turns what was read into the records of a store. Fed batch by batch; streets and houses are linked afterwards.
struct ContentBuilder {
  /// An `addr:interpolation` way that waits for the house numbers of its nodes.
  struct PendingInterpolation {
    var id: Int64
    var kind: NameID
    var street: NameID?
    var origin: StreetOrigin
    /// Its nodes in ``interpolationNodes``.
    var firstNode: Int
    var nodeCount: Int
  }

  /// A way into a building that waits for the building.
  struct PendingEntrance {
    var node: Int64
    var point: FixedPoint
    var tags: TagRange
  }

  /// What goes to the store.
  var content: StoreContent
  /// What was wrong with the data.
  var faults = DataFaultCounts()
  /// Sound objects that are of no use here.
  var skipped = SkipCounts()
  /// What became of the rows of tables of addresses.
  var tables: [TableTally] = []
  /// Interpolations to cut once all house numbers are known.
  var interpolations: MappedArray<PendingInterpolation>
  /// The nodes of ``interpolations``.
  var interpolationNodes: MappedArray<WayBatch.LocatedNode>
  /// Nodes that are ways into buildings, until the ways are known; sorted by node as soon as ``entranceNodes`` knows them.
  var entrances: MappedArray<PendingEntrance>
  /// The nodes of ``entrances``.
  var entranceNodes = NodeIndex([])
  /// The addresses among nodes, once all nodes are known.
  var residents: AddressCells
  /// What a building may cost on average when nodes in it are looked for: real ones have a few around them and a dozen corners.
  var residentAllowance = WorkAllowance(each: 4_096)
  /// Positions of map objects whose ranks depend on the country, until the countries are known.
  var rankedByCountry: MappedArray<Int>
  /// Whether the objects are those of our own coarse layer: their ids are invented and must not be shown.
  var isWorldLayer = false
  /// Whether places of interest are kept.
  var includesFeatures = true
  /// Whether the world layer says how a coast goes on where the extract ends.
  var hasWorldLayer = false

  /// How many threads may work for it; 1 or more.
  private let threads: Int

  /// A builder of nothing yet.
  ///
  /// - Parameter workspace: where what it builds lives once it is large; nil for the heap.
  init(threads: Int, in workspace: Workspace?) {
    self.threads = threads
    content = StoreContent(in: workspace)
    interpolations = MappedArray(in: workspace)
    interpolationNodes = MappedArray(in: workspace)
    entrances = MappedArray(in: workspace)
    residents = AddressCells(content) { _ in false }
    rankedByCountry = MappedArray(in: workspace)
  }

  /// A reference for a record; nil for the coarse layer.
  func source(_ type: SourceReference.ObjectType, _ id: Int64) -> SourceReference? {
    isWorldLayer ? nil : SourceReference(type: type, id: id)
  }

  /// The id of an optional text.
  mutating func intern(_ text: String?) -> NameID? { text.map { content.names.intern($0) } }
}

extension ContentBuilder {
  /// Adds everything that extracts hold, and empties them batch by batch, so that objects and their records are not both in
  /// memory.
  ///
  /// - Throws: ``ImportError`` when the import was asked to stop.
  mutating func add(_ extract: inout AssembledExtract, _ context: ImportContext) throws(ImportError) {
    try addElements(&extract, context)
    shareNamesOfLabels()
    addSettlementsOfAreas()
    applyStreetRelations(extract.content.relations)
    completeAddresses()
    cutInterpolations()
  }

  /// Adds the world layer. What is wrong with it is not the extracts' fault.
  ///
  /// - Throws: ``ImportError`` when the import was asked to stop.
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

  /// Adds all ways, after which nobody needs the places of nodes any more: areas of relations have theirs.
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
      addAddress(tags, source, at: batch.points[index], outline: nil)
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
    // Capitals are mapped with the level of what they are the capital of.
    place.isCapital = kind.isTown && tags[.adminLevel] == "2"
    content.places.append(place)
  }
}
