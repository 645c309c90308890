/// A way with its tags: for writing files and for tests. (Reading gives columns instead, see ``WayColumns``.)
public struct OSMWay: Hashable, Sendable {
  /// The OpenStreetMap id.
  public var id: Int64
  /// The ids of its nodes, in order; a closed way repeats the first.
  public var refs: [Int64]
  /// The tags.
  public var tags: [String: String]
  /// The version; 0 when it is not known.
  public var version: Int32 = 0
  /// False when this version deleted the way.
  public var isVisible = true

  /// A way along nodes.
  public init(id: Int64, refs: [Int64], tags: [String: String] = [:]) {
    self.id = id
    self.refs = refs
    self.tags = tags
  }
}
