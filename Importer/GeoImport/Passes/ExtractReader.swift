import GeoModel
import GeoStoreWriting
import OSMFile
import Synchronization

// How extracts are read:
// 1. Relations: keeps those that can become an area, a house or a street's list of houses, with the ids of their member
//    ways. This pass also records which blobs have ways and nodes.
// 2. Ways: keeps those that can become a record, and those that relations need.
// 3. Nodes: keeps those that can become a record, and the locations of all nodes of the kept ways.
// If there are several files, histories or unsorted files, objects can occur in several versions. Each pass then keeps
// all versions, and drops all but the newest at its end. The nodes that can become a record are collected in an extra
// pass before 3, so that a single table compares the versions of all locations.

/// The kept contents of extracts.
struct ExtractContent: Sendable {
  var relations: [RelationBatch] = []
  var ways: [WayBatch] = []
  var nodes: [NodeBatch] = []
  var locations = NodeLocations(NodeIndex([]), keepsVersions: false)
  var faults = DataFaultCounts()
  var skipped = SkipCounts()
}

/// Reads extracts pass by pass.
struct ExtractReader {
  let queue: BlobQueue
  let selection: Selection
  /// Whether objects may occur in several versions.
  let hasVersions: Bool
  private var blobs: [BlobQueue.Blob] = []
  private var kinds: [OSMReadOptions] = []
  private(set) var memberWays = NodeIndex([])
  private(set) var content = ExtractContent()
  /// The cut to a region; nil if everything is kept.
  private let cut: RegionCut?

  /// Creates a reader of opened files.
  ///
  /// - Parameter region: the region to which files are cut; nil to cut only changes, to the boxes of the extracts.
  init(
    _ readers: [OSMFileReader], region: ImportRegion? = nil, selection: Selection, threads: Int, context: ImportContext
  ) {
    // Between equal versions the later one wins, so changes come after the data that they change.
    let inOrder = readers.filter { !$0.header.isChange } + readers.filter(\.header.isChange)
    queue = BlobQueue(readers: inOrder, threads: threads, context: context)
    self.selection = selection
    cut = RegionCut(region, readers)
    // A cut needs the locations of all relevant nodes, as versions do.
    hasVersions =
      readers.count > 1 || readers.contains { $0.header.isHistory || !$0.header.isSorted } || cut?.cutsExtracts == true
    blobs = queue.allBlobs
  }

  /// Returns the contents and releases them here.
  mutating func takeContent() -> ExtractContent {
    defer { content = ExtractContent() }
    return content
  }

  /// Whether any block has an object, according to the first pass. Corrections do not count.
  var holdsObjects: Bool { zip(blobs, kinds).contains { !$0.isCorrection && !$1.isEmpty } }

  /// The place of large arrays; nil for the heap.
  private var workspace: Workspace? { queue.context.workspace }

  /// Decodes versions only if they can matter.
  private var versionOption: OSMReadOptions { hasVersions ? .versions : [] }

  /// Reads relations, in the first pass.
  mutating func readRelations() throws(ImportError) {
    let (selection, hasVersions, arena) = (selection, hasVersions, MappedArena(in: workspace))
    let corrections = queue.context.corrections
    let results = try queue.map(blobs, .relations, [.relations, .tags, versionOption]) { block, blob in
      corrections?.note(block, of: blob)
      var pass = RelationPass(selection: selection, order: hasVersions ? blob.order : nil)
      pass.read(block)
      var batch = pass.batch.packed(in: arena)
      batch.isChange = blob.isChange
      return ((batch, block.kinds), block.relations.count)
    }
    kinds = results.map(\.1)
    content.relations = results.map(\.0).filter { !$0.ids.isEmpty || !$0.history.tombstones.isEmpty }
    if hasVersions { dropOld(\.relations, absent: corrections?.absent(.relation)) }
    var ids = MappedArray<Int64>(in: workspace)
    for batch in content.relations { for member in batch.members where member.type == .way { ids.append(member.id) } }
    memberWays = NodeIndex(ids)
  }

  /// Reads ways, in the second pass.
  mutating func readWays() throws(ImportError) {
    let (selection, hasVersions, memberWays) = (selection, hasVersions, memberWays)
    let (arena, corrections) = (MappedArena(in: workspace), queue.context.corrections)
    let results = try queue.map(blobs(with: .ways), .ways, [.ways, .tags, versionOption]) { block, blob in
      corrections?.note(block, of: blob)
      var pass = WayPass(selection: selection, memberWays: memberWays, order: hasVersions ? blob.order : nil)
      pass.read(block)
      var batch = pass.batch.packed(in: arena)
      batch.isChange = blob.isChange
      return ((batch, pass.unnamedStreets), block.ways.count)
    }
    content.ways = results.map(\.0)
    content.skipped.add(.streetUnnamed, results.reduce(0) { $0 + $1.1 })
    if hasVersions { dropOld(\.ways, absent: corrections?.absent(.way)) }
  }

