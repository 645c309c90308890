import GeoModel

/// The standard pin (`MKPinAnnotationView`): its tip is at the coordinate. Maps show it where a delegate gives no view.
open class PinAnnotationView: AnnotationView {
  /// The color of its head (`pinTintColor`). Default red.
  public var pinTintColor = Color.systemRed { didSet { setNeedsDisplay() } }
  /// Whether it falls from above when it is added. Default false.
  public var animatesDrop = false

  /// The colors that pins once had (`MKPinAnnotationColor`).
  public enum PinColor: String, Hashable, Sendable, CaseIterable {
    /// For destinations.
    case red
    /// For starting points.
    case green
    /// For points that the user made.
    case purple

    /// The color of the head.
    public var color: Color {
      switch self {
      case .red: .systemRed
      case .green: .systemGreen
      case .purple: .systemPurple
      }
    }
  }

  /// One of three colors (`pinColor`); nil when the tint is another one.
  public var pinColor: PinColor? {
    get { PinColor.allCases.first { $0.color == pinTintColor } }
    set { if let newValue { pinTintColor = newValue.color } }
  }

  /// A pin of 22 by 34 points.
  public required init(annotation: (any Annotation)?, reuseIdentifier: String?) {
    super.init(annotation: annotation, reuseIdentifier: reuseIdentifier)
    size = ScreenSize(width: 22, height: 34)
    centerOffset = ScreenPoint(x: 0, y: -17)
  }

  /// A needle with a round head.
  open override func draw(in context: DrawingContext) {
    context.setStrokeColor(.darkGray)
    context.setLineWidth(2)
    context.beginPath()
    context.addLines(between: [ScreenPoint(x: 11, y: 20), ScreenPoint(x: 11, y: 34)])
    context.strokePath()
    context.beginPath()
    context.addEllipse(in: ScreenRect(x: 1, y: 1, width: 20, height: 20))
    context.setFillColor(pinTintColor)
    context.fillPath()
    context.beginPath()
    context.addEllipse(in: ScreenRect(x: 6, y: 5, width: 5, height: 5))
    context.setFillColor(.white.withAlpha(0.6))
    context.fillPath()
  }
}

/// Today's standard balloon (`MKMarkerAnnotationView`): its tip is at the coordinate, its title below. No callout unless asked for.
open class MarkerAnnotationView: AnnotationView {
  /// The color of the balloon. Default red.
  public var markerTintColor = Color.systemRed { didSet { setNeedsDisplay() } }
  /// A few letters in the balloon; wins over ``glyphImage``. Default nil: without a picture, too, the balloon of a cluster has the number of its
  /// members, and that of another annotation a dot.
  public var glyphText: String? { didSet { setNeedsDisplay() } }
  /// A picture in the balloon. Default nil.
  public var glyphImage: MapImage? { didSet { setNeedsDisplay() } }
  /// The picture while it is selected; nil: ``glyphImage``.
  public var selectedGlyphImage: MapImage? { didSet { setNeedsDisplay() } }
  /// The color of letters in the balloon. Default white.
  public var glyphTintColor = Color.white { didSet { setNeedsDisplay() } }
  /// Whether the title stands below. Default ``FeatureVisibility/adaptive``: while there is room.
  public var titleVisibility = FeatureVisibility.adaptive { didSet { setNeedsDisplay() } }
  /// Whether the subtitle stands below. Default adaptive: when it is selected.
  public var subtitleVisibility = FeatureVisibility.adaptive { didSet { setNeedsDisplay() } }
  /// Whether it grows out of its tip when it is added. Default false.
  public var animatesWhenAdded = false

  /// A balloon of 30 by 38 points with priority ``DisplayPriority/defaultLow``.
  public required init(annotation: (any Annotation)?, reuseIdentifier: String?) {
    super.init(annotation: annotation, reuseIdentifier: reuseIdentifier)
    size = ScreenSize(width: 30, height: 38)
    centerOffset = ScreenPoint(x: 0, y: -19)
    displayPriority = .defaultLow
    isPrioritySet = false
  }

  private var letters: String? {
    glyphText ?? (glyphImage == nil ? (annotation as? ClusterAnnotation)?.countText : nil)
  }

  /// A balloon with its letters or picture.
  open override func draw(in context: DrawingContext) {
    context.setFillColor(markerTintColor)
    context.beginPath()
    context.addLines(
      between: [ScreenPoint(x: 20, y: 28), ScreenPoint(x: 15, y: 38), ScreenPoint(x: 10, y: 28)])
    context.closePath()
    context.addEllipse(in: ScreenRect(x: 0, y: 0, width: 30, height: 30))
    context.fillPath()
    if let letters {
      let style = TextStyle(size: letterSize(letters.count), weight: 600, color: glyphTintColor, maximumWidth: 26)
      context.draw(letters, at: ScreenPoint(x: 15, y: 15), style: style)
    } else if let picture = isSelected ? selectedGlyphImage ?? glyphImage : glyphImage {
      context.draw(picture, in: ScreenRect(x: 5, y: 5, width: 20, height: 20))
    } else {
      context.beginPath()
      context.addEllipse(in: ScreenRect(x: 10, y: 10, width: 10, height: 10))
      context.setFillColor(glyphTintColor)
      context.fillPath()
    }
  }
}

/// So large that some letters of usual width have room in a balloon, but not so small that nobody could read them; wide ones are made smaller
/// where they are drawn.
private func letterSize(_ count: Int) -> Double {
  switch count {
  case ...2: 15
  case 3: 11
  default: max(6, 36 / Double(count))
  }
}

/// The dot at the user's location, with a circle as wide as it is accurate, and an arrow where the heading is known. It never collides.
open class UserLocationView: AnnotationView {
  /// The color of the dot. Default blue.
  public var tintColor = Color.systemBlue { didSet { setNeedsDisplay() } }

  /// A dot of 22 by 22 points.
  public required init(annotation: (any Annotation)?, reuseIdentifier: String?) {
    super.init(annotation: annotation, reuseIdentifier: reuseIdentifier)
    size = ScreenSize(width: 22, height: 22)
    collisionMode = .none
    zPriority = ZPriority(rawValue: 750)
    rotation = .heading
  }

  /// The radius of the circle of accuracy on the map as it is now, in points.
  public var accuracyRadius: Double {
    guard let mapView, let location = (annotation as? UserLocation)?.location else { return 0 }
    return location.accuracyMeters * MapScale.mapPointsPerMeter(atLatitude: location.coordinate.latitude)
      * mapView.zoomScale
  }

  /// The circle of accuracy, if it is wider, the dot, and in it an arrow that the view turns to the user's heading.
  open override func draw(in context: DrawingContext) {
    func dot(_ radius: Double, _ color: Color) {
      context.beginPath()
      context.addEllipse(in: ScreenRect(x: 11 - radius, y: 11 - radius, width: 2 * radius, height: 2 * radius))
      context.setFillColor(color)
      context.fillPath()
    }
    if accuracyRadius > 11 { dot(accuracyRadius, tintColor.withAlpha(0.15)) }
    dot(11, .white)
    dot(8, tintColor)
    guard (annotation as? UserLocation)?.heading != nil else { return }
    context.beginPath()
    let corners = [(11.0, 4.5), (15.0, 15.5), (11.0, 13.0), (7.0, 15.5)]
    context.addLines(between: corners.map { ScreenPoint(x: $0.0, y: $0.1) })
    context.closePath()
    context.setFillColor(.white)
    context.fillPath()
  }
}
