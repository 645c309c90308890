/// A node with its tags: for writing files and for tests. (Reading gives columns instead, see ``NodeColumns``.)
public struct OSMNode: Hashable, Sendable {
  /// The OpenStreetMap id; negative for objects that an editor has not uploaded yet.
  public var id: Int64
  /// Longitude in 1e-7 degree, -1,800,000,000 to 1,800,000,000.
  public var x: Int32
  /// Latitude in 1e-7 degree, -900,000,000 to 900,000,000.
  public var y: Int32
  /// The tags.
  public var tags: [String: String]
  /// The version; 0 when it is not known.
  public var version: Int32 = 0
  /// False when this version deleted the node.
  public var isVisible = true

  /// A node at a place in 1e-7 degree.
  public init(id: Int64, x: Int32, y: Int32, tags: [String: String] = [:]) {
    self.id = id
    self.x = x
    self.y = y
    self.tags = tags
  }

  /// A node at a place in degrees, rounded to the nearest 1e-7 degree. Latitude -90 to 90, longitude -180 to 180.
  public init(id: Int64, latitude: Double, longitude: Double, tags: [String: String] = [:]) {
    self.init(
      id: id, x: Int32((longitude * 1e7).rounded()), y: Int32((latitude * 1e7).rounded()), tags: tags)
  }
}
