import GeoModel
import GeoStoreWriting

// What a blob holds of interest, in arrays. Every kept object has a position that is the same in all arrays of its batch.
// A batch that is complete is packed into an arena, so that the arrays of millions of blobs waste nothing.

/// Tagged nodes of one blob.
struct NodeBatch: Sendable {
  var ids = MappedArray<Int64>()
  var points = MappedArray<FixedPoint>()
  var tags = TagPool()
  /// The map objects among them, and the ways into buildings.
  var objects = ObjectTagPool()
  /// The mountains among them, for the map layer.
  var map = MappedArray<MapDraft>()
  /// Versions, empty when no node can occur twice.
  var versions = MappedArray<ObjectVersion>()
  /// Which nodes another version replaces; empty when none can be.
  var dropped = MappedArray<Bool>()

  /// Which nodes are outside of the region; empty when none is.
  var outside = MappedArray<Bool>()
  /// Whether the nodes come from a change file.
  var isChange = false

  /// Whether another version replaces a node.
  func isDropped(_ node: Int) -> Bool { !dropped.isEmpty && dropped[node] }

  /// Whether nothing is made of a node.
  func isLeftOut(_ node: Int) -> Bool { isDropped(node) || !outside.isEmpty && outside[node] }

  /// The same batch, packed.
  func packed(in arena: MappedArena) -> NodeBatch {
    NodeBatch(
      ids: arena.packed(ids), points: arena.packed(points), tags: tags.packed(in: arena),
      objects: objects.packed(in: arena), map: arena.packed(map), versions: arena.packed(versions),
      dropped: arena.packed(dropped))
  }
}

/// Ways or relations of one blob, of which each may occur in several versions.
protocol VersionedBatch: Sendable {
  var ids: MappedArray<Int64> { get }
  var history: BatchHistory { get set }
  /// Which objects are outside of the region; empty when none is.
  var outside: MappedArray<Bool> { get set }
  /// Whether the objects come from a change file.
  var isChange: Bool { get set }
}

extension VersionedBatch {
  /// Whether another version replaces an object.
  func isDropped(_ object: Int) -> Bool { history.isDropped(object) }

  /// Whether nothing is made of an object. Others may still need its shape if it is outside of the region.
  func isLeftOut(_ object: Int) -> Bool { isDropped(object) || !outside.isEmpty && outside[object] }
}

/// Ways of one blob.
struct WayBatch: VersionedBatch {
  var ids = MappedArray<Int64>()
  var tags = TagPool()
  /// The map objects among them.
  var objects = ObjectTagPool()
  /// What of them the map layer shows.
  var map = MappedArray<MapDraft>()
  /// Where each way's nodes start in ``refs``; plus one entry for the end.
  var refStarts: MappedArray<UInt32> = [0]
  var refs = MappedArray<Int64>()
  /// Locations of ``refs``, empty when the file does not have them on ways.
  var points = MappedArray<FixedPoint>()
  var history = BatchHistory()
  var outside = MappedArray<Bool>()
  var isChange = false

  /// Positions of a way's nodes in ``refs``.
  func refRange(_ way: Int) -> Range<Int> { Int(refStarts[way])..<Int(refStarts[way + 1]) }

  /// The same batch, packed.
  func packed(in arena: MappedArena) -> WayBatch {
    WayBatch(
      ids: arena.packed(ids), tags: tags.packed(in: arena), objects: objects.packed(in: arena),
      map: arena.packed(map), refStarts: arena.packed(refStarts),
      refs: arena.packed(refs), points: arena.packed(points), history: history.packed(in: arena))
  }
}

/// Relations of one blob.
struct RelationBatch: VersionedBatch {
  var ids = MappedArray<Int64>()
  var tags = TagPool()
  /// The map objects among them.
  var objects = ObjectTagPool()
  /// What of them the map layer shows.
  var map = MappedArray<MapDraft>()
  /// Where each relation's members start in ``members``; plus one entry for the end.
  var memberStarts: MappedArray<UInt32> = [0]
  var members = MappedArray<RelationMember>()
  var history = BatchHistory()
  var outside = MappedArray<Bool>()
  var isChange = false

  /// A relation's members in order.
  func members(_ relation: Int) -> Slice<MappedArray<RelationMember>> {
    members[Int(memberStarts[relation])..<Int(memberStarts[relation + 1])]
  }

  /// The same batch, packed.
  func packed(in arena: MappedArena) -> RelationBatch {
    RelationBatch(
      ids: arena.packed(ids), tags: tags.packed(in: arena), objects: objects.packed(in: arena),
      map: arena.packed(map), memberStarts: arena.packed(memberStarts),
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
