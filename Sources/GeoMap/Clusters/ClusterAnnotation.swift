import GeoModel

/// The members of a cluster. They are looked up when somebody asks for them, as a map of a million would otherwise do nothing else; then
/// they are those at that moment.
public final class ClusterMembers {
  /// How many there are; two or more.
  public let count: Int
  private var load: (() -> [Int])?
  private var known: [AnnotationID] = []
  private weak var mapView: MapView?

  init(count: Int, of mapView: MapView, slots: @escaping () -> [Int]) {
    self.count = count
    self.mapView = mapView
    load = slots
  }

  init(ids: [AnnotationID]) {
    count = ids.count
    known = ids
  }

  /// Their ids, in no certain order.
  public var ids: [AnnotationID] {
    if let load, let mapView {
      known = load().map { mapView.store.ids[$0] }
      self.load = nil
    }
    return known
  }

  /// The title of the first member that has one. Pages ask for it in each frame, and where nobody has a title all members are looked at: by
  /// their slots, without their ids.
  var firstTitle: String? {
    guard let mapView else { return nil }
    let slots = load?() ?? known.lazy.compactMap { mapView.store.slot(of: $0) }
    for slot in slots { if let title = mapView.store.title(of: slot) { return title } }
    return nil
  }

  /// The annotations themselves; those that were removed since are left out.
  public var annotations: [any Annotation] {
    let ids = ids
    return ids.compactMap { mapView?.annotation(for: $0) }
  }
}

/// Stands for two or more annotations whose views collide (`MKClusterAnnotation`). Its members are always annotations, never clusters.
public final class ClusterAnnotation: Annotation {
  /// The middle of its members.
  public internal(set) var coordinate = Coordinate(clampingLatitude: 0, longitude: 0)
  /// The members.
  public internal(set) var members: ClusterMembers
  private var ownTitle: String?
  private var ownSubtitle: String?

  /// The cluster of members that a delegate was given (`MKClusterAnnotation(memberAnnotations:)`).
  public init(members: ClusterMembers) { self.members = members }

  /// The cluster of annotations by their ids; they must be those that the delegate was given.
  public init(memberIDs: [AnnotationID]) { members = ClusterMembers(ids: memberIDs) }

  /// The annotations of the members (`memberAnnotations`), in no certain order.
  public var memberAnnotations: [any Annotation] { members.annotations }
  /// Their ids, in no certain order.
  public var memberIDs: [AnnotationID] { members.ids }
  /// How many there are, without looking them up.
  public var memberCount: Int { members.count }

  /// How many there are in so few letters that a balloon has room for them: 9999, 17k, 2M.
  var countText: String {
    let count = memberCount
    if count < 10_000 { return "\(count)" }
    return count < 1_000_000 ? "\(count / 1_000)k" : "\(count / 1_000_000)M"
  }

  /// By default the title of one of its members; can be set.
  public var title: String? {
    get { ownTitle ?? members.firstTitle }
    set { ownTitle = newValue }
  }

  /// By default how many more there are, such as "+4 more"; can be set.
  public var subtitle: String? {
    get { ownSubtitle ?? "+\(memberCount - 1) more" }
    set { ownSubtitle = newValue }
  }
}

/// Which cluster: a root cell of a group's grid at a level.
struct ClusterKey: Hashable {
  var group: Int
  var quarterLevel: Int
  var root: CellKey
}

/// A cluster that is seen.
final class Cluster {
  let key: ClusterKey
  /// Counts up with each new one.
  let number: Int
  var id: AnnotationID { .cluster(number) }
  var found: ClusterSolver.Found
  var annotation: ClusterAnnotation
  /// Whether the delegate made the annotation.
  var isOwn = false
  var view: AnnotationView?
  /// Whether its view was asked for; it may come later.
  var isAsked = false

  init(key: ClusterKey, number: Int, found: ClusterSolver.Found, annotation: ClusterAnnotation) {
    self.key = key
    self.number = number
    self.found = found
    self.annotation = annotation
  }
}

/// The annotations that may cluster with each other.
final class ClusterGroup {
  /// The clustering identifier.
  let identifier: String
  let index: SpatialIndex
  var grid = ClusterGrid()
  var frame = ClusterFrame()
  /// How much larger frames are taken than they are, as there would be too many views; 1 when the level changes.
  var enlargement = 1.0
  /// What the last layout found.
  var solver: ClusterSolver?
  /// Slots that stand alone in sight.
  var singles: Set<Int> = []
  /// Whether one of its annotations was added, moved or removed.
  var isDirty = true

  init(identifier: String, index: SpatialIndex) {
    self.identifier = identifier
    self.index = index
  }
}
