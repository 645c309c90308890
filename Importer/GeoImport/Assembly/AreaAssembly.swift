import GeoModel
import GeoStoreWriting
import GeoSupport
import Synchronization

/// Assembles the areas of all relations on several threads.
struct AreaAssembly: Sendable {
  /// A relation, by its position.
  struct Relation: Sendable {
    var batch: Int32
    var index: Int32
    /// Whether its members have too many vertices, so that it is left out.
    var isOverused = false
  }

  /// An assembled relation.
  struct Area: Sendable {
    var relation: Relation
    var polygons: [[[FixedPoint]]]
    /// A point on one of its member ways, for houses whose outline is cut off.
    var anchor: FixedPoint?
    var faults: DataFaultCounts
    /// Whether all members are present and became part of a ring.
    var isComplete: Bool
  }

  let extract: ExtractContent
  let lookup: WayLookup
  /// Whether to look for crossing edges, which have no effect on the result.
  let checksCrossings: Bool

  /// A way normally borders only a few areas.
  ///
  /// All relations together are allowed 16 times the vertices of their member ways, plus a million. Without this limit,
  /// some kilobytes of relations around one long way would fill the memory.
  private static let mostUses = 16, leastVertices = 1 << 20

  /// Prepares the assembly for the contents of extracts.
  init(_ extract: ExtractContent, memberWays: NodeIndex, checksCrossings: Bool) {
    self.extract = extract
    self.checksCrossings = checksCrossings
    lookup = WayLookup(extract.ways, wanted: memberWays)
  }

  /// Assembles all areas, in the order of the relations.
  func run(threads: Int, _ context: ImportContext) throws(ImportError) -> AssembledAreas {
    let relations = boundedRelations(in: context.workspace)
    let areas = Mutex(AssembledAreas(relations))
    let next = Atomic<Int>(0)
    let progress = StageProgress(.assembling, total: relations.count, context)
    SystemThread.perform(onThreads: threads) {
      while !context.mustStop {
        let position = next.wrappingAdd(1, ordering: .relaxed).oldValue
        guard position < relations.count else { return }
        let area = assemble(relations[position])
        areas.withLock { $0.set(position, area) }
        progress.advance(objects: 1)
      }
    }
    try context.checkCancellation()
    return areas.withLock { $0 }
  }

  /// The relations bounded by ways.
  private func boundedRelations(in workspace: Workspace?) -> MappedArray<Relation> {
    var result = MappedArray<Relation>(in: workspace)
    var verticesLeft = AreaAssembly.leastVertices + AreaAssembly.mostUses * lookup.vertexCount(extract.ways)
    for (batch, relations) in extract.relations.enumerated() {
      for index in relations.ids.indices where !relations.isLeftOut(index) {
        let isBounded = relations.members(index).contains {
          $0.type == .way && ($0.role == .outer || $0.role == .inner)
        }
        guard isBounded else { continue }
        let count = vertexCount(relations.members(index))
        let isAffordable = count <= verticesLeft
        if isAffordable { verticesLeft -= count }
        result.append(Relation(batch: Int32(batch), index: Int32(index), isOverused: !isAffordable))
      }
    }
    return result
  }

  /// The number of vertices of the member ways that are present.
  private func vertexCount(_ members: some Sequence<RelationMember>) -> Int {
    members.reduce(0) { sum, member in
      guard member.type == .way, member.role == .outer || member.role == .inner, let way = lookup[member.id] else {
        return sum
      }
      return sum + extract.ways[way.batch].refs.count(of: way.way)
    }
  }

  /// Assembles polygons from the member ways that are present. Runs on any thread.
  private func assemble(_ relation: Relation) -> Area {
    var faults = DataFaultCounts()
    if relation.isOverused {
      faults.add(.memberOverused)
      return Area(relation: relation, polygons: [], anchor: nil, faults: faults, isComplete: false)
    }
    var members: [RingAssembler.Member] = []
    var missingNodes = 0
    for member in extract.relations[Int(relation.batch)].members(Int(relation.index))
    where member.type == .way {
      guard member.role == .outer || member.role == .inner else { continue }
      guard let position = lookup[member.id] else {
        faults.add(.memberMissing)
        continue
      }
      let points = extract.ways[position.batch].resolvedPoints(
        position.way, extract.locations, missing: &missingNodes)
      members.append(RingAssembler.Member(points: points[...], isInner: member.role == .inner))
    }
    faults.add(.nodeMissing, missingNodes)
    let isMissing = faults[.memberMissing] + missingNodes > 0
    let result = RingAssembler(hasMissingMembers: isMissing, checksCrossings: checksCrossings).assemble(members)
    faults.add(result.faults)
    return Area(
      relation: relation, polygons: result.polygons, anchor: members.first?.points.first,
      faults: faults, isComplete: result.isComplete && !isMissing)
  }
}

