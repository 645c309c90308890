import GeoModel
import GeoStore

// What a blob holds of interest, in arrays. Every kept object has a position that is the same in all arrays of its batch.
// A batch that is complete is packed into an arena, so that the arrays of millions of blobs waste nothing.

/// Tagged nodes of one blob.
struct NodeBatch: Sendable {
  var ids = MappedArray<Int64>()
  var points = MappedArray<FixedPoint>()
  var tags = TagPool()
  /// The map objects among them, and the ways into buildings.
  var objects = ObjectTagPool()
  /// Versions, empty when no node can occur twice.
  var versions = MappedArray<ObjectVersion>()
  /// Which nodes another version replaces; empty when none can be.
  var dropped = MappedArray<Bool>()

  /// Whether another version replaces a node.
  func isDropped(_ node: Int) -> Bool { !dropped.isEmpty && dropped[node] }

  /// The same batch, packed.
  func packed(in arena: MappedArena) -> NodeBatch {
    NodeBatch(
      ids: arena.packed(ids), points: arena.packed(points), tags: tags.packed(in: arena),
      objects: objects.packed(in: arena), versions: arena.packed(versions), dropped: arena.packed(dropped))
  }
}

/// Ways of one blob.
struct WayBatch: Sendable {
  var ids = MappedArray<Int64>()
  var tags = TagPool()
  /// The map objects among them.
  var objects = ObjectTagPool()
  /// Where each way's nodes start in ``refs``; one more entry at the close.
  var refStarts: MappedArray<UInt32> = [0]
  var refs = MappedArray<Int64>()
  /// Locations of ``refs``, empty when the file does not have them on ways.
  var points = MappedArray<FixedPoint>()
  var history = BatchHistory()

  /// Positions of a way's nodes in ``refs``.
  func refRange(_ way: Int) -> Range<Int> { Int(refStarts[way])..<Int(refStarts[way + 1]) }

  /// Whether another version replaces a way.
  func isDropped(_ way: Int) -> Bool { history.isDropped(way) }

  /// The same batch, packed.
  func packed(in arena: MappedArena) -> WayBatch {
    WayBatch(
      ids: arena.packed(ids), tags: tags.packed(in: arena), objects: objects.packed(in: arena),
      refStarts: arena.packed(refStarts),
      refs: arena.packed(refs), points: arena.packed(points), history: history.packed(in: arena))
  }
}

/// Relations of one blob.
struct RelationBatch: Sendable {
  var ids = MappedArray<Int64>()
  var tags = TagPool()
  /// The map objects among them.
  var objects = ObjectTagPool()
  /// Where each relation's members start in ``members``; one more entry at the close.
  var memberStarts: MappedArray<UInt32> = [0]
  var members = MappedArray<RelationMember>()
  var history = BatchHistory()

  /// A relation's members in order.
  func members(_ relation: Int) -> Slice<MappedArray<RelationMember>> {
    members[Int(memberStarts[relation])..<Int(memberStarts[relation + 1])]
  }

  /// Whether another version replaces a relation.
  func isDropped(_ relation: Int) -> Bool { history.isDropped(relation) }

  /// The same batch, packed.
  func packed(in arena: MappedArena) -> RelationBatch {
    RelationBatch(
      ids: arena.packed(ids), tags: tags.packed(in: arena), objects: objects.packed(in: arena),
      memberStarts: arena.packed(memberStarts),
      members: arena.packed(members), history: history.packed(in: arena))
  }
}

/// A member of a relation, as far as its role matters.
struct RelationMember: Sendable {
  /// What a member is to its relation.
  enum Role: UInt8 { case outer, inner, street, house, label, adminCentre }

  var id: Int64
  var type: SourceReference.ObjectType
  var role: Role
}
