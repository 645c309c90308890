/// The clusters of a map in sight.
struct ClusterList {
  private var clusters: [ClusterKey: Cluster] = [:]
  private var keys: [AnnotationID: ClusterKey] = [:]
  /// The clusters that others hide.
  var hidden: Set<ClusterKey> = []
  private var nextNumber = 1

  subscript(key: ClusterKey) -> Cluster? { clusters[key] }
  subscript(id: AnnotationID) -> Cluster? { keys[id].flatMap { clusters[$0] } }

  var count: Int { clusters.count }
  /// All clusters, in no particular order.
  var all: some Collection<Cluster> { clusters.values }
  /// All clusters in a deterministic order.
  var sorted: [Cluster] { clusters.values.sorted { ClusterKey.isBefore($0.key, $1.key) } }

  /// Adds a cluster, which gets the next number.
  mutating func add(_ key: ClusterKey, _ found: ClusterSolver.Found, _ annotation: ClusterAnnotation) -> Cluster {
    let cluster = Cluster(key: key, number: nextNumber, found: found, annotation: annotation)
    nextNumber += 1
    clusters[key] = cluster
    keys[cluster.id] = key
    return cluster
  }

  mutating func remove(_ cluster: Cluster) {
    clusters[cluster.key] = nil
    keys[cluster.id] = nil
    hidden.remove(cluster.key)
  }
}

extension ClusterKey {
  /// A deterministic order of clusters.
  static func isBefore(_ a: ClusterKey, _ b: ClusterKey) -> Bool {
    (a.group, a.root.row, a.root.column, a.quarterLevel) < (b.group, b.root.row, b.root.column, b.quarterLevel)
  }
}
