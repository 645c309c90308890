import GeoModel

/// A map without a screen (`MKMapView`): what is shown, annotations with their views, overlays with their renderers, and a delegate.
///
/// It belongs to whoever made it (a task, an actor, the main actor) and calls its delegate there, inside of the call that caused it. Views
/// and renderers are asked for when the region changes, and by ``layout()``. What it cannot do it refuses, and tells
/// ``MapViewDelegate/mapView(_:didRefuse:)``; nothing traps.
public final class MapView {
  /// Who is asked and told; held weakly.
  public weak var delegate: (any MapViewDelegate)?
  /// Pixels for each point.
  public let scale: Double
  /// Whether the map is shown light or dark. Default light.
  public var userInterfaceStyle = UserInterfaceStyle.light
  /// What lies below everything else. Default: nothing.
  public var baseMap: any BaseMap = NoBaseMap()
  /// The languages of the base map's names, best first, as BCP 47 tags; empty, the default, for local names.
  public var languages: [String] = []
  /// Whether gestures of the user zoom; code always can. Default true.
  public var isZoomEnabled = true
  /// Whether gestures of the user pan; code always can. Default true.
  public var isScrollEnabled = true
  /// Seconds for which a view must be pressed before it is dragged. Default 0.5.
  public var dragHoldTime = 0.5
  /// Points around the visible rectangle in which views are asked for and kept, too: for panning, and for views that reach in. Default 64.
  public var visibleMargin = 64.0 { didSet { needsFullLayout = true } }

  /// How many views there are on the screen at most; 1 or more. Beyond it clusters are made larger, and of what does not cluster the least
  /// important, then the farthest from the middle of the map, is hidden. Default 2,000.
  public var maximumViewCount = 2_000 {
    didSet {
      maximumViewCount = max(1, maximumViewCount)
      needsFullLayout = true
    }
  }

  // What is shown.
  var viewSize: ScreenSize
  var viewport: Viewport
  var zoomRange: CameraZoomRange?
  var boundary: MapRect?
  var isChangingRegion = false
  var waitingChange: RegionChange?

  // Annotations.
  let store = AnnotationStore()
  /// Annotations that neither cluster nor are in a crowd, or of which nothing is known yet.
  let loners: SpatialIndex
  var groups: [ClusterGroup] = []
  var crowds: [Crowd] = []
  var groupNumbers: [String: Int] = [:]
  /// Numbers of groups, and places of crowds and templates, that nobody has any more.
  var (freeGroups, freeCrowds, freeTemplates) = ([Int](), [Int](), [Int]())
  /// How many kinds there were when unused ones were forgotten last.
  var kindsKept = 0
  var kinds = ViewKinds()
  var templates: [ViewTemplate] = []
  var templateNumbers: [String: Int] = [:]
  /// Those that were taken back, which get their number again.
  var formerTemplates: [String: Int] = [:]
  var templateKinds: [Int] = []
  /// The names of templates over which a view was set, by the slots: they say how annotations look again when that view goes.
  var coveredTemplates: [Int: String] = [:]
  var objectIDs: [ObjectIdentifier: AnnotationID] = [:]
  var nextAutomaticID = 1
  /// How many annotations there are of which nothing is known yet.
  var unknownCount = 0

  // Their views.
  var views: [Int: AnnotationView] = [:]
  /// What the last layout looked at.
  var sight = Sight(rect: .null, ranges: [], kept: [])
  /// Loners in sight.
  var visible = SlotSet()
  /// Slots whose views are shown.
  var shown = SlotSet()
  /// What is in front of others.
  var front = Front(grid: CollisionGrid(size: .zero))
  /// Slots whose view the delegate will give later.
  var awaited: Set<Int> = []
  var clusters: [ClusterKey: Cluster] = [:]
  var clusterKeys: [AnnotationID: ClusterKey] = [:]
  var hiddenClusters: Set<ClusterKey> = []
  /// Whether a group was worked out since clusters were made.
  var clustersChanged = false
  var nextClusterNumber = 1
  var reuse = ReuseQueues()
  /// Annotations whose views went into their queues since somebody has looked; nil, the default: nobody wants to know.
  package var recycledViews: [AnnotationID]?
  /// Slots that were added, moved or changed since the last layout.
  var changed = SlotSet()
  var needsFullLayout = true
  /// Whether something may have come out of hiding.
  var needsCollisions = false
  var isLayingOut = false
  var selected: AnnotationView?

  // Overlays.
  var overlayList = OverlayList()

  // Another map that is kept in step.
  var link: (any MapLink)?
  var journal: MapJournal?
  var adopted: AdoptedChange?

  // The user.
  var location = UserLocation()
  var showsLocation = false
  var trackingMode = UserTrackingMode.none
  var touch: Touch?
  var gestureChange: GestureChange?

  /// A map of a size in points that shows the whole world.
  ///
  /// - Parameters:
  ///   - size: points; what is not positive and finite counts as 800 by 600.
  ///   - scale: pixels for each point, 1 or 2 on most screens.
  public init(size: ScreenSize = ScreenSize(width: 800, height: 600), scale: Double = 1) {
    viewSize = size.isValid ? size : ScreenSize(width: 800, height: 600)
    self.scale = scale > 0 && scale.isFinite ? scale : 1
    loners = SpatialIndex(store, number: 0)
    viewport = Viewport.fitting(.world, viewSize, .zero)
  }

  deinit { link?.close() }

  /// The reuse identifier under which a class for all annotations is registered
  /// (`MKMapViewDefaultAnnotationViewReuseIdentifier`).
  public static let defaultAnnotationViewReuseIdentifier = "default"
  /// The reuse identifier under which a class for all clusters is registered
  /// (`MKMapViewDefaultClusterAnnotationViewReuseIdentifier`).
  public static let defaultClusterAnnotationViewReuseIdentifier = "defaultCluster"

  /// Tells the delegate that something was refused.
  func report(_ problem: MapError) { delegate?.mapView(self, didRefuse: problem) }
}
