import GeoModel

/// The standard pin (`MKPinAnnotationView`), with its tip at the coordinate. Maps show it where a delegate gives no
/// view.
open class PinAnnotationView: AnnotationView {
  /// The color of its head (`pinTintColor`). Default red.
  public var pinTintColor = Color.systemRed { didSet { setNeedsDisplay() } }
  /// Whether it drops from above when it is added. Default false.
  public var animatesDrop = false

  /// The classic colors of pins (`MKPinAnnotationColor`).
  public enum PinColor: String, Hashable, Sendable, CaseIterable {
    /// For destinations.
    case red
    /// For starting points.
    case green
    /// For points created by the user.
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

  /// The classic color of the pin (`pinColor`); nil when the tint is another one.
  public var pinColor: PinColor? {
    get { PinColor.allCases.first { $0.color == pinTintColor } }
    set { if let newValue { pinTintColor = newValue.color } }
  }

  /// Creates a pin of 22 by 34 points.
  public required init(annotation: (any Annotation)?, reuseIdentifier: String?) {
    super.init(annotation: annotation, reuseIdentifier: reuseIdentifier)
    size = ScreenSize(width: 22, height: 34)
    centerOffset = ScreenPoint(x: 0, y: -17)
  }

  /// Draws a needle with a round head.
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

/// The modern standard balloon (`MKMarkerAnnotationView`), with its tip at the coordinate and the title below. By
/// default it opens no callout.
open class MarkerAnnotationView: AnnotationView {
  /// The color of the balloon. Default red.
  public var markerTintColor = Color.systemRed { didSet { setNeedsDisplay() } }
  /// A few letters in the balloon, which take precedence over ``glyphImage``. Default nil. Without letters and image, a
  /// cluster's balloon shows the number of members, and any other shows a dot.
  public var glyphText: String? { didSet { setNeedsDisplay() } }
  /// An image in the balloon. Default nil.
  public var glyphImage: MapImage? { didSet { setNeedsDisplay() } }
  /// The image while selected; nil for ``glyphImage``.
  public var selectedGlyphImage: MapImage? { didSet { setNeedsDisplay() } }
  /// The color of the letters in the balloon. Default white.
  public var glyphTintColor = Color.white { didSet { setNeedsDisplay() } }
  /// Whether the title appears below. Default ``FeatureVisibility/adaptive``: while there is room.
  public var titleVisibility = FeatureVisibility.adaptive { didSet { setNeedsDisplay() } }
  /// Whether the subtitle appears below. Default adaptive: when selected.
  public var subtitleVisibility = FeatureVisibility.adaptive { didSet { setNeedsDisplay() } }
  /// Whether it grows out of its tip when it is added. Default false.
  public var animatesWhenAdded = false

  /// Creates a balloon of 30 by 38 points with priority ``DisplayPriority/defaultLow``.
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

  /// Draws a balloon with its letters or image.
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

/// The letter size at which letters of usual width fit into a balloon, down to a readable minimum.
///
/// The player of the picture shrinks wider texts.
private func letterSize(_ count: Int) -> Double {
  switch count {
  case ...2: 15
  case 3: 11
  default: max(6, 36 / Double(count))
  }
}

/// The dot at the user's location, with a circle for the accuracy, and an arrow when the heading is known. It never
/// collides.
open class UserLocationView: AnnotationView {
  /// The color of the dot. Default blue.
  public var tintColor = Color.systemBlue { didSet { setNeedsDisplay() } }

  /// Creates a dot of 22 by 22 points.
  public required init(annotation: (any Annotation)?, reuseIdentifier: String?) {
    super.init(annotation: annotation, reuseIdentifier: reuseIdentifier)
    size = ScreenSize(width: 22, height: 22)
    collisionMode = .none
    zPriority = ZPriority(rawValue: 750)
    rotation = .heading
  }

  /// The radius of the accuracy circle at the current scale, in points.
  public var accuracyRadius: Double {
    guard let mapView, let location = (annotation as? UserLocation)?.location else { return 0 }
    return location.accuracyMeters * MapScale.mapPointsPerMeter(atLatitude: location.coordinate.latitude)
      * mapView.zoomScale
  }

  /// Draws the accuracy circle if it is larger than the dot, then the dot, with an arrow that turns with the user's
  /// heading.
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
