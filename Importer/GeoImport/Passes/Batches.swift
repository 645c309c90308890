import GeoModel
import GeoStoreWriting

// The kept contents of a blob, in arrays. A kept object has the same position in all arrays of its batch. Complete
// batches are copied into an arena, so that the arrays of millions of blobs waste no memory.

/// Tagged nodes of one blob.
struct NodeBatch: Sendable {
  var ids = MappedArray<Int64>()
  var points = MappedArray<FixedPoint>()
  var tags = TagPool()
  /// The map objects among them, and the entrances.
  var objects = ObjectTagPool()
  /// The mountains among them, for the map layer.
  var map = MappedArray<MapDraft>()
  /// Versions; empty if no node can occur twice.
  var versions = MappedArray<ObjectVersion>()
  /// Whether another version replaces each node; empty if none can be replaced.
  var dropped = MappedArray<Bool>()

  /// Whether each node is outside of the region; empty if none is.
  var outside = MappedArray<Bool>()
  /// Whether the nodes come from a change file.
  var isChange = false

  /// Whether another version replaces a node.
  func isDropped(_ node: Int) -> Bool { !dropped.isEmpty && dropped[node] }

  /// Whether a node is ignored.
  func isLeftOut(_ node: Int) -> Bool { isDropped(node) || !outside.isEmpty && outside[node] }

  /// A copy of the batch in an arena.
  func packed(in arena: MappedArena) -> NodeBatch {
    NodeBatch(
      ids: arena.packed(ids), points: arena.packed(points), tags: tags.packed(in: arena),
      objects: objects.packed(in: arena), map: arena.packed(map), versions: arena.packed(versions),
      dropped: arena.packed(dropped))
  }
}

/// The ways or relations of one blob, each of which may occur in several versions.
protocol VersionedBatch: Sendable {
  var ids: MappedArray<Int64> { get }
  var history: BatchHistory { get set }
  /// Whether each object is outside of the region; empty if none is.
  var outside: MappedArray<Bool> { get set }
  /// Whether the objects come from a change file.
  var isChange: Bool { get set }
}

extension VersionedBatch {
  /// Whether another version replaces an object.
  func isDropped(_ object: Int) -> Bool { history.isDropped(object) }

  /// Whether an object is ignored. If it is outside of the region, others may still need its shape.
  func isLeftOut(_ object: Int) -> Bool { isDropped(object) || !outside.isEmpty && outside[object] }
}

/// Ways of one blob.
struct WayBatch: VersionedBatch {
  var ids = MappedArray<Int64>()
  var tags = TagPool()
  /// The map objects among them.
  var objects = ObjectTagPool()
  /// Those of them that the map layer shows.
  var map = MappedArray<MapDraft>()
  var refs = WayRefs()
  /// Locations of ``refs``, way by way; empty if the file has no locations on ways.
  var points = MappedArray<FixedPoint>()
  /// The end of each way's nodes in ``points``, if it is not empty.
  var pointEnds = MappedArray<UInt32>()
  var history = BatchHistory()
  var outside = MappedArray<Bool>()
  var isChange = false

  /// A copy in an arena of what the batch has read; ``isChange`` and ``outside`` are set afterwards.
  func packed(in arena: MappedArena) -> WayBatch {
    WayBatch(
      ids: arena.packed(ids), tags: tags.packed(in: arena), objects: objects.packed(in: arena),
      map: arena.packed(map), refs: refs.packed(in: arena), points: arena.packed(points),
      pointEnds: arena.packed(pointEnds), history: history.packed(in: arena))
  }
}

/// Relations of one blob.
struct RelationBatch: VersionedBatch {
  var ids = MappedArray<Int64>()
  var tags = TagPool()
  /// The map objects among them.
  var objects = ObjectTagPool()
  /// Those of them that the map layer shows.
  var map = MappedArray<MapDraft>()
  /// The start of each relation's members in ``members``, and one entry for the end.
  var memberStarts: MappedArray<UInt32> = [0]
  var members = MappedArray<RelationMember>()
  var history = BatchHistory()
  var outside = MappedArray<Bool>()
  var isChange = false

  /// A relation's members in order.
  func members(_ relation: Int) -> Slice<MappedArray<RelationMember>> {
    members[Int(memberStarts[relation])..<Int(memberStarts[relation + 1])]
  }

  /// A copy of the batch in an arena.
  func packed(in arena: MappedArena) -> RelationBatch {
    RelationBatch(
      ids: arena.packed(ids), tags: tags.packed(in: arena), objects: objects.packed(in: arena),
      map: arena.packed(map), memberStarts: arena.packed(memberStarts),
      members: arena.packed(members), history: history.packed(in: arena))
  }
}

/// A member of a relation with a role that matters.
struct RelationMember: Sendable {
  /// The role of a member in its relation.
  enum Role: UInt8 { case outer, inner, street, house, label, adminCentre }

  var id: Int64
  var type: SourceReference.ObjectType
  var role: Role
}
