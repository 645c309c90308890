import GeoModel
import GeoStore

/// Turns what was read into the records of a store. Fed batch by batch; streets and houses are linked afterwards.
struct ContentBuilder {
  /// An `addr:interpolation` way that waits for the house numbers of its nodes.
  struct PendingInterpolation {
    var id: Int64
    var kind: NameID
    var street: NameID?
    var origin: AddressRecord.StreetOrigin
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
  /// What is sound but has no use here.
  var skipped = SkipCounts()
  /// Interpolations to cut once all house numbers are known.
  var interpolations: MappedArray<PendingInterpolation>
  /// The nodes of ``interpolations``.
  var interpolationNodes: MappedArray<WayBatch.LocatedNode>
  /// Nodes that are ways into buildings, until the ways are known; sorted by node as soon as ``entranceNodes`` knows them.
  var entrances: MappedArray<PendingEntrance>
  /// The nodes of ``entrances``.
  var entranceNodes = NodeIndex([])
  /// Positions of map objects whose ranks depend on the country, until the countries are known.
  var rankedByCountry: MappedArray<Int>
  /// Whether the objects are those of our own coarse layer: their ids are invented and must not be shown.
  var isWorldLayer = false
  /// Whether places of interest are kept.
  var includesFeatures = true

  /// A builder of nothing yet.
  ///
  /// - Parameter workspace: where what it builds lives once it is large; nil for the heap.
  init(in workspace: Workspace?) {
    content = StoreContent(in: workspace)
    interpolations = MappedArray(in: workspace)
    interpolationNodes = MappedArray(in: workspace)
    entrances = MappedArray(in: workspace)
    rankedByCountry = MappedArray(in: workspace)
  }

  /// A reference for a record; nil for the coarse layer.
  func source(_ type: SourceReference.ObjectType, _ id: Int64) -> SourceReference? {
    isWorldLayer ? nil : SourceReference(type: type, id: id)
  }

  /// The id of an optional text.
  mutating func intern(_ text: String?) -> NameID? { text.map { content.names.intern($0) } }
}