/// The areas assembled from relations, in flat arrays, in the order of the relations.
struct AssembledAreas: Sendable, RandomAccessCollection {
  /// An area with its rings and faults in the pools.
  private struct Entry: Sendable {
    var relation: AreaAssembly.Relation
    var rings = RingRange(start: 0, count: 0)
    var firstFault = 0
    var faultCount: Int32 = 0
    var isComplete = false
    var anchor: FixedPoint?
  }

  private struct FaultCount: Sendable {
    var fault: UInt8
    var count: Int32
  }

  private static let faults = DataFault.allCases

  private var entries: MappedArray<Entry>
  private var faultCounts: MappedArray<FaultCount>
  /// Only used for its geometry.
  private var pool: StoreContent

  /// Creates entries for areas still to be assembled, in the workspace of the relations.
  init(_ relations: MappedArray<AreaAssembly.Relation>) {
    entries = MappedArray(in: relations.workspace)
    faultCounts = MappedArray(in: relations.workspace)
    pool = StoreContent(in: relations.workspace)
    for relation in relations { entries.append(Entry(relation: relation)) }
  }

  /// Stores the area of the relation at a position.
  mutating func set(_ position: Int, _ area: AreaAssembly.Area) {
    var entry = Entry(relation: area.relation, firstFault: faultCounts.count, isComplete: area.isComplete)
    entry.anchor = area.anchor
    entry.rings = pool.addPolygons(area.polygons)
    for (index, fault) in AssembledAreas.faults.enumerated() where area.faults[fault] > 0 {
      faultCounts.append(FaultCount(fault: UInt8(index), count: Int32(clamping: area.faults[fault])))
      entry.faultCount += 1
    }
    entries[position] = entry
  }

  var startIndex: Int { 0 }
  /// The number of relations.
  var endIndex: Int { entries.count }

  /// The area assembled from a relation, by its position.
  subscript(position: Int) -> AreaAssembly.Area {
    let entry = entries[position]
    var faults = DataFaultCounts()
    for index in entry.firstFault..<entry.firstFault + Int(entry.faultCount) {
      faults.add(AssembledAreas.faults[Int(faultCounts[index].fault)], Int(faultCounts[index].count))
    }
    return AreaAssembly.Area(
      relation: entry.relation, polygons: pool.polygons(entry.rings), anchor: entry.anchor, faults: faults,
      isComplete: entry.isComplete)
  }
}

/// Finds ways by id among all batches.
struct WayLookup: Sendable {
  /// The position of a way.
  struct Position {
    var batch: Int
    var way: Int
  }

  /// Entries of `batch << 32 | way`, by id.
  private var entries: MappedArray<KeyedPosition>

  /// Indexes the ways that relations refer to, in the workspace of their ids.
  init(_ batches: [WayBatch], wanted: NodeIndex) {
    entries = MappedArray(in: wanted.workspace)
    var cursor = 0
    for (batch, ways) in batches.enumerated() {
      for (way, id) in ways.ids.enumerated() where !ways.isDropped(way) && wanted.position(of: id, at: &cursor) != nil {
        entries.append(KeyedPosition(key: WayLookup.key(id), position: (batch << 32) + way))
      }
    }
    RadixSort.sort(&entries) { $0.key }
  }

  /// The position of a way that relations refer to; nil if no extract contains it or a change deletes it.
  subscript(id: Int64) -> Position? {
    entries.position(of: WayLookup.key(id)).map { Position(batch: $0 >> 32, way: $0 & 0xFFFF_FFFF) }
  }

  /// The number of vertices of all indexed ways, counting each way once.
  func vertexCount(_ batches: [WayBatch]) -> Int {
    entries.reduce(0) { $0 + batches[$1.position >> 32].refs.count(of: $1.position & 0xFFFF_FFFF) }
  }

  /// Orders ids with negative ones first.
  private static func key(_ id: Int64) -> UInt64 { UInt64(bitPattern: id ^ .min) }
}
