import GeoModel

/// A map without a screen (`MKMapView`): the visible region, annotations with their views, overlays with their
/// renderers, and a delegate.
///
/// A map belongs to its creator (a task, an actor or the main actor). It calls the delegate there, inside the call that
/// caused the callback. It asks for views and renderers when the region changes and in ``layout()``. Calls that it
/// cannot carry out are refused and reported to ``MapViewDelegate/mapView(_:didRefuse:)``; nothing traps.
public final class MapView {
  /// The delegate, held weakly.
  public weak var delegate: (any MapViewDelegate)?
  /// Pixels per point.
  public let scale: Double
  /// Whether the map is shown in light or dark mode. Default light.
  public var userInterfaceStyle = UserInterfaceStyle.light
  /// The background of the map. Default: nothing.
  public var baseMap: any BaseMap = NoBaseMap()
  /// The languages of the base map's names, best first, as BCP 47 tags; empty, the default, for local names.
  public var languages: [String] = []
  /// Whether gestures of the user zoom; code always can. Default true.
  public var isZoomEnabled = true
  /// Whether gestures of the user pan; code always can. Default true.
  public var isScrollEnabled = true
  /// How long a view must be pressed before it can be dragged, in seconds. Default 0.5.
  public var dragHoldTime = 0.5
  /// The margin around the visible rectangle in which views are made too, in points. It serves panning, and views that
  /// reach into sight. Default 64.
  public var visibleMargin = 64.0 { didSet { layer.layoutState.isFullNeeded = true } }

  /// The largest number of views on the screen, at least 1. Beyond it, clusters are enlarged. Of annotations that do
  /// not cluster, the least important are hidden, and among equals the farthest from the middle of the map. Default
  /// 2,000.
  public var maximumViewCount = 2_000 {
    didSet {
      maximumViewCount = max(1, maximumViewCount)
      layer.layoutState.isFullNeeded = true
    }
  }

  /// What the view shows.
  var window: MapWindow
  var regionChanges = RegionChanges()
  let layer = AnnotationLayer()
  var overlayList = OverlayList()
  var user = UserTracking()
  var touch: Touch?
  /// The number of the next id that the map chooses.
  var nextAutomaticID = 1
  /// The link to another map that is kept in step, and the changes that it has not taken yet.
  var link: (any MapLink)?
  var journal: MapJournal?

  /// The annotations whose views were recycled since this was last read; nil, the default, to record none.
  package var recycledViews: [AnnotationID]? {
    get { layer.views.recycled }
    set { layer.views.recycled = newValue }
  }

  /// Creates a map that shows the whole world.
  ///
  /// - Parameters:
  ///   - size: the size in points; a size that is not positive and finite counts as 800 by 600.
  ///   - scale: pixels per point, 1 or 2 on most screens.
  public init(size: ScreenSize = ScreenSize(width: 800, height: 600), scale: Double = 1) {
    window = MapWindow(size: size.isValid ? size : ScreenSize(width: 800, height: 600))
    self.scale = scale > 0 && scale.isFinite ? scale : 1
  }

  deinit { link?.close() }

  /// The reuse identifier of the class registered for all annotations
  /// (`MKMapViewDefaultAnnotationViewReuseIdentifier`).
  public static let defaultAnnotationViewReuseIdentifier = "default"
  /// The reuse identifier of the class registered for all clusters
  /// (`MKMapViewDefaultClusterAnnotationViewReuseIdentifier`).
  public static let defaultClusterAnnotationViewReuseIdentifier = "defaultCluster"

  /// Reports a refused call to the delegate.
  func report(_ problem: MapError) { delegate?.mapView(self, didRefuse: problem) }
}
