import GeoModel
import GeoStore
import GeoSupport
import Synchronization

/// Assembles the areas of all relations, several at a time.
struct AreaAssembly: Sendable {
  /// A relation by its place.
  struct Relation: Sendable {
    var batch: Int32
    var index: Int32
  }

  /// An assembled relation.
  struct Area: Sendable {
    var relation: Relation
    var polygons: [[[FixedPoint]]]
    /// A point on one of its member ways, for houses whose outline is cut off.
    var anchor: FixedPoint?
    var faults: DataFaultCounts
    /// Whether all members are there and all of them became part of a ring.
    var isComplete: Bool
  }

  let extract: ExtractContent
  let lookup: WayLookup

  /// An assembly of what extracts hold.
  init(_ extract: ExtractContent, memberWays: NodeIndex) {
    self.extract = extract
    lookup = WayLookup(extract.ways, wanted: memberWays)
  }

  /// All areas, in the order of the relations.
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

  /// Relations that have ways as their boundary.
  private func boundedRelations(in workspace: Workspace?) -> MappedArray<Relation> {
    var result = MappedArray<Relation>(in: workspace)
    for (batch, relations) in extract.relations.enumerated() {
      for index in relations.ids.indices where !relations.isDropped(index) {
        let isBounded = relations.members(index).contains {
          $0.type == .way && ($0.role == .outer || $0.role == .inner)
        }
        if isBounded { result.append(Relation(batch: Int32(batch), index: Int32(index))) }
      }
    }
    return result
  }

  /// Collects the member ways that there are and makes polygons of them. Runs on any thread.
  private func assemble(_ relation: Relation) -> Area {
    var faults = DataFaultCounts()
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
    let result = RingAssembler(hasMissingMembers: isMissing).assemble(members)
    faults.add(result.faults)
    return Area(
      relation: relation, polygons: result.polygons, anchor: members.first?.points.first,
      faults: faults, isComplete: result.isComplete && !isMissing)
  }
}
