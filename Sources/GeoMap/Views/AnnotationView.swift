import GeoModel

/// The view of an annotation on a map (`MKAnnotationView`). It has the same size at every zoom.
///
/// The delegate or a template makes a view when its annotation comes into sight. When the annotation goes out of sight,
/// the view waits in the queue of its reuse identifier. A reused view was sent ``prepareForReuse()`` but keeps its
/// other properties, so put it in a known state.
///
/// Subclasses override ``draw(in:)``, ``setSelected(_:animated:)``, ``setDragState(_:animated:)``,
/// ``prepareForReuse()``, ``prepareForDisplay()`` and ``handle(_:)``.
open class AnnotationView {
  /// The annotation of the view; nil in the queue. A delegate may set it on a dequeued view; otherwise the map does.
  public var annotation: (any Annotation)? {
    didSet {
      contentVersion += 1
      if rotation == .heading { mapView?.layer.viewTurned(self) }
    }
  }
  /// The queue in which the view waits; nil if it is never reused.
  public let reuseIdentifier: String?
  /// The id of the annotation on the map; nil while the view is on none.
  public internal(set) var annotationID: AnnotationID?
  /// The map of the view; nil in the queue.
  public internal(set) weak var mapView: MapView?

  /// An image that fills the view and sets its size: the most efficient content. Default nil.
  public var image: MapImage? { didSet { size = image?.size ?? .zero } }
  /// The width and height in points (`frame`); 0 if no screen can have the size (``ScreenSize/fitsScreens``). The size
  /// is 0 until there is an image, so a view that draws itself must set it, or it is neither visible nor hit.
  public var size = ScreenSize.zero {
    didSet {
      if !size.fitsScreens { size = .zero }
      layoutChanged(size != oldValue)
    }
  }
  /// The offset from the coordinate to the middle of the view, in points; positive is right and down. Default (0, 0).
  public var centerOffset = ScreenPoint.zero {
    didSet {
      if !centerOffset.isValid { centerOffset = .zero }
      layoutChanged(centerOffset != oldValue)
    }
  }
  /// The offset from the middle of the upper edge to the tip of the callout, in points. Default (0, 0).
  public var calloutOffset = ScreenPoint.zero {
    didSet {
      if !calloutOffset.isValid { calloutOffset = .zero }
      contentVersion += 1
    }
  }
  /// The rotation of the content about the middle of the view (`transform`); by default none. Collisions use the
  /// bounding rectangle after rotation; views of a template that turn by heading collide as if all headed north.
  /// ``frame`` is not rotated.
  public var rotation = ViewRotation.degrees(0) {
    didSet {
      contentVersion += 1
      layoutChanged(rotation != oldValue)
    }
  }
  /// Whether the view reacts to taps and can be selected. Default true.
  public var isEnabled = true { didSet { contentVersion += 1 } }
  /// Whether a callout opens on selection, if the annotation has a title. Default false.
  public var canShowCallout = false { didSet { contentVersion += 1 } }
  /// The accessory to the left of the callout's text. Default nil.
  public var leftCalloutAccessory: CalloutAccessory? { didSet { contentVersion += 1 } }
  /// The accessory to the right of the callout's text. Default nil.
  public var rightCalloutAccessory: CalloutAccessory? { didSet { contentVersion += 1 } }
  /// The accessory in place of the callout's subtitle. Default nil.
  public var detailCalloutAccessory: CalloutAccessory? { didSet { contentVersion += 1 } }
  /// Whether the user may drag the view, provided the annotation is movable (``MovableAnnotation``). Default false.
  public var isDraggable = false { didSet { contentVersion += 1 } }
  /// The importance of the view. Default ``DisplayPriority/required``: never hidden. Setting `required` explicitly also
  /// keeps the view out of clusters.
  public var displayPriority = DisplayPriority.required {
    didSet {
      isPrioritySet = true
      layoutChanged(true)
    }
  }
  /// The depth order among overlapping views while not selected. Default 500.
  public var zPriority = ZPriority.defaultUnselected { didSet { contentVersion += 1 } }
  /// The depth order among overlapping views while selected. Default 1000.
  public var selectedZPriority = ZPriority.max { didSet { contentVersion += 1 } }
  /// The shape of the frame in collisions. Default ``CollisionMode/rectangle``.
  public var collisionMode = CollisionMode.rectangle { didSet { layoutChanged(collisionMode != oldValue) } }
  /// The identifier of views that cluster with each other: a cluster's view replaces those that collide. Default nil:
  /// never.
  public var clusteringIdentifier: String? { didSet { layoutChanged(clusteringIdentifier != oldValue) } }

