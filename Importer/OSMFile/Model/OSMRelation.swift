/// A relation with its tags: for writing files and for tests. (Reading gives columns instead, see ``RelationColumns``.)
public struct OSMRelation: Hashable, Sendable {
  /// The OpenStreetMap id.
  public var id: Int64
  /// The members, in order.
  public var members: [OSMMember]
  /// The tags.
  public var tags: [String: String]
  /// The version; 0 when it is not known.
  public var version: Int32 = 0
  /// False when this version deleted the relation.
  public var isVisible = true

  /// A relation of members.
  public init(id: Int64, members: [OSMMember], tags: [String: String] = [:]) {
    self.id = id
    self.members = members
    self.tags = tags
  }
}

/// A member of a relation.
public struct OSMMember: Hashable, Sendable {
  /// What the member is.
  public var type: OSMObjectType
  /// Its id.
  public var id: Int64
  /// What it does in the relation, such as `outer`; often empty.
  public var role: String

  /// A member.
  public init(_ type: OSMObjectType, _ id: Int64, role: String = "") {
    self.type = type
    self.id = id
    self.role = role
  }
}
