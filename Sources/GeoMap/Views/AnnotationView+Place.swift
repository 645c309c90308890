import GeoModel
import GeoSupport

extension AnnotationView {
  /// The middle of the view in points of the map; (0, 0) for a view that is on no map. Setting it moves the view away
  /// from its coordinate until it is reused, as a custom drag does.
  public var center: ScreenPoint {
    get { place + displacement }
    set { displacement = newValue - place }
  }

  /// The regular middle of the view: its coordinate plus ``centerOffset``.
  private var place: ScreenPoint {
    guard let mapView, let coordinate = mapView.layer.coordinate(of: self) ?? annotation?.coordinate else {
      return .zero
    }
    return mapView.point(for: coordinate) + centerOffset
  }

  /// The frame of the view in points of the map.
  public var frame: ScreenRect {
    let center = center
    return ScreenRect(
      x: center.x - size.width / 2, y: center.y - size.height / 2, width: size.width, height: size.height)
  }

  /// The size of the bounding rectangle after rotation. It is rounded up to whole points, so that rotating views have
  /// few different sizes. A circle keeps its width under rotation.
  var turnedSize: ScreenSize {
    let degrees = rotationDegrees
    guard degrees != 0, collisionMode == .rectangle else { return size }
    let angle = degrees * .pi / 180
    let (across, down) = (abs(cos(angle)), abs(sin(angle)))
    func whole(_ length: Double) -> Double { (length - 1e-9).rounded(.up) }
    return ScreenSize(
      width: whole(size.width * across + size.height * down), height: whole(size.width * down + size.height * across))
  }

  /// Whether a point of the map lies on the view after rotation.
  func covers(_ point: ScreenPoint) -> Bool {
    let degrees = rotationDegrees
    guard degrees != 0 else { return frame.contains(point) }
    let (middle, angle) = (center, -degrees * .pi / 180)
    let (x, y) = (point.x - middle.x, point.y - middle.y)
    return frame.contains(
      ScreenPoint(x: middle.x + x * cos(angle) - y * sin(angle), y: middle.y + x * sin(angle) + y * cos(angle)))
  }

  /// The cluster that currently stands for this view; nil when none does.
  public var cluster: AnnotationID? { slot.flatMap { mapView?.layer.cluster(ofSlot: $0)?.id } }

  /// The view of ``cluster`` (`clusterAnnotationView`).
  public var clusterAnnotationView: AnnotationView? { slot.flatMap { mapView?.layer.cluster(ofSlot: $0)?.view } }

  /// The content of the open callout. It is nil unless the view is selected, ``canShowCallout`` is true and the title
  /// is not empty.
  public var callout: Callout? {
    guard isSelected, canShowCallout, let title = annotation?.title, !title.isEmpty else { return nil }
    var accessories: [CalloutSide: CalloutAccessory] = [:]
    accessories[.left] = leftCalloutAccessory
    accessories[.right] = rightCalloutAccessory
    accessories[.detail] = detailCalloutAccessory
    let frame = frame
    return Callout(
      title: title, subtitle: detailCalloutAccessory == nil ? annotation?.subtitle : nil, accessories: accessories,
      tip: ScreenPoint(x: frame.midX + calloutOffset.x, y: frame.minY + calloutOffset.y), frame: frame)
  }

  /// Returns the current drawing, in points from its upper left corner.
  public func drawing(contentScaleFactor: Double = 1, style: UserInterfaceStyle = .light) -> Drawing {
    let context = DrawingContext(contentScaleFactor: contentScaleFactor, userInterfaceStyle: style)
    if size.isValid { draw(in: context) }
    return context.drawing
  }

  /// The current clockwise rotation in degrees, from 0 to less than 360.
  public var rotationDegrees: Double {
    let degrees: Double
    switch rotation {
    case .degrees(let fixed): degrees = fixed
    case .heading:
      degrees = (annotation as? any HeadedAnnotation)?.heading ?? (annotation as? UserLocation)?.heading ?? 0
    }
    let rest = degrees.truncatingRemainder(dividingBy: 360)
    return rest < 0 ? rest + 360 : rest.isFinite ? rest : 0
  }

  /// The z priority that currently applies.
  var frontPriority: ZPriority { isSelected ? selectedZPriority : zPriority }
}

/// The rotation of a view about its middle.
public enum ViewRotation: Hashable, Sendable {
  /// A fixed rotation in degrees clockwise.
  case degrees(Double)
  /// The heading of its annotation (``HeadedAnnotation``, ``UserLocation``): the top of the view points there. The view
  /// is upright while the heading is unknown.
  case heading
}