  /// Reads nodes, in the third pass.
  mutating func readNodes() throws(ImportError) {
    if hasVersions { try collectTaggedNodes() }
    // Changes may move nodes of ways that have their own locations, and may route other ways through these nodes.
    let spreadsPlaces = hasVersions && content.ways.contains { !$0.points.isEmpty }
    let index = neededNodes(ofAllWays: spreadsPlaces)
    var locations = NodeLocations(index, keepsVersions: hasVersions, notesNatives: cut?.cutsExtracts == false)
    if spreadsPlaces { content.movePlacesOfWays(to: &locations) }
    let table = Mutex(consume locations)
    let (selection, hasVersions, arena) = (selection, hasVersions, MappedArena(in: workspace))
    let options: OSMReadOptions = hasVersions ? [.nodes, .versions] : [.nodes, .tags]
    let results = try queue.map(blobs(with: .nodes), .nodes, options) { block, blob in
      var pass = NodePass(selection: selection, order: hasVersions ? blob.order : nil)
      if !hasVersions { pass.collectTagged(block) }
      pass.locate(block, index, table, blob)
      return ((pass.batch.packed(in: arena), block.droppedNodes), block.nodes.count)
    }
    content.faults.add(.coordinateInvalid, results.reduce(0) { $0 + $1.1 })
    content.locations = table.withLock { $0 }
    if hasVersions { dropOldNodes() } else { content.nodes = results.map(\.0) }
    if let cut { content.cut(to: cut, in: workspace) }
  }

  /// Collects the nodes that can become a record, in the extra pass needed for several versions.
  private mutating func collectTaggedNodes() throws(ImportError) {
    let (selection, arena, corrections) = (selection, MappedArena(in: workspace), queue.context.corrections)
    content.nodes = try queue.map(blobs(with: .nodes), .nodes, [.nodes, .tags, .versions]) { block, blob in
      corrections?.note(block, of: blob)
      var pass = NodePass(selection: selection, order: blob.order)
      pass.collectTagged(block)
      var batch = pass.batch.packed(in: arena)
      batch.isChange = blob.isChange
      return (batch, 0)
    }
  }

  /// The nodes whose locations are needed.
  ///
  /// - Parameter ofAllWays: whether to include nodes of ways that have their own locations.
  private func neededNodes(ofAllWays: Bool) -> NodeIndex {
    NodeIndex(in: workspace) { take in
      for batch in content.ways where batch.points.isEmpty || ofAllWays { batch.refs.forEach(take) }
      guard hasVersions else { return }
      for batch in content.nodes { for id in batch.ids { take(id) } }
    }
  }

  /// The blobs that have objects of a kind, according to the first pass.
  private func blobs(with kind: OSMReadOptions) -> [BlobQueue.Blob] {
    zip(blobs, kinds).filter { $0.1.contains(kind) }.map(\.0)
  }

  /// Marks all but the newest version of each way or relation as dropped.
  ///
  /// - Parameter absent: objects of corrections that are not on the map, which are dropped as well.
  private mutating func dropOld<Batch: VersionedBatch>(
    _ batches: WritableKeyPath<ExtractContent, [Batch]>, absent: Set<Int64>?
  ) {
    var settled = Supersession.settled(content[keyPath: batches], in: workspace)
    for index in settled.indices where absent?.isEmpty == false {
      for (object, id) in content[keyPath: batches][index].ids.enumerated() where absent?.contains(id) == true {
        settled[index].dropped[object] = true
      }
    }
    for index in settled.indices { content[keyPath: batches][index].history = settled[index] }
    content.skipped.add(.versionSuperseded, settled.reduce(0) { $0 + $1.dropped.count { $0 } })
  }

  /// Drops the kept nodes whose version is not the one in the table of locations.
  ///
  /// Files without version numbers may have a node twice in one blob. The last one then wins.
  private mutating func dropOldNodes() {
    let (arena, absent) = (MappedArena(in: workspace), queue.context.corrections?.absent(.node) ?? [])
    for batch in content.nodes.indices {
      let nodes = content.nodes[batch]
      var dropped = MappedArray(repeating: true, count: nodes.ids.count, in: nil)
      var kept: Set<Int64> = []
      for node in nodes.ids.indices.reversed()
      where content.locations.isCurrent(nodes.ids[node], nodes.versions[node]) {
        dropped[node] = !kept.insert(nodes.ids[node]).inserted || absent.contains(nodes.ids[node])
      }
      content.nodes[batch].dropped = arena.packed(dropped)
      content.nodes[batch].versions = []
      content.skipped.add(.versionSuperseded, content.nodes[batch].dropped.count { $0 })
    }
  }
}
