import GeoModel

// What a blob holds of interest, in arrays. Every kept object has a position that is the same in all arrays of its batch.

/// Tagged nodes of one blob.
struct NodeBatch: Sendable {
  var ids: [Int64] = []
  var points: [FixedPoint] = []
  var tags = TagPool()
  /// The map objects among them, and the ways into buildings.
  var objects = ObjectTagPool()
  /// Versions, empty when no node can occur twice.
  var versions: [ObjectVersion] = []
  /// Which nodes another version replaces; empty when none can be.
  var dropped: [Bool] = []

  /// Whether another version replaces a node.
  func isDropped(_ node: Int) -> Bool { !dropped.isEmpty && dropped[node] }
}

/// Ways of one blob.
struct WayBatch: Sendable {
  var ids: [Int64] = []
  var tags = TagPool()
  /// The map objects among them.
  var objects = ObjectTagPool()
  /// Where each way's nodes start in ``refs``; one more entry at the close.
  var refStarts: [UInt32] = [0]
  var refs: [Int64] = []
  /// Locations of ``refs``, empty when the file does not have them on ways.
  var points: [FixedPoint] = []
  var history = BatchHistory()

  /// Positions of a way's nodes in ``refs``.
  func refRange(_ way: Int) -> Range<Int> { Int(refStarts[way])..<Int(refStarts[way + 1]) }

  /// Whether another version replaces a way.
  func isDropped(_ way: Int) -> Bool { history.isDropped(way) }
}

/// Relations of one blob.
struct RelationBatch: Sendable {
  var ids: [Int64] = []
  var tags = TagPool()
  /// The map objects among them.
  var objects = ObjectTagPool()
  /// Where each relation's members start in ``members``; one more entry at the close.
  var memberStarts: [UInt32] = [0]
  var members: [RelationMember] = []
  var history = BatchHistory()

  /// A relation's members in order.
  func members(_ relation: Int) -> ArraySlice<RelationMember> {
    members[Int(memberStarts[relation])..<Int(memberStarts[relation + 1])]
  }

  /// Whether another version replaces a relation.
  func isDropped(_ relation: Int) -> Bool { history.isDropped(relation) }
}

/// A member of a relation, as far as its role matters.
struct RelationMember: Sendable {
  /// What a member is to its relation.
  enum Role: UInt8 { case outer, inner, street, house, label, adminCentre }

  var id: Int64
  var type: SourceReference.ObjectType
  var role: Role
}
