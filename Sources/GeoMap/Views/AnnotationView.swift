import GeoModel

/// What an annotation looks like on a map (`MKAnnotationView`). It keeps its size at every zoom.
///
/// A view is made by the delegate or by a template when its annotation comes into sight, and waits in the queue of its reuse identifier
/// when it has gone; a view that is handed out again has been sent ``prepareForReuse()`` and keeps its old properties, so put it in a known
/// state. Subclasses override ``draw(in:)``, ``setSelected(_:animated:)``, ``setDragState(_:animated:)``, ``prepareForReuse()``,
/// ``prepareForDisplay()`` and ``handle(_:)``.
open class AnnotationView {
  /// What it shows. Whoever hands out a dequeued view sets it, else the map does; nil in the queue.
  public var annotation: (any Annotation)? {
    didSet {
      contentVersion += 1
      if rotation == .heading { mapView?.viewTurned(self) }
    }
  }
  /// The queue in which it waits; nil: it is never used again.
  public let reuseIdentifier: String?
  /// The id of its annotation on the map; nil while it is on none.
  public internal(set) var annotationID: AnnotationID?
  /// The map on which it is; nil in the queue.
  public internal(set) weak var mapView: MapView?

  /// Drawn in the view, which takes its size by itself: the most efficient content. Default nil.
  public var image: MapImage? { didSet { size = image?.size ?? .zero } }
  /// Width and height in points (`frame`); 0 if no screen can have it (``ScreenSize/fitsScreens``). 0 until there is an image: a view with drawing of its own must set it, or nothing is seen or hit.
  public var size = ScreenSize.zero {
    didSet {
      if !size.fitsScreens { size = .zero }
      layoutChanged(size != oldValue)
    }
  }
  /// From the coordinate to the middle of the view, in points; positive is right and down. Default (0, 0).
  public var centerOffset = ScreenPoint.zero {
    didSet {
      if !centerOffset.isValid { centerOffset = .zero }
      layoutChanged(centerOffset != oldValue)
    }
  }
  /// From the middle of the upper edge to the tip of the callout, in points. Default (0, 0).
  public var calloutOffset = ScreenPoint.zero {
    didSet {
      if !calloutOffset.isValid { calloutOffset = .zero }
      contentVersion += 1
    }
  }
  /// How what it shows is turned about the middle of the view (`transform`). About collisions decides the rectangle around it as it is turned;
  /// of views of a template that turn with their annotations, as if all headed north. Its ``frame`` is not turned. Default: not.
  public var rotation = ViewRotation.degrees(0) {
    didSet {
      contentVersion += 1
      layoutChanged(rotation != oldValue)
    }
  }
  /// False: takes no taps and cannot be selected. Default true.
  public var isEnabled = true { didSet { contentVersion += 1 } }
  /// Whether a callout opens on selection, if the annotation has a title. Default false.
  public var canShowCallout = false { didSet { contentVersion += 1 } }
  /// At the left of the callout's text. Default nil.
  public var leftCalloutAccessory: CalloutAccessory? { didSet { contentVersion += 1 } }
  /// At the right of the callout's text. Default nil.
  public var rightCalloutAccessory: CalloutAccessory? { didSet { contentVersion += 1 } }
  /// In place of the callout's subtitle. Default nil.
  public var detailCalloutAccessory: CalloutAccessory? { didSet { contentVersion += 1 } }
  /// Whether the user may drag it, if the annotation can be moved, too (``MovableAnnotation``). Default false.
  public var isDraggable = false { didSet { contentVersion += 1 } }
  /// How important it is. Default ``DisplayPriority/required``: never hidden. Setting that explicitly also keeps it out of clusters.
  public var displayPriority = DisplayPriority.required {
    didSet {
      isPrioritySet = true
      layoutChanged(true)
    }
  }
  /// Which of two overlapping views is in front while not selected. Default 500.
  public var zPriority = ZPriority.defaultUnselected { didSet { contentVersion += 1 } }
  /// Which of two overlapping views is in front while selected. Default 1000.
  public var selectedZPriority = ZPriority.max { didSet { contentVersion += 1 } }
  /// How its frame is read for collisions. Default ``CollisionMode/rectangle``.
  public var collisionMode = CollisionMode.rectangle { didSet { layoutChanged(collisionMode != oldValue) } }
  /// Views with the same one that collide are replaced by a cluster's view. Default nil: never.
  public var clusteringIdentifier: String? { didSet { layoutChanged(clusteringIdentifier != oldValue) } }

  /// Whether it is selected. Default false.
  public internal(set) var isSelected = false
  /// Whether a finger or button is down on it. Default false.
  public internal(set) var isHighlighted = false { didSet { contentVersion += 1 } }
  /// Whether the map shows it now; false while a cluster stands for it, or something more important hides it.
  public internal(set) var isShown = false
  /// Grows with each change of what is to be seen.
  public private(set) var contentVersion = 0

  var isPrioritySet = false
  /// Its slot in the store; nil for clusters and views that are on no map.
  var slot: Int?
  var clusterKey: ClusterKey?
  var storedDragState = DragState.none
  /// Whether it is dragged on another map, which is told of what the view does with that.
  var isDraggedElsewhere = false
  /// How far it is from its place, in points: while it is dragged, or moved by ``center``.
  var displacement = ScreenPoint.zero

  /// A view. Subclasses keep this initializer, as maps make views of registered classes with it.
  ///
  /// - Parameters:
  ///   - annotation: what it shows; nil for views that are made beforehand.
  ///   - reuseIdentifier: the queue in which it will wait; nil: never used again.
  public required init(annotation: (any Annotation)?, reuseIdentifier: String?) {
    self.annotation = annotation
    self.reuseIdentifier = reuseIdentifier
  }

  /// Called when it leaves the queue, before it is handed out. Overrides call super.
  open func prepareForReuse() {
    displacement = .zero
    isHighlighted = false
  }

  /// Called just before it is shown; the place for defaults that depend on the annotation. Overrides call super.
  open func prepareForDisplay() {}

  /// Called by the map, not by programs, when it is selected or deselected. Overrides call super.
  open func setSelected(_ selected: Bool, animated: Bool) {
    isSelected = selected
    contentVersion += 1
  }

  /// Called by the map with `starting`, `ending` and `canceling`. An override animates, and sets ``dragState`` to `dragging` when the view is
  /// lifted and to `none` when it has been dropped. This one does so at once.
  open func setDragState(_ state: DragState, animated: Bool) {
    switch state {
    case .starting: dragState = .dragging
    case .ending, .canceling: dragState = .none
    case .dragging, .none: dragState = state
    }
  }

  /// What a drag is doing. Going from `starting` to `none` is refused; use ``isDraggable`` to prevent drags.
  public var dragState: DragState {
    get { storedDragState }
    set { if let mapView { mapView.view(self, takes: newValue) } else { storedDragState = newValue } }
  }

  /// Called with each gesture that began on the view, before the map looks at it (`touchesBegan` and the others). True: the view has dealt
  /// with it, and the map does nothing. Default false.
  open func handle(_ gesture: Gesture) -> Bool { false }

  /// Draws the view, in points from its upper left corner (`draw(_:)`). Transparent where nothing is drawn. Default: the image.
  open func draw(in context: DrawingContext) {
    if let image { context.draw(image, in: ScreenRect(origin: .zero, size: size)) }
  }

  /// Says that ``draw(in:)`` would draw something else now.
  public func setNeedsDisplay() { contentVersion += 1 }

  private func layoutChanged(_ changed: Bool) {
    guard changed else { return }
    contentVersion += 1
    mapView?.viewLayoutChanged(self)
  }
}