  /// Whether it is selected. Default false.
  public internal(set) var isSelected = false
  /// Whether a finger or button is down on it. Default false.
  public internal(set) var isHighlighted = false { didSet { contentVersion += 1 } }
  /// Whether the map currently shows it; false while a cluster stands for it, or something more important hides it.
  public internal(set) var isShown = false
  /// Increases with each change of the view's appearance.
  public private(set) var contentVersion = 0

  var isPrioritySet = false
  /// The slot of the annotation in the store; nil for clusters and views that are on no map.
  var slot: Int?
  var clusterKey: ClusterKey?
  var storedDragState = DragState.none
  /// Whether the view is being dragged on another map, which must then learn the drag states that the view sets.
  var isDraggedElsewhere = false
  /// The offset from the regular place in points, while dragged or moved by ``center``.
  var displacement = ScreenPoint.zero

  /// Creates a view. Subclasses keep this initializer, because maps use it to make views of registered classes.
  ///
  /// - Parameters:
  ///   - annotation: the annotation; nil for views that are made in advance.
  ///   - reuseIdentifier: the queue in which the view will wait; nil if it is never reused.
  public required init(annotation: (any Annotation)?, reuseIdentifier: String?) {
    self.annotation = annotation
    self.reuseIdentifier = reuseIdentifier
  }

  /// Called when the view leaves the queue, before it is handed out. Overrides call super.
  open func prepareForReuse() {
    displacement = .zero
    isHighlighted = false
  }

  /// Called just before the view is shown; the place for defaults that depend on the annotation. Overrides call super.
  open func prepareForDisplay() {}

  /// Called by the map, not by programs, on selection and deselection. Overrides call super.
  open func setSelected(_ selected: Bool, animated: Bool) {
    isSelected = selected
    contentVersion += 1
  }

  /// Called by the map with `starting`, `ending` and `canceling`. An override animates, and sets ``dragState`` to
  /// `dragging` once the view is lifted and to `none` once it is dropped. The default does so at once.
  open func setDragState(_ state: DragState, animated: Bool) {
    switch state {
    case .starting: dragState = .dragging
    case .ending, .canceling: dragState = .none
    case .dragging, .none: dragState = state
    }
  }

  /// The state of a drag. A change from `starting` to `none` is refused; use ``isDraggable`` to prevent drags.
  public var dragState: DragState {
    get { storedDragState }
    set { if let mapView { mapView.view(self, takes: newValue) } else { storedDragState = newValue } }
  }

  /// Handles a gesture that began on the view, before the map does (`touchesBegan` and the others). Return true to
  /// consume the gesture, so that the map does nothing. Default false.
  open func handle(_ gesture: Gesture) -> Bool { false }

  /// Draws the view, in points from its upper left corner (`draw(_:)`). Undrawn areas are transparent. By default draws
  /// the image.
  open func draw(in context: DrawingContext) {
    if let image { context.draw(image, in: ScreenRect(origin: .zero, size: size)) }
  }

  /// Marks the appearance as changed, so that ``draw(in:)`` is called again.
  public func setNeedsDisplay() { contentVersion += 1 }

  private func layoutChanged(_ changed: Bool) {
    guard changed else { return }
    contentVersion += 1
    mapView?.layer.viewLayoutChanged(self)
  }
}
