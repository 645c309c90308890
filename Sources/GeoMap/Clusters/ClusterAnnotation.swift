import GeoModel

/// The members of a cluster. They are looked up on first access, because looking them all up would dominate the cost of
/// a map with a million annotations. From then on they stay as they were at that moment.
public final class ClusterMembers {
  /// The number of members, at least two.
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

  /// The ids of the members, in no particular order.
  public var ids: [AnnotationID] {
    if let load, let mapView {
      known = load().map { mapView.layer.store.ids[$0] }
      self.load = nil
    }
    return known
  }

  /// The title of the first member that has one. Pages read it in each frame, and without any title all members are
  /// searched. So members that are not looked up yet are searched by slot, without their ids.
  var firstTitle: String? {
    guard let mapView else { return nil }
    let slots = load?() ?? known.lazy.compactMap { mapView.layer.store.slot(of: $0) }
    for slot in slots { if let title = mapView.layer.store.title(of: slot) { return title } }
    return nil
  }

  /// The member annotations, without those removed since.
  public var annotations: [any Annotation] {
    let ids = ids
    return ids.compactMap { mapView?.annotation(for: $0) }
  }
}

/// An annotation that stands for two or more annotations whose views collide (`MKClusterAnnotation`). Its members are
/// always annotations, never clusters.
public final class ClusterAnnotation: Annotation {
  /// The mean position of the members.
  public internal(set) var coordinate = Coordinate(clampingLatitude: 0, longitude: 0)
  /// The members.
  public internal(set) var members: ClusterMembers
  private var ownTitle: String?
  private var ownSubtitle: String?

  /// Creates a cluster annotation from the members passed to a delegate (`MKClusterAnnotation(memberAnnotations:)`).
  public init(members: ClusterMembers) { self.members = members }

  /// Creates a cluster annotation from annotation ids, which must be those passed to the delegate.
  public init(memberIDs: [AnnotationID]) { members = ClusterMembers(ids: memberIDs) }

  /// The member annotations (`memberAnnotations`), in no particular order.
  public var memberAnnotations: [any Annotation] { members.annotations }
  /// The ids of the members, in no particular order.
  public var memberIDs: [AnnotationID] { members.ids }
  /// The number of members, known without looking them up.
  public var memberCount: Int { members.count }

  /// The number of members, short enough for a balloon: 9999, 17k, 2M.
  var countText: String {
    let count = memberCount
    if count < 10_000 { return "\(count)" }
    return count < 1_000_000 ? "\(count / 1_000)k" : "\(count / 1_000_000)M"
  }

  /// The title of one of the members, unless another is set.
  public var title: String? {
    get { ownTitle ?? members.firstTitle }
    set { ownTitle = newValue }
  }

  /// The number of further members, such as "+4 more", unless another text is set.
  public var subtitle: String? {
    get { ownSubtitle ?? "+\(memberCount - 1) more" }
    set { ownSubtitle = newValue }
  }
}

/// Identifies a cluster by its root cell in a group's grid at a level.
struct ClusterKey: Hashable {
  var group: Int
  var quarterLevel: Int
  var root: CellKey
}

/// A cluster in sight.
final class Cluster {
  let key: ClusterKey
  /// A number that increases with each new cluster.
  let number: Int
  var id: AnnotationID { .cluster(number) }
  var found: ClusterSolver.Found
  var annotation: ClusterAnnotation
  /// Whether the delegate made the annotation.
  var isOwn = false
  var view: AnnotationView?
  /// Whether the delegate was asked for its view, which may come later.
  var isAsked = false

  init(key: ClusterKey, number: Int, found: ClusterSolver.Found, annotation: ClusterAnnotation) {
    self.key = key
    self.number = number
    self.found = found
    self.annotation = annotation
  }
}
