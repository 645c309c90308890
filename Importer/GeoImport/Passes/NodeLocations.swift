import GeoModel
import GeoStore

/// Where the needed nodes are: 16 bytes a node with its id in ``index``.
struct NodeLocations: Sendable {
  /// Which nodes are needed.
  let index: NodeIndex
  private var points: MappedArray<FixedPoint>
  /// Versions of the locations; empty when no node can occur twice.
  private var versions: MappedArray<ObjectVersion>

  private static let missing = FixedPoint(x: .max, y: .max)

  /// Locations for these nodes, none of them known yet.
  ///
  /// - Parameter keepsVersions: whether nodes may occur in several versions, of which the newest counts.
  init(_ index: NodeIndex, keepsVersions: Bool) {
    self.index = index
    points = MappedArray(repeating: NodeLocations.missing, count: index.count, in: index.workspace)
    points.expectAccess(random: true)
    let unknown = ObjectVersion(number: .min, order: 0, isVisible: false)
    versions = MappedArray(repeating: unknown, count: keepsVersions ? index.count : 0, in: index.workspace)
  }

  /// The location of a node; nil when no extract contains it or its newest version is deleted.
  func point(of id: Int64) -> FixedPoint? {
    guard let position = index.position(of: id), points[position] != NodeLocations.missing else { return nil }
    return points[position]
  }

  /// Notes a node's location.
  mutating func set(_ position: Int, _ point: FixedPoint, _ version: ObjectVersion) {
    if !versions.isEmpty {
      guard versions[position] <= version else { return }
      versions[position] = version
    }
    points[position] = version.isVisible ? point : NodeLocations.missing
  }

  /// Whether this version of a node is the one that counts, and is not deleted.
  func isCurrent(_ id: Int64, _ version: ObjectVersion) -> Bool {
    guard version.isVisible, let position = index.position(of: id) else { return false }
    return versions.isEmpty || versions[position] == version
  }
}
