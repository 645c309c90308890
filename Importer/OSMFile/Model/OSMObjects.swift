/// The type of an object. The raw values are those of the PBF format.
@frozen public enum OSMObjectType: UInt8, Hashable, Sendable, CaseIterable, BitwiseCopyable {
  case node = 0
  case way = 1
  case relation = 2
}

/// A node with its tags, for writing files and for tests. Reading yields columns instead, see ``NodeColumns``.
public struct OSMNode: Hashable, Sendable {
  /// The OpenStreetMap id; negative for objects that an editor has not uploaded yet.
  public var id: Int64
  /// Longitude in 1e-7 degree, -1,800,000,000 to 1,800,000,000.
  public var x: Int32
  /// Latitude in 1e-7 degree, -900,000,000 to 900,000,000.
  public var y: Int32
  /// The tags.
  public var tags: [String: String]
  /// The version; 0 if unknown.
  public var version: Int32 = 0
  /// False when this version deleted the node.
  public var isVisible = true

  /// Creates a node at a location in 1e-7 degree.
  public init(id: Int64, x: Int32, y: Int32, tags: [String: String] = [:]) {
    self.id = id
    self.x = x
    self.y = y
    self.tags = tags
  }

  /// Creates a node at a location in degrees, rounded to the nearest 1e-7 degree. Latitude -90 to 90, longitude -180 to
  /// 180.
  public init(id: Int64, latitude: Double, longitude: Double, tags: [String: String] = [:]) {
    self.init(
      id: id, x: Int32((longitude * 1e7).rounded()), y: Int32((latitude * 1e7).rounded()), tags: tags)
  }
}

/// A way with its tags, for writing files and for tests. Reading yields columns instead, see ``WayColumns``.
public struct OSMWay: Hashable, Sendable {
  /// The OpenStreetMap id.
  public var id: Int64
  /// The ids of its nodes, in order. A closed way repeats the first at its end.
  public var refs: [Int64]
  /// The tags.
  public var tags: [String: String]
  /// The version; 0 if unknown.
  public var version: Int32 = 0
  /// False when this version deleted the way.
  public var isVisible = true

  /// Creates a way along nodes.
  public init(id: Int64, refs: [Int64], tags: [String: String] = [:]) {
    self.id = id
    self.refs = refs
    self.tags = tags
  }
}

/// A relation with its tags, for writing files and for tests. Reading yields columns instead, see ``RelationColumns``.
public struct OSMRelation: Hashable, Sendable {
  /// The OpenStreetMap id.
  public var id: Int64
  /// The members, in order.
  public var members: [OSMMember]
  /// The tags.
  public var tags: [String: String]
  /// The version; 0 if unknown.
  public var version: Int32 = 0
  /// False when this version deleted the relation.
  public var isVisible = true

  /// Creates a relation of members.
  public init(id: Int64, members: [OSMMember], tags: [String: String] = [:]) {
    self.id = id
    self.members = members
    self.tags = tags
  }
}

/// A member of a relation.
public struct OSMMember: Hashable, Sendable {
  /// The type of the member.
  public var type: OSMObjectType
  /// Its id.
  public var id: Int64
  /// Its role in the relation, such as `outer`; often empty.
  public var role: String

  /// Creates a member.
  public init(_ type: OSMObjectType, _ id: Int64, role: String = "") {
    self.type = type
    self.id = id
    self.role = role
  }
}
